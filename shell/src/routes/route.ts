/** What a path means. A path of no screen may still be a page that a remote contributes. */
export type Route = { readonly screen: 'console' } | { readonly screen: 'other'; readonly path: string };

const consolePaths = new Set(['/', '/dashboard']);

/** The route of a URL's path (spec 2.1). A slash at the end makes no difference. */
export function routeOf(pathname: string): Route {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') || '/' : pathname;
  return consolePaths.has(path) ? { screen: 'console' } : { screen: 'other', path };
}
