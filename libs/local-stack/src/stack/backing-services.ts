import { join } from 'node:path';
import { findMongo } from '../binaries/find-mongo.ts';
import { findNats } from '../binaries/find-nats.ts';
import type { StateFile } from '../data-dir/state-file.ts';
import type { StackLog } from '../log/stack-log.ts';
import { assertMongoVersion } from '../mongo/assert-mongo-version.ts';
import { createMongoProgram, mongoUrlOf } from '../mongo/mongo-server.ts';
import { createNatsProgram, natsUrlOf } from '../nats/nats-server.ts';
import type { Program } from '../process/supervisor.ts';

/** Addresses of MongoDB and NATS, and the programs to start for them. */
export interface BackingServices {
  mongoUrl: string;
  natsUrl: string;
  programs: Program[];
}

/** The names of the programs that {@link findBackingServices} may return. */
export const backingServiceNames: ReadonlySet<string> = new Set(['mongod', 'nats']);

/** Uses the MongoDB and NATS of the environment; otherwise plans local ones with their data in the folder. */
export async function findBackingServices(
  dataDir: string,
  stateFile: StateFile,
  log: StackLog,
): Promise<BackingServices> {
  const [mongo, nats] = await Promise.all([findMongo(), findNats()]);
  const backingServices: BackingServices = { mongoUrl: '', natsUrl: '', programs: [] };
  if (mongo.kind === 'running') backingServices.mongoUrl = mongo.url;
  else {
    const port = await stateFile.port('mongod');
    const dbPath = join(dataDir, 'mongo');
    await assertMongoVersion(mongo.file, dbPath);
    backingServices.mongoUrl = mongoUrlOf(port);
    backingServices.programs.push(
      await createMongoProgram({ port, dbPath, onLine: log.lineWriter('mongod', true) }),
    );
  }
  if (nats.kind === 'running') backingServices.natsUrl = nats.url;
  else {
    const port = await stateFile.port('nats');
    const storeDir = join(dataDir, 'nats');
    backingServices.natsUrl = natsUrlOf(port);
    backingServices.programs.push(
      await createNatsProgram({ port, storeDir, onLine: log.lineWriter('nats', true) }),
    );
  }
  return backingServices;
}
