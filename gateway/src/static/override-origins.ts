const overridePrefix = 'remote.';
/** Only a developer's own machine may stand in for a remote. */
const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Where a page under development loads remotes from instead, by its own address:
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
