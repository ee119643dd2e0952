const disableParameter = 'disable-remotes';
const overridePrefix = 'remote.';
/** Only a developer's own machine may stand in for a remote; the gateway's policy allows no other. */
const localHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** What the page's address says about remotes. */
export interface RemoteUrlFlags {
  /** Started without them: `?disable-remotes=content,quizzes`. */
  readonly disabled: ReadonlySet<string>;
  /** Loaded from somewhere else: `?remote.quizzes=http://localhost:3103/mf-manifest.json`. */
  readonly overrides: ReadonlyMap<string, string>;
}

/** Whether the gateway says that the page is under development; otherwise overrides are ignored. */
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

/** Reads the address of the page, which stays the same while the console is open. */
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

/** An address with the switches of this page's, and nothing else of it. */
export function urlWithRemoteFlags(pathname: string): string {
  const flags = [...new URLSearchParams(window.location.search)].filter(
    ([name]) => name === disableParameter || name.startsWith(overridePrefix),
  );
  return buildUrl(new URLSearchParams(flags), pathname);
}

/** The page's address with one remote switched on again. */
export function urlWithRemoteEnabled(name: string): string {
  const query = new URLSearchParams(window.location.search);
  const others = parseDisabledNames(query).filter((disabled) => disabled !== name);
  query.delete(disableParameter);
  if (others.length > 0) query.set(disableParameter, others.join(','));
  return buildUrl(query);
}

/** The page's address without any override. */
export function urlWithoutOverrides(): string {
  const query = new URLSearchParams(window.location.search);
  for (const name of [...query.keys()]) if (name.startsWith(overridePrefix)) query.delete(name);
  return buildUrl(query);
}
