import type { FastifyReply } from 'fastify';
import { generateNonce } from '../http/generate-nonce.ts';
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

/** Browser features that no page of the console needs. */
const deniedFeatures = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'usb',
  'xr-spatial-tracking',
];

/** Security headers of every page of the console, besides its content security policy. */
const pageSecurityHeaders = {
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': deniedFeatures.map((feature) => `${feature}=()`).join(', '),
} as const;

interface ContentSecurityPolicyOptions {
  /** The nonce of the page's own style elements and scripts; new for every response. */
  readonly nonce: string;
  /** The origins from which remotes are loaded, besides this gateway. */
  readonly origins: readonly string[];
  /** Whether to allow web sockets of these origins and of localhost, for hot reloading in development. */
  readonly allowWebSockets: boolean;
}

/** The CSP of the console's pages: code and styles only of our own and of registered remotes, no inline, no frames. */
function contentSecurityPolicy({ nonce, origins, allowWebSockets }: ContentSecurityPolicyOptions): string {
  const remotes = origins.map((origin) => ` ${origin}`).join('');
  const hosts = allowWebSockets
    ? [...origins.map((origin) => origin.replace(/^http/, 'ws')), 'ws://localhost:*']
    : [];
  const webSocketSources = hosts.map((host) => ` ${host}`).join('');
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${remotes}`,
    // styled-components and Radix create style elements with the page's nonce.
    `style-src 'self' 'nonce-${nonce}'${remotes}`,
    `font-src 'self' data:${remotes}`,
    // Lessons may contain images from any host.
    `img-src 'self' data: blob: http: https:${remotes}`,
    `connect-src 'self'${remotes}${webSocketSources}`,
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ');
}
