import type { FastifyReply } from 'fastify';
import { generateNonce } from '../http/generate-nonce.ts';
import {
  type ContentSecurityPolicyOptions,
  contentSecurityPolicy,
  pageSecurityHeaders,
} from './security-headers.ts';
import type { ShellPage } from './shell-page.ts';

export interface SendShellPageOptions extends Omit<ContentSecurityPolicyOptions, 'nonce'> {
  /** Marks the page as in development mode, in which its URL may override remotes. */
  readonly development: boolean;
  /** The time zone in which the page shows dates. */
  readonly timeZone: string;
}

/**
 * Sends the shell's page. Every response differs, because its CSP has a new nonce, which is also in its scripts and,
 * for styled-components, in `<meta property="csp-nonce">`. So it has no ETag and is not precompressed.
 */
export function sendShellPage(
  reply: FastifyReply,
  page: ShellPage,
  { development, timeZone, ...policy }: SendShellPageOptions,
): FastifyReply {
  const nonce = generateNonce();
  return reply
    .headers({
      ...pageSecurityHeaders,
      'cache-control': 'no-cache',
      'content-security-policy': contentSecurityPolicy({ ...policy, nonce }),
    })
    .type('text/html; charset=utf-8')
    .send(renderShellPage(page, nonce, development, timeZone));
}

/** The page with the nonce and meta elements for the build, the time zone and development mode. */
function renderShellPage(
  { html, build }: ShellPage,
  nonce: string,
  development: boolean,
  timeZone: string,
): string {
  const metaTags = [
    `<meta property="csp-nonce" nonce="${nonce}">`,
    `<meta name="console-build" content="${build}">`,
    `<meta name="console-time-zone" content="${timeZone}">`,
    ...(development ? ['<meta name="console-mode" content="development">'] : []),
  ].join('');
  return html
    .replace(/<(script|style)(?=[\s>])/gi, `<$1 nonce="${nonce}"`)
    .replace(/<head(?:\s[^>]*)?>/i, (head) => head + metaTags);
}
