import { ApiError } from '@khmer-learning/service-kit';

/**
 * A segment that some server might resolve to a place above: dots, also before a parameter (`..;x`); a slash or backslash; a
 * control character; and any of them that is escaped once more.
 */
const climbing = /^\.{1,2}(?:;|$)|[/\\\p{Cc}]|%(?:25)*(?:2e|2f|5c|00)/iu;

function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

/**
 * The path and query for the backend of a call to `/api/remotes/<name>/<path>?<query>`, in one spelling of each path.
 *
 * @param url as the caller sent it
 * @throws ApiError 404 for a path that might leave the backend's own
 */
export function backendPathOf(url: string): string {
  const [address = ''] = url.split('#', 1);
  const [path = '', ...query] = address.split('?');
  // The first four are '', 'api', 'remotes' and the name.
  const segments = path.split('/').slice(4).map(decodeSegment);
  const isRefused = (segment: string | undefined, at: number): boolean =>
    segment === undefined || climbing.test(segment) || (segment === '' && at < segments.length - 1);
  if (segments.some(isRefused)) throw new ApiError(404, 'Not found');
  const escaped = segments.map((segment = '') => encodeURIComponent(segment)).join('/');
  return `/${escaped}${query.length > 0 ? `?${query.join('?')}` : ''}`;
}
