import { mongo } from 'mongoose';
import { waitFor } from '../process/wait-for.ts';

/** Name of the replica set. Transactions need a replica set; one member is enough on one machine. */
export const replicaSetName = 'rs0';

const notYetInitialized = 94;
const invalidReplicaSetConfig = 93;

function createClient(port: number): mongo.MongoClient {
  return new mongo.MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    serverSelectionTimeoutMS: 1_000,
  });
}

async function assertPrimary(admin: mongo.Db): Promise<void> {
  const { ismaster } = await admin.command({ isMaster: 1 });
  if (ismaster !== true) throw new Error('no primary yet');
}

/** @returns whether the replica set is new */
async function ensureMember(admin: mongo.Db, host: string, isDisposable: boolean): Promise<boolean> {
  try {
    const { config } = (await admin.command({ replSetGetConfig: 1 })) as mongo.Document & {
      config: { version: number; members: { host: string }[] };
    };
    if (config.members[0]?.host === host) return false;
    const [member] = config.members;
    const moved = { ...config, version: config.version + 1, members: [{ ...member, host }] };
    await admin.command({ replSetReconfig: moved, force: true });
    return false;
  } catch (error) {
    const code = error instanceof mongo.MongoServerError ? error.code : undefined;
    if (code !== notYetInitialized && code !== invalidReplicaSetConfig) throw error;
    const members = [{ _id: 0, host }];
    await admin.command({
      replSetInitiate: { _id: replicaSetName, members, writeConcernMajorityJournalDefault: !isDisposable },
    });
    return true;
  }
}

/**
 * Initialises a started mongod as a single-node replica set, or updates its address after a change of port, and waits
 * until it accepts writes.
 *
 * @param options.isDisposable a new replica set acknowledges writes before they are in the journal
 * @param options.abortReason returns a reason to stop waiting, such as the end of mongod
 * @throws Error when it does not accept writes within 30 s
 */
export async function ensurePrimary(
  port: number,
  { isDisposable = false, abortReason }: { isDisposable?: boolean; abortReason: () => string | undefined },
): Promise<void> {
  const waitOptions = { timeoutMs: 30_000, abortReason };
  const client = createClient(port);
  const host = `127.0.0.1:${port}`;
  try {
    await waitFor('mongod answers', () => client.connect(), waitOptions);
    const admin = client.db('admin');
    const ensure = () => ensureMember(admin, host, isDisposable);
    const isNew = await waitFor('mongod has its replica set', ensure, waitOptions);
    await waitFor('mongod is primary', () => assertPrimary(admin), waitOptions);
    // Killed before its first checkpoint, a new replica set loses writes that were acknowledged (measured with 4.0).
    if (isNew) await admin.command({ fsync: 1 });
  } finally {
    await client.close();
  }
}

/**
 * Shuts a mongod down immediately. On SIGTERM a primary would first wait 10 s for other members to catch up.
 *
 * @throws Error when the command fails
 */
export async function shutDownMongod(port: number): Promise<void> {
  const client = createClient(port);
  try {
    await client.db('admin').command({ shutdown: 1, force: true, timeoutSecs: 0 });
  } catch (error) {
    // It closes the connection without a response.
    if (!(error instanceof mongo.MongoNetworkError)) throw error;
  } finally {
    await client.close();
  }
}
