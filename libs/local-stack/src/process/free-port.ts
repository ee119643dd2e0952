import { randomInt } from 'node:crypto';
import { mkdir, stat, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Below the ephemeral port ranges of Linux and macOS, which could collide. */
const firstPort = 20_000;
const lastPort = 32_000;
/** A returned port is not returned again for this long, because its process needs time to listen. */
const reservationMs = 60_000;
/** One empty file per reserved port, shared by all processes of this user. */
const reservationFolder = join(tmpdir(), `khmer-learning-ports-${process.getuid?.() ?? ''}`);

/** Whether a port of 127.0.0.1 is free. */
export async function isPortFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** Reserves a port for this process. @returns false when it is reserved already */
async function reservePort(port: number): Promise<boolean> {
  const file = join(reservationFolder, String(port));
  await mkdir(reservationFolder, { recursive: true });
  try {
    await writeFile(file, '', { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const { mtimeMs } = await stat(file);
  if (Date.now() - mtimeMs < reservationMs) return false;
  await utimes(file, new Date(), new Date());
  return true;
}

/**
 * Finds a free TCP port (20,000 to 31,999) and reserves it for a minute, also against other processes.
 *
 * @param preferredPort used when it is free
 */
export async function freePort(preferredPort?: number): Promise<number> {
  if (preferredPort !== undefined && (await isPortFree(preferredPort))) return preferredPort;
  for (;;) {
    const port = randomInt(firstPort, lastPort);
    if ((await reservePort(port)) && (await isPortFree(port))) return port;
  }
}
