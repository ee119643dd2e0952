const immutableCacheControl = 'public, max-age=31536000, immutable';
/** The build puts a hash of the content into such a name: `main.3f2a9c01b7.js`. */
const hashedFileName = /\.[0-9a-f]{8,32}\.[a-z0-9]+$/;

/** How long a built file may be kept: for ever where the name changes with the content. */
export function cacheControlFor(file: string): string {
  return hashedFileName.test(file) ? immutableCacheControl : 'no-cache';
}
