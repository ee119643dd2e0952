const overridePrefix = 'remote.';
/** Overrides may only point to the developer's own machine. */
const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * The loopback origins of remotes that the URL of a page in development mode overrides:
 * `/?remote.quizzes=http://localhost:3103/mf-manifest.json` gives `['http://localhost:3103']`.
 */
export function overrideOrigins(pageUrl: string): string[] {
  const query = new URLSearchParams(pageUrl.split('?').slice(1).join('?'));
  const origins = [...query].flatMap(([name, entry]) => {
    const url = name.startsWith(overridePrefix) ? URL.parse(entry) : null;
    return url && /^https?:$/.test(url.protocol) && loopbackHosts.has(url.hostname) ? [url.origin] : [];
  });
  return [...new Set(origins)];
}
