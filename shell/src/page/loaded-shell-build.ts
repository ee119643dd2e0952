/** The build of the shell in this page, from the gateway's `console-build` meta tag; undefined without that tag. */
export function loadedShellBuild(): string | undefined {
  return document.querySelector<HTMLMetaElement>('meta[name="console-build"]')?.content;
}
