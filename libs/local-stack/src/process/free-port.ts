import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below the ranges from which Linux and macOS take ports for outgoing connections, which would collide. */
const firstPort = 20_000;
const lastPort = 32_000;

/** Whether nobody listens on a port of 127.0.0.1. */
export async function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/**
 * A TCP port (20,000 to 31,999) on which nobody listens at this moment.
 * @param preferredPort a port to prefer when it is free
 */
export async function freePort(preferredPort?: number): Promise<number> {
  if (preferredPort !== undefined && (await isPortFree(preferredPort))) return preferredPort;
  for (;;) {
    const port = randomInt(firstPort, lastPort);
    if (await isPortFree(port)) return port;
  }
}
