/** Where headers are added to a response: a Fastify reply, or a call of the fast path. */
export interface HeaderWriter {
  header(name: string, value: string): unknown;
}

/** Two years, as browsers' preload lists require. */
const strictTransportSecurity = 'max-age=63072000; includeSubDomains';

const alwaysSent = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
};

/** The headers of every response, besides its request id. */
export function commonHeaders(isHttps: boolean): Record<string, string> {
  return isHttps ? { ...alwaysSent, 'strict-transport-security': strictTransportSecurity } : alwaysSent;
}

/** The headers of every response of `/api/v1`, which pages of other origins may read. */
export const corsHeaders: Record<string, string> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag, RateLimit, RateLimit-Policy, Retry-After, X-Request-Id, X-Token',
};
