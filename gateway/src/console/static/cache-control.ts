const immutableCacheControl = 'public, max-age=31536000, immutable';
/** Matches file names with a content hash from the build: `main.3f2a9c01b7.js`. */
const hashedFileName = /\.[0-9a-f]{8,32}\.[a-z0-9]+$/;

/** The `Cache-Control` of a built file: immutable for a year if its name has a content hash, `no-cache` otherwise. */
export function cacheControlFor(file: string): string {
  return hashedFileName.test(file) ? immutableCacheControl : 'no-cache';
}
