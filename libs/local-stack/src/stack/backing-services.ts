import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  remoteEventsSchema,
  remoteNatsUser,
  renderNatsConfiguration,
  type ServiceName,
  serviceNames,
} from '@khmer-learning/contracts';
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
  /** With all permissions, if the stack runs it. */
  natsUrl: string;
  /** A process' own address, with the permissions that it has in an installation. */
  natsUrlFor: (name: ServiceName) => string;
  /** Whether the stack runs NATS, and must make the streams. */
  isOwnNats: boolean;
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
  const backingServices: BackingServices = {
    mongoUrl: '',
    natsUrl: '',
    natsUrlFor: () => backingServices.natsUrl,
    isOwnNats: nats.kind !== 'running',
    programs: [],
  };
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
    const passwordOf = (name: string) => stateFile.secret(`NATS_PASSWORD_${name.toUpperCase()}`);
    backingServices.natsUrl = natsUrlOf(port);
    backingServices.natsUrlFor = (name) => natsUrlOf(port).replace('//', `//${name}:${passwordOf(name)}@`);
    const remotes = remoteEventsSchema.parse(process.env.REMOTE_EVENTS).map((events) => {
      const user = remoteNatsUser(events.remote);
      const password = passwordOf(user);
      log.info(
        'stack',
        `Events for ${events.remote}: ${natsUrlOf(port).replace('//', `//${user}:${password}@`)}`,
      );
      return { ...events, password };
    });
    const file = join(dataDir, 'nats.conf');
    const configuration = renderNatsConfiguration({
      passwords: serviceNames.map((name) => [name, passwordOf(name)] as const),
      remotes,
      operator: { user: 'operator', password: passwordOf('operator') },
      // For tools on this machine, which reach MongoDB without a password too.
      server: 'no_auth_user: operator',
    });
    await writeFile(file, configuration, { mode: 0o600 });
    backingServices.programs.push(
      await createNatsProgram({ port, storeDir, args: ['-c', file], onLine: log.lineWriter('nats', true) }),
    );
  }
  return backingServices;
}
