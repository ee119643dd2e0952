/** What a path means. A path of no screen may still be a page that a remote contributes. */
export type Route =
  | { readonly screen: 'console' }
  | { readonly screen: 'forgotPassword' }
  | { readonly screen: 'resetPassword'; readonly token: string }
  | { readonly screen: 'confirmEmail'; readonly token: string }
  | { readonly screen: 'other'; readonly path: string };

/** Where a link to set a new password is asked for. */
export const forgotPasswordPath = '/forgot-password';

const consolePaths = new Set(['/', '/dashboard']);
const resetPath = /^\/reset-password\/([^/]+)$/;
const confirmPath = /^\/confirm-email\/([^/]+)$/;

/** The route of a URL's path (spec 2.1). A slash at the end makes no difference. */
export function matchRoute(pathname: string): Route {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') || '/' : pathname;
  if (consolePaths.has(path)) return { screen: 'console' };
  if (path === forgotPasswordPath) return { screen: 'forgotPassword' };
  const resetToken = resetPath.exec(path)?.[1];
  if (resetToken !== undefined) return { screen: 'resetPassword', token: resetToken };
  const confirmToken = confirmPath.exec(path)?.[1];
  return confirmToken === undefined
    ? { screen: 'other', path }
    : { screen: 'confirmEmail', token: confirmToken };
}
