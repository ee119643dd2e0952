import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { mongo } from 'mongoose';
import { readGzipLines, writeGzipLines } from './gzip-lines.ts';

const batchSize = 500;
const suffix = '.jsonl.gz';
/** Since MongoDB 5, snapshot reads need no transaction and have no time limit. */
const minSnapshotVersion = 5;

const { EJSON } = mongo.BSON;

/** In a database that is being restored: which backup. */
const markCollection = 'restoring';

/** Number of documents per database. */
export type DocumentCounts = Record<string, number>;

async function withClient<T>(uri: string, work: (client: mongo.MongoClient) => Promise<T>): Promise<T> {
  const client = await new mongo.MongoClient(uri).connect();
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

async function collectionsOf(database: mongo.Db): Promise<string[]> {
  const found = await database.listCollections({ type: 'collection' }, { nameOnly: true }).toArray();
  return found.map(({ name }) => name).filter((name) => !name.startsWith('system.'));
}

/**
 * Writes every collection of some databases as files, one folder per database, from a snapshot of a single point in
 * time. One service's copies of another's entities are therefore never newer than the entities themselves.
 *
 * @param uri a server with all the databases; the user must have read access to them
 * @returns the number of documents per database
 */
export async function dumpDatabases(
  uri: string,
  names: readonly string[],
  folder: string,
): Promise<DocumentCounts> {
  return withClient(uri, async (client) => {
    // Collections cannot be listed within a transaction. New ones are created only when a service starts.
    const collections = new Map(
      await Promise.all(names.map(async (name) => [name, await collectionsOf(client.db(name))] as const)),
    );
    const { version } = await client.db().admin().serverInfo();
    const dumpAll = async (session: mongo.ClientSession) => {
      const counts: DocumentCounts = {};
      for (const [name, present] of collections) {
        const target = join(folder, name);
        await mkdir(target, { recursive: true, mode: 0o700 });
        counts[name] = 0;
        for (const collection of present) {
          const documents = serializedDocuments(client.db(name).collection(collection), session);
          counts[name] += await writeGzipLines(join(target, `${collection}${suffix}`), documents);
        }
      }
      return counts;
    };
    if (Number(String(version).split('.')[0]) >= minSnapshotVersion)
      return client.withSession({ snapshot: true }, dumpAll);
    // An older server supports snapshot reads only in a transaction, which it aborts after a minute.
    return client.withSession((session) =>
      session.withTransaction(() => dumpAll(session), { readConcern: { level: 'snapshot' } }),
    );
  });
}

async function* serializedDocuments(collection: mongo.Collection, session: mongo.ClientSession) {
  for await (const document of collection.find({}, { session }))
    yield EJSON.stringify(document, { relaxed: false });
}

/**
 * Makes sure that databases are empty, and marks them as being restored until `finishRestore`. What an interrupted restore
 * of the same backup has written is deleted.
 *
 * @param backup identifies the backup
 * @param check what else must hold before anything is written; `isContinued` after an interrupted restore
 * @throws if one of the databases is not empty: nothing is overwritten, and no database is changed
 */
export async function prepareRestore(
  uri: string,
  names: readonly string[],
  backup: string,
  check: (isContinued: boolean) => Promise<void>,
): Promise<void> {
  await withClient(uri, async (client) => {
    const written: mongo.Collection[] = [];
    let isContinued = false;
    for (const name of names) {
      const database = client.db(name);
      const present = await collectionsOf(database);
      const isMarked = (await marksOf(database).findOne({ _id: backup })) !== null;
      if (present.length > 0 && !isMarked)
        throw new Error(`The database ${name} is not empty; drop it first if you want to replace it`);
      isContinued ||= isMarked;
      written.push(...present.filter((one) => one !== markCollection).map((one) => database.collection(one)));
    }
    await check(isContinued);
    for (const collection of written) await collection.drop();
    for (const name of names)
      await marksOf(client.db(name)).replaceOne({ _id: backup }, {}, { upsert: true });
  });
}

const marksOf = (database: mongo.Db) => database.collection<{ _id: string }>(markCollection);

/** Removes the marks of `prepareRestore`. */
export async function finishRestore(uri: string, names: readonly string[]): Promise<void> {
  await withClient(uri, async (client) => {
    for (const name of names) await marksOf(client.db(name)).drop();
  });
}

/**
 * Restores the files that `dumpDatabases` wrote, after `prepareRestore`. The services create the indexes when they start. What
 * they may have to publish again is kept as long as if it had been sent now, however old the backup is.
 */
export async function restoreDatabases(
  uri: string,
  names: readonly string[],
  folder: string,
): Promise<DocumentCounts> {
  return withClient(uri, async (client) => {
    const counts: DocumentCounts = {};
    for (const name of names) counts[name] = await restoreDatabase(client.db(name), join(folder, name));
    return counts;
  });
}

/**
 * The dates by which MongoDB deletes what the services may have to publish again, by collection. In a backup that is
 * older than a day they have passed: the rows would be deleted within a minute, before any service has started.
 */
const republishedUntil: Readonly<Record<string, string>> = { outbox: 'sentAt', tombstones: 'at' };

async function restoreDatabase(database: mongo.Db, folder: string): Promise<number> {
  let documents = 0;
  for (const file of (await readdir(folder)).filter((name) => name.endsWith(suffix))) {
    const name = file.slice(0, -suffix.length);
    const collection = await database.createCollection(name);
    const dateField = republishedUntil[name];
    const restoredAt = new Date();
    let batch: mongo.Document[] = [];
    const insert = async () => {
      if (batch.length > 0) await collection.insertMany(batch, { ordered: false });
      documents += batch.length;
      batch = [];
    };
    for await (const line of readGzipLines(join(folder, file))) {
      const document = EJSON.parse(line, { relaxed: false }) as mongo.Document;
      if (dateField !== undefined && dateField in document) document[dateField] = restoredAt;
      batch.push(document);
      if (batch.length >= batchSize) await insert();
    }
    await insert();
  }
  return documents;
}
