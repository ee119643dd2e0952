/** Navigates to `path` with a full page load, even when it is the current path. It may have a fragment. */
export function loadPage(path: string): void {
  const { origin, pathname, search } = window.location;
  const target = new URL(path, origin);
  // The browser would not load the page anew to go to a fragment of the same page.
  if (target.hash !== '' && target.pathname === pathname && target.search === search) {
    window.history.replaceState(null, '', target);
    window.location.reload();
    return;
  }
  window.location.assign(path);
}

export function reloadPage(): void {
  window.location.reload();
}
