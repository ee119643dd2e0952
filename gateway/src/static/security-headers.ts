/** What no page of the console needs of a device or browser. */
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

/** Headers of every page of the console, besides its policy. */
export const pageSecurityHeaders = {
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': deniedFeatures.map((feature) => `${feature}=()`).join(', '),
} as const;

export interface ContentSecurityPolicyOptions {
  /** What the page's own style elements and scripts carry; new for every answer. */
  readonly nonce: string;
  /** Where remotes are loaded from, besides this gateway. */
  readonly origins: readonly string[];
  /** Allow web sockets too, also of this machine: what is under development reloads itself through one. */
  readonly allowWebSockets: boolean;
}

/** The policy of the console's pages: code and styles of our own and of registered remotes, nothing inline, no frames. */
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
    // styled-components and Radix make style elements of their own, with the page's nonce.
    `style-src 'self' 'nonce-${nonce}'${remotes}`,
    `font-src 'self' data:${remotes}`,
    // Lessons hold pictures of anywhere.
    `img-src 'self' data: blob: http: https:${remotes}`,
    `connect-src 'self'${remotes}${webSocketSources}`,
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ');
}
