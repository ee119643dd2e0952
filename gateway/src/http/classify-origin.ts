import type { IncomingHttpHeaders } from 'node:http';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
/**
 * Body types that other origins may send without a CORS preflight. Only the sign-in with Apple and Google accepts one,
 * and like every endpoint only without the session cookie.
 */
const formContentType = /^(text\/plain|application\/x-www-form-urlencoded)\b/i;

/** The origin of a request according to `Origin` and `Sec-Fetch-Site`. */
export type RequestOrigin = 'ours' | 'foreign' | 'unknown';

/** Whether a method may change data, so that its origin must be checked. */
export function isUnsafeMethod(method: string): boolean {
  return !safeMethods.has(method);
}

/** Whether the body has a type that only an HTML form of another site would send. */
export function hasFormContentType(headers: IncomingHttpHeaders): boolean {
  return formContentType.test(headers['content-type'] ?? '');
}

/**
 * Distinguishes requests of our own pages from those of other sites (OWASP ASVS 3.5, MDN `Sec-Fetch-Site`).
 * Every current browser sends at least one of the two headers with an unsafe method, and scripts cannot set them.
 *
 * @param headers the request is `foreign` if either header says so
 * @param publicOrigin the public origin of the console, accepted besides the request's own host
 */
export function classifyOrigin(
  headers: IncomingHttpHeaders,
  publicOrigin: string | undefined,
): RequestOrigin {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return 'foreign';
  if (origin !== undefined && !isSameOrigin(origin, host, publicOrigin)) return 'foreign';
  return origin === undefined && site === undefined ? 'unknown' : 'ours';
}

function isSameOrigin(origin: string, host: string | undefined, publicOrigin: string | undefined): boolean {
  if (origin === publicOrigin) return true;
  // If the console is served over https, an http page of the same host may have been injected by an attacker.
  const insecure = !publicOrigin?.startsWith('https:') && origin === `http://${host}`;
  return host !== undefined && (insecure || origin === `https://${host}`);
}
