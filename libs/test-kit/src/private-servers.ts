import { join } from 'node:path';
import { freePort, type LocalServer, startMongoServer, startNatsServer } from '@khmer-learning/local-stack';
import { createTempDirectory } from './create-temp-directory.ts';

/** `TEST_SERVERS=containers`: MongoDB and NATS in containers instead of programs of this machine. */
const useContainers = process.env.TEST_SERVERS === 'containers';
/** Loaded only where asked for: testcontainers is large. */
const containers = () => import('./container-servers.ts');

/**
 * A MongoDB of one's own, also to break: pause, kill, restart. Its `url` names no database. Stop it in the
 * end; if the test dies, it dies too.
 */
export async function startMongo(): Promise<LocalServer> {
  if (useContainers) return (await containers()).startMongoContainer();
  return startMongoServer({ port: await freePort(), dbPath: join(await createTempDirectory(), 'mongo') });
}

/**
 * A NATS with JetStream of one's own, also to break: pause, kill, restart. Stop it in the end.
 * @param options.port a free one unless told
 * @param options.args more arguments for nats-server; they may name files of this machine, so it is always a program
 */
export async function startNats(options: { port?: number; args?: string[] } = {}): Promise<LocalServer> {
  if (useContainers && options.args === undefined)
    return (await containers()).startNatsContainer(options.port);
  const storeDir = join(await createTempDirectory(), 'nats');
  return startNatsServer({ port: options.port ?? (await freePort()), storeDir, args: options.args ?? [] });
}
