import { mkdir } from 'node:fs/promises';
import { findMongod } from '../binaries/find-mongo.ts';
import { startChild } from '../process/child.ts';
import { type LocalServer, localServer } from '../process/local-server.ts';
import { becomePrimary, REPLICA_SET, shutDown } from './replica-set.ts';

/** How to run a mongod. */
export interface MongoOptions {
  port: number;
  /** Where it keeps its databases; made when missing. */
  dbPath: string;
  /** Called with each line it logs. */
  onLine?: (line: string) => void;
}

/**
 * Starts a mongod on 127.0.0.1 as a replica set of one, and waits until it takes writes. The replica set is
 * made once; later starts find it, also under another port. `url` names no database.
 * @throws when there is no mongod or it does not start, with its last line
 */
export async function startMongoServer(options: MongoOptions): Promise<LocalServer> {
  const file = await findMongod();
  await mkdir(options.dbPath, { recursive: true });
  const args = ['--bind_ip', '127.0.0.1', '--port', String(options.port), '--dbpath', options.dbPath];
  args.push('--replSet', REPLICA_SET, '--oplogSize', '128', '--wiredTigerCacheSizeGB', '0.25', '--quiet');
  args.push('--nounixsocket', '--setParameter', 'diagnosticDataCollectionEnabled=false');

  const url = `mongodb://127.0.0.1:${options.port}/?replicaSet=${REPLICA_SET}`;
  const start = async () => {
    let last = '';
    const child = await startChild({
      command: file,
      args,
      onLine: (line) => {
        last = line;
        options.onLine?.(line);
      },
    });
    await becomePrimary(options.port, () => (child.exit === undefined ? undefined : last));
    return child;
  };
  return localServer(options.port, url, start, () => shutDown(options.port));
}
