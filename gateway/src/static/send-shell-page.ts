import type { FastifyReply } from 'fastify';
import { generateNonce } from '../http/generate-nonce.ts';
import {
  type ContentSecurityPolicyOptions,
  contentSecurityPolicy,
  pageSecurityHeaders,
} from './security-headers.ts';
import type { ShellPage } from './shell-page.ts';

export interface SendShellPageOptions extends Omit<ContentSecurityPolicyOptions, 'nonce'> {
  /** The page is told so, and takes overrides of remotes from its own address. */
  readonly development: boolean;
  /** Whose days the page shows. */
  readonly timeZone: string;
}

/**
 * Answers with the shell's page. It is never the same twice: its policy names a nonce, which its scripts carry and
 * which styled-components finds in `<meta property="csp-nonce">`. So it has no entity tag and is not precompressed.
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

/** The page with what only this answer can say: its nonce, its release, the school's time zone, whether it is under development. */
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
