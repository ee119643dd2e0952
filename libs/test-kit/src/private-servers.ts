import { join } from 'node:path';
import { freePort, type LocalServer, startMongoServer, startNatsServer } from '@khmer-learning/local-stack';
import { scratchFolder } from './scratch.ts';

/** Where a private MongoDB runs; by default a free port and a new folder. */
export interface PrivateMongoOptions {
  port?: number;
  dbPath?: string;
}

/** Where a private NATS runs; by default a free port and a new folder. */
export interface PrivateNatsOptions {
  port?: number;
  storeDir?: string;
  /** More arguments for nats-server. */
  args?: string[];
}

/**
 * A MongoDB for one test that breaks it: pause, kill, restart. Its `url` names no database. Stop it in the
 * end; if the test dies, it dies too.
 */
export async function startMongo(options: PrivateMongoOptions = {}): Promise<LocalServer> {
  const port = options.port ?? (await freePort());
  return startMongoServer({ port, dbPath: options.dbPath ?? join(await scratchFolder(), 'mongo') });
}

/** A NATS with JetStream for one test that breaks it: pause, kill, restart. Stop it in the end. */
export async function startNats(options: PrivateNatsOptions = {}): Promise<LocalServer> {
  const port = options.port ?? (await freePort());
  const storeDir = options.storeDir ?? join(await scratchFolder(), 'nats');
  return startNatsServer({ port, storeDir, ...(options.args ? { args: options.args } : {}) });
}
