/** The release of the shell in this page, as the gateway wrote it there; undefined when it did not. */
export function loadedShellBuild(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="console-build"]')?.content;
}
