import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
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
import { createMongoProgram, mongoUrlOf } from '../mongo/mongo-server.ts';
import { createNatsProgram, natsUrlOf } from '../nats/nats-server.ts';
import type { Program } from '../process/supervisor.ts';

/** The names of the programs that {@link findBackingServices} may return. */
export const backingServiceNames: ReadonlySet<string> = new Set(['mongod', 'nats']);

/**
 * Uses the MongoDB and NATS of the environment; otherwise plans local ones with their data in the folder.
 *
 * @returns their addresses, and the programs to start for them
 */
export async function findBackingServices(dataDir: string, stateFile: StateFile, log: StackLog) {
  const [mongo, nats] = await Promise.all([findMongo(), findNats()]);
  const programs: Program[] = [];
  let mongoUrl: string;
  let natsUrl: string;
  let natsUrlFor = (_name: ServiceName): string => natsUrl;
  if (mongo.kind === 'running') mongoUrl = mongo.url;
  else {
    const port = await stateFile.port('mongod');
    const dbPath = join(dataDir, 'mongo');
    await assertMongoVersion(mongo.file, dbPath);
    mongoUrl = mongoUrlOf(port);
    programs.push(await createMongoProgram({ port, dbPath, onLine: log.lineWriter('mongod', true) }));
  }
  if (nats.kind === 'running') natsUrl = nats.url;
  else {
    const port = await stateFile.port('nats');
    const storeDir = join(dataDir, 'nats');
    const passwordOf = (name: string) => stateFile.secret(`NATS_PASSWORD_${name.toUpperCase()}`);
    const address = natsUrlOf(port);
    natsUrl = address;
    natsUrlFor = (name) => address.replace('//', `//${name}:${passwordOf(name)}@`);
    const remotes = remoteEventsSchema.parse(process.env.REMOTE_EVENTS).map((events) => {
      const user = remoteNatsUser(events.remote);
      const password = passwordOf(user);
      log.info('stack', `Events for ${events.remote}: ${address.replace('//', `//${user}:${password}@`)}`);
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
    programs.push(
      await createNatsProgram({ port, storeDir, args: ['-c', file], onLine: log.lineWriter('nats', true) }),
    );
  }
  return {
    mongoUrl,
    /** With all permissions, if the stack runs it. */
    natsUrl,
    /** A process' own address, with the permissions that it has in an installation. */
    natsUrlFor,
    /** Whether the stack runs NATS, and must make the streams. */
    isOwnNats: nats.kind !== 'running',
    programs,
  };
}

async function versionOf(mongod: string): Promise<string> {
  const { stdout } = await promisify(execFile)(mongod, ['--version']);
  return /db version v(\d+\.\d+)/.exec(stdout)?.[1] ?? 'unknown';
}

/**
 * Checks that a database folder is opened by the MongoDB version that wrote it: another major version fails to start
 * without a clear message. The first call records the version in the folder.
 *
 * @throws Error with instructions when the version differs
 */
async function assertMongoVersion(mongod: string, dbPath: string): Promise<void> {
  const file = join(dbPath, 'written-by');
  const version = await versionOf(mongod);
  const writtenBy = await readFile(file, 'utf8').catch(() => undefined);
  if (writtenBy === undefined) {
    await mkdir(dbPath, { recursive: true });
    await writeFile(file, version);
  } else if (writtenBy !== version) {
    throw new Error(
      `${dbPath} was written by MongoDB ${writtenBy}, and ${mongod} is ${version}: put ${writtenBy} first on PATH, ` +
        'or start with another DATA_DIR',
    );
  }
}
