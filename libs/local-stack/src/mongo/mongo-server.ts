import { mkdir } from 'node:fs/promises';
import { findMongod } from '../binaries/find-mongo.ts';
import { type LocalServer, startLocalServer } from '../process/local-server.ts';
import { startChildUntilReady } from '../process/start-child-until-ready.ts';
import type { Program } from '../process/supervisor.ts';
import { ensurePrimary, replicaSetName, shutDownMongod } from './replica-set.ts';

/** Settings of a mongod. */
export interface MongoOptions {
  port: number;
  /** Database folder; created when missing. */
  dbPath: string;
  /** Writes with the concern `majority` do not wait for the journal: a crash may lose them. For tests. */
  isDisposable?: boolean;
  /** Called with each line it logs. */
  onLine?: (line: string) => void;
}

/** Connection string of a local mongod, without a database. */
export function mongoUrlOf(port: number): string {
  return `mongodb://127.0.0.1:${port}/?replicaSet=${replicaSetName}`;
}

/**
 * A mongod on 127.0.0.1 as a single-node replica set; started when it accepts writes. The replica set is created once
 * and reused by later starts, also with another port.
 *
 * @throws Error when there is no mongod; `start` throws with mongod's last line
 */
export async function createMongoProgram({
  port,
  dbPath,
  isDisposable = false,
  onLine,
}: MongoOptions): Promise<Program> {
  const command = await findMongod();
  await mkdir(dbPath, { recursive: true });
  const args = ['--bind_ip', '127.0.0.1', '--port', String(port), '--dbpath', dbPath, '--nounixsocket'];
  args.push('--replSet', replicaSetName, '--oplogSize', '128', '--wiredTigerCacheSizeGB', '0.25', '--quiet');
  // Each lesson changes pages all over the index of words. By default, MongoDB writes pages as soon as a twentieth of its cache has
  // changed, which with a cache of this size costs most of the processor time of creating lessons.
  const eviction = 'eviction_dirty_target=40,eviction_dirty_trigger=60';
  // A run of tests makes tens of thousands of collections and indexes, more than a process may have open files.
  const files = 'file_manager=(close_idle_time=20,close_scan_interval=5,close_handle_minimum=1000)';
  args.push('--wiredTigerEngineConfigString', isDisposable ? `${eviction},${files}` : eviction);
  args.push('--setParameter', 'diagnosticDataCollectionEnabled=false');
  // MongoDB's default of a minute is how long a killed process can stop the writes of all services.
  args.push('--setParameter', 'transactionLifetimeLimitSeconds=20');

  return {
    name: 'mongod',
    requestStop: () => shutDownMongod(port),
    start: () =>
      startChildUntilReady({ command, args, onLine }, (exitReason) =>
        ensurePrimary(port, { isDisposable, abortReason: exitReason }),
      ),
  };
}

/** Starts a mongod (see {@link createMongoProgram}); `url` has no database. */
export async function startMongoServer(options: MongoOptions): Promise<LocalServer> {
  return startLocalServer(options.port, mongoUrlOf(options.port), await createMongoProgram(options));
}
