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
