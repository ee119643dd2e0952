import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, type LocalServer, startMongoServer, startNatsServer } from '@khmer-learning/local-stack';
import { createTempDirectory } from './create-temp-directory.ts';

/** `TEST_SERVERS=containers` runs MongoDB and NATS in containers instead of local programs. */
const useContainers = process.env.TEST_SERVERS === 'containers';
/** Loaded only on demand: testcontainers is large. */
const containers = () => import('./container-servers.ts');

/**
 * Starts a private MongoDB for fault tests: pause, kill, restart. Its `url` has no database. Stop it at the end; it
 * also ends when the test process dies.
 */
export async function startMongo(): Promise<LocalServer> {
  if (useContainers) return (await containers()).startMongoContainer();
  return startMongoServer({ port: await freePort(), dbPath: join(await createTempDirectory(), 'mongo') });
}

/** Memory that Linux offers as a folder; the data of a whole run needs about 1 GB of it. */
const memoryFolder = '/dev/shm';
const minMemoryBytes = 4 * 1024 ** 3;

async function hasMemoryFolder(): Promise<boolean> {
  const space = await statfs(memoryFolder).catch(() => undefined);
  return space !== undefined && space.bavail * space.bsize >= minMemoryBytes;
}

/**
 * Starts the MongoDB of a whole run, whose data nobody needs after a crash: in memory where there is enough, and without
 * waiting for the journal. Fault tests use {@link startMongo}.
 */
export async function startRunMongo(): Promise<LocalServer> {
  if (useContainers) return (await containers()).startMongoContainer();
  const folder = await createTempDirectory((await hasMemoryFolder()) ? memoryFolder : undefined);
  return startMongoServer({ port: await freePort(), dbPath: join(folder, 'mongo'), isDisposable: true });
}

/**
 * Starts a private NATS with JetStream for fault tests: pause, kill, restart. Stop it at the end.
 *
 * @param options.port default: a free one
 * @param options.args additional arguments for nats-server. They may name local files, so it then always runs as a
 * program
 */
export async function startNats(options: { port?: number; args?: string[] } = {}): Promise<LocalServer> {
  if (useContainers && options.args === undefined)
    return (await containers()).startNatsContainer(options.port);
  const storeDir = join(await createTempDirectory(), 'nats');
  return startNatsServer({ port: options.port ?? (await freePort()), storeDir, args: options.args ?? [] });
}
