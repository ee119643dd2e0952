import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ephemeral port ranges of Linux and macOS, which could collide. */
const firstPort = 20_000;
const lastPort = 32_000;

/** Whether a port of 127.0.0.1 is free. */
export async function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/**
 * Finds a free TCP port (20,000 to 31,999).
 *
 * @param preferredPort used when it is free
 */
export async function freePort(preferredPort?: number): Promise<number> {
  if (preferredPort !== undefined && (await isPortFree(preferredPort))) return preferredPort;
  for (;;) {
    const port = randomInt(firstPort, lastPort);
    if (await isPortFree(port)) return port;
  }
}
