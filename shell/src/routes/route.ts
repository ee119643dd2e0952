/** The screen for a path. A path with the screen `other` may be a page that a remote provides. */
export type Route =
  | { readonly screen: 'console' }
  | { readonly screen: 'forgotPassword' }
  | { readonly screen: 'resetPassword'; readonly token: string; readonly isInvitation: boolean }
  | { readonly screen: 'confirmEmail'; readonly token: string }
  | { readonly screen: 'other'; readonly path: string };

export const forgotPasswordPath = '/forgot-password';

/** The page of a remote that the console shows to who must set up a second factor. */
export const secondFactorPath = '/second-factor';

const consolePaths = new Set(['/', '/dashboard', secondFactorPath]);
const resetPath = /^\/(reset|choose)-password\/([^/]+)$/;
const confirmPath = /^\/confirm-email\/([^/]+)$/;

/** The route of a URL's path. Trailing slashes are ignored. */
export function matchRoute(pathname: string): Route {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') || '/' : pathname;
  if (consolePaths.has(path)) return { screen: 'console' };
  if (path === forgotPasswordPath) return { screen: 'forgotPassword' };
  const [, purpose, resetToken] = resetPath.exec(path) ?? [];
  if (resetToken !== undefined)
    return { screen: 'resetPassword', token: resetToken, isInvitation: purpose === 'choose' };
  const confirmToken = confirmPath.exec(path)?.[1];
  return confirmToken === undefined
    ? { screen: 'other', path }
    : { screen: 'confirmEmail', token: confirmToken };
}
