import { join } from 'node:path';
import { findMongo } from '../binaries/find-mongo.ts';
import { findNats } from '../binaries/find-nats.ts';
import type { StateFile } from '../data-dir/state.ts';
import type { LogBook } from '../log/log-book.ts';
import { checkDataVersion } from '../mongo/data-version.ts';
import { mongoProgram, mongoUrlOf } from '../mongo/mongo-server.ts';
import { natsProgram, natsUrlOf } from '../nats/nats-server.ts';
import type { Program } from '../process/supervisor.ts';

/** Where MongoDB and NATS are, and what has to run for that. */
export interface Servers {
  mongoUrl: string;
  natsUrl: string;
  programs: Program[];
}

/** The names of the programs that {@link findServers} may return. */
export const serverNames: ReadonlySet<string> = new Set(['mongod', 'nats']);

/** MongoDB and NATS: those the environment names, otherwise our own, which keep their data in the folder. */
export async function findServers(dataDir: string, stateFile: StateFile, log: LogBook): Promise<Servers> {
  const [mongo, nats] = await Promise.all([findMongo(), findNats()]);
  const servers: Servers = { mongoUrl: '', natsUrl: '', programs: [] };
  if (mongo.kind === 'running') servers.mongoUrl = mongo.url;
  else {
    const port = await stateFile.port('mongod');
    const dbPath = join(dataDir, 'mongo');
    await checkDataVersion(mongo.file, dbPath);
    servers.mongoUrl = mongoUrlOf(port);
    servers.programs.push(await mongoProgram({ port, dbPath, onLine: log.of('mongod', true) }));
  }
  if (nats.kind === 'running') servers.natsUrl = nats.url;
  else {
    const port = await stateFile.port('nats');
    const storeDir = join(dataDir, 'nats');
    servers.natsUrl = natsUrlOf(port);
    servers.programs.push(await natsProgram({ port, storeDir, onLine: log.of('nats', true) }));
  }
  return servers;
}
