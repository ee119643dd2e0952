/**
 * The policy of the console's pages: scripts of our own and of registered remotes, no inline ones, no frames.
 *
 * @param origins where remotes are loaded from, besides this gateway
 * @param sockets allow web sockets too, also of this machine: what is under development reloads itself through one
 */
export function pagePolicy(origins: readonly string[], sockets: boolean): string {
  const remotes = origins.map((origin) => ` ${origin}`).join('');
  const hosts = sockets
    ? [...origins.map((origin) => origin.replace(/^http/, 'ws')), 'ws://localhost:*']
    : [];
  const reloads = hosts.map((host) => ` ${host}`).join('');
  return [
    "default-src 'self'",
    `script-src 'self'${remotes}`,
    // styled-components writes its rules into <style>.
    `style-src 'self' 'unsafe-inline'${remotes}`,
    `font-src 'self' data:${remotes}`,
    `img-src 'self' data: blob: http: https:${remotes}`,
    `connect-src 'self'${remotes}${reloads}`,
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ');
}
