import type { IncomingHttpHeaders } from 'node:http';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Body types that a page of another origin may send without asking first, and that no call of ours takes. */
const formContentType = /^(text\/plain|application\/x-www-form-urlencoded)\b/i;

/** Where a request says it comes from, by `Origin` and `Sec-Fetch-Site`. */
export type RequestOrigin = 'ours' | 'foreign' | 'unknown';

/** Whether a method changes something, so that its origin matters. */
export function isUnsafeMethod(method: string): boolean {
  return !safeMethods.has(method);
}

/** A body that only a form of another site would send. */
export function hasFormContentType(headers: IncomingHttpHeaders): boolean {
  return formContentType.test(headers['content-type'] ?? '');
}

/**
 * Tells requests of our own pages from those of other sites (OWASP ASVS 3.5, MDN `Sec-Fetch-Site`).
 * Every browser in use sends at least one of the two headers with an unsafe method; a script cannot set them.
 *
 * @param headers one foreign word is enough to be foreign
 * @param publicOrigin where people reach the console, besides the request's own host
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
  // Where people come over https, a page of the same host without it may be somebody else's.
  const insecure = !publicOrigin?.startsWith('https:') && origin === `http://${host}`;
  return host !== undefined && (insecure || origin === `https://${host}`);
}
