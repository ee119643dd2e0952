/** Leaves for `path` with a full page load, also when it is the current one. */
export function loadPage(path: string): void {
  window.location.assign(path);
}

export function reloadPage(): void {
  window.location.reload();
}
