import { createServer } from 'node:net';

/**
 * A TCP port nobody listens on at this moment.
 * @param wanted a port to prefer when it is free
 * @returns `wanted` if free on 127.0.0.1, otherwise one the system picks
 */
export async function freePort(wanted = 0): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (wanted !== 0 && (error.code === 'EADDRINUSE' || error.code === 'EACCES')) resolve(freePort());
      else reject(error);
    });
    server.listen({ host: '127.0.0.1', port: wanted, exclusive: true }, () => {
      const address = server.address();
      server.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('No free port'));
        else resolve(address.port);
      });
    });
  });
}
