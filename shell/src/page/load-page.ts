/** Navigates to `path` with a full page load, even when it is the current path. */
export function loadPage(path: string): void {
  window.location.assign(path);
}

/** Reloads the page. */
export function reloadPage(): void {
  window.location.reload();
}
