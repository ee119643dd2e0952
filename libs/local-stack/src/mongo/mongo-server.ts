import { mkdir } from 'node:fs/promises';
import { findMongod } from '../binaries/find-mongo.ts';
import { type LocalServer, startLocalServer } from '../process/local-server.ts';
import { startChildUntilReady } from '../process/start-child-until-ready.ts';
import type { Program } from '../process/supervisor.ts';
import { ensurePrimary, replicaSetName, shutDownMongod } from './replica-set.ts';

/** How to run a mongod. */
export interface MongoOptions {
  port: number;
  /** Where it keeps its databases; made when missing. */
  dbPath: string;
  /** Called with each line it logs. */
  onLine?: (line: string) => void;
}

/** How clients reach a mongod of ours: a connection string without a database. */
export function mongoUrlOf(port: number): string {
  return `mongodb://127.0.0.1:${port}/?replicaSet=${replicaSetName}`;
}

/**
 * A mongod on 127.0.0.1 as a replica set of one, that counts as started once it takes writes. The replica set
 * is made once; later starts find it, also under another port.
 * @throws when there is no mongod; its start throws with mongod's last line
 */
export async function createMongoProgram({ port, dbPath, onLine }: MongoOptions): Promise<Program> {
  const command = await findMongod();
  await mkdir(dbPath, { recursive: true });
  const args = ['--bind_ip', '127.0.0.1', '--port', String(port), '--dbpath', dbPath, '--nounixsocket'];
  args.push('--replSet', replicaSetName, '--oplogSize', '128', '--wiredTigerCacheSizeGB', '0.25', '--quiet');
  args.push('--setParameter', 'diagnosticDataCollectionEnabled=false');

  return {
    name: 'mongod',
    requestStop: () => shutDownMongod(port),
    start: () =>
      startChildUntilReady({ command, args, onLine }, (exitReason) => ensurePrimary(port, exitReason)),
  };
}

/** Starts a mongod (see {@link createMongoProgram}); `url` names no database. */
export async function startMongoServer(options: MongoOptions): Promise<LocalServer> {
  return startLocalServer(options.port, mongoUrlOf(options.port), await createMongoProgram(options));
}
