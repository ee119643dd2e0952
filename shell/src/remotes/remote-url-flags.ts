const disableParameter = 'disable-remotes';
const overridePrefix = 'remote.';
/** Overrides may only point to the developer's own machine. The gateway's CSP allows no other origin. */
const localHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

export interface RemoteUrlFlags {
  /** Names of disabled remotes: `?disable-remotes=content,quizzes`. */
  readonly disabled: ReadonlySet<string>;
  /** Entry URL by remote name: `?remote.quizzes=http://localhost:3103/mf-manifest.json`. */
  readonly overrides: ReadonlyMap<string, string>;
}

/** Whether the gateway serves the page in development mode. In production, overrides are ignored. */
function isDevelopmentPage(): boolean {
  return document.querySelector<HTMLMetaElement>('meta[name="console-mode"]')?.content === 'development';
}

function isLocalOverride(entry: string): boolean {
  const url = URL.parse(entry);
  return url !== null && /^https?:$/.test(url.protocol) && localHosts.has(url.hostname);
}

function parseDisabledNames(query: URLSearchParams): string[] {
  const names = query.getAll(disableParameter).flatMap((list) => list.split(','));
  return names.map((name) => name.trim()).filter((name) => name !== '');
}

/** Reads the flags from the page's URL, which does not change while the console is open. */
export function readRemoteUrlFlags(): RemoteUrlFlags {
  const query = new URLSearchParams(window.location.search);
  const overrides = [...query]
    .filter(([name, entry]) => name.startsWith(overridePrefix) && isLocalOverride(entry))
    .map(([name, entry]) => [name.slice(overridePrefix.length), entry] as const);
  return {
    disabled: new Set(parseDisabledNames(query)),
    overrides: new Map(isDevelopmentPage() ? overrides : []),
  };
}

function buildUrl(query: URLSearchParams, pathname = window.location.pathname): string {
  const text = query.toString();
  return pathname + (text === '' ? '' : `?${text}`);
}

/** `pathname` with this page's flags for remotes, and no other query parameter. */
export function urlWithRemoteFlags(pathname: string): string {
  const flags = [...new URLSearchParams(window.location.search)].filter(
    ([name]) => name === disableParameter || name.startsWith(overridePrefix),
  );
  return buildUrl(new URLSearchParams(flags), pathname);
}

/** The page's URL without `name` in `?disable-remotes=`. */
export function urlWithRemoteEnabled(name: string): string {
  const query = new URLSearchParams(window.location.search);
  const others = parseDisabledNames(query).filter((disabled) => disabled !== name);
  query.delete(disableParameter);
  if (others.length > 0) query.set(disableParameter, others.join(','));
  return buildUrl(query);
}

export function urlWithoutOverrides(): string {
  const query = new URLSearchParams(window.location.search);
  for (const name of [...query.keys()]) if (name.startsWith(overridePrefix)) query.delete(name);
  return buildUrl(query);
}
