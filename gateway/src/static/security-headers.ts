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
export const pageSecurityHeaders = {
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': deniedFeatures.map((feature) => `${feature}=()`).join(', '),
} as const;

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
    `connect-src 'self'${remotes}${webSocketSources}`,
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ');
}
