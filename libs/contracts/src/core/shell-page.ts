/** Options of `contentSecurityPolicy`. */
export interface ContentSecurityPolicyOptions {
  /** The nonce of the page's own style elements and scripts; new for every response. */
  readonly nonce: string;
  /** The origins from which remotes are loaded, besides this gateway. */
  readonly origins: readonly string[];
  /** Whether to allow web sockets of these origins and of localhost, for hot reloading in development. */
  readonly allowWebSockets: boolean;
}

/** The CSP of the console's pages: code and styles only of our own and of registered remotes, no inline, no frames. */
export function contentSecurityPolicy({
  nonce,
  origins,
  allowWebSockets,
}: ContentSecurityPolicyOptions): string {
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
    // Recordings: stored ones, and one that has not been uploaded yet.
    "media-src 'self' blob:",
    `connect-src 'self'${remotes}${webSocketSources}`,
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ');
}

/** The version of the console's contract that a page of the shell says; undefined if it says none. Its build leaves quotes out. */
export function contractOfPage(html: string): string | undefined {
  return /<meta name="?console-contract"? content="?([\d.]+)/.exec(html)?.[1];
}

/** The settings that a page of the console gets from its server. */
export interface ShellPageSettings {
  /** The nonce of the page's own style elements and scripts; the one in the policy. */
  readonly nonce: string;
  /** Changes with every release of the shell. */
  readonly build: string;
  /** Marks the page as in development mode, in which its URL may override remotes. */
  readonly development: boolean;
  /** The time zone in which the page shows dates. */
  readonly timeZone: string;
  /** The language of the page's user; without one, that of the built page. */
  readonly language?: string | null | undefined;
  /** What the page would otherwise ask for when it starts, as JSON: a `PageState`. */
  readonly state?: object | undefined;
}

/** The id of the element with the page's state. */
export const pageStateElementId = 'page-state';

/** A data block, which browsers do not run. Without `<`, its text cannot end the element or open a comment. */
function renderState(state: object): string {
  const json = JSON.stringify(state).replaceAll('<', '\\u003c');
  return `<script type="application/json" id="${pageStateElementId}">${json}</script>`;
}

/**
 * The shell's built page with the nonce, the user's language, with meta elements for the build, the time zone and development mode, and with its
 * state at the end of the body, after what the browser has to fetch.
 */
export function renderShellPage(
  html: string,
  { nonce, build, development, timeZone, language, state }: ShellPageSettings,
): string {
  const metaTags = [
    `<meta property="csp-nonce" nonce="${nonce}">`,
    `<meta name="console-build" content="${build}">`,
    `<meta name="console-time-zone" content="${timeZone}">`,
    ...(development ? ['<meta name="console-mode" content="development">'] : []),
  ].join('');
  return html
    .replace(/<html[^>]*>/i, (element) => (language ? `<html lang="${language}">` : element))
    .replace(/<(script|style)(?=[\s>])/gi, `<$1 nonce="${nonce}"`)
    .replace(/<head(?:\s[^>]*)?>/i, (head) => head + metaTags)
    .replace(/<\/body>|$/i, (end) => (state === undefined ? '' : renderState(state)) + end);
}
