import { buildSortKey } from '@khmer-learning/khmer-text';
import type { Connection, IndexDefinition, mongo } from 'mongoose';
import { searchVersionIndex, titleFields } from '../search/titled-search.ts';

/** Maximum number of documents updated by one command. */
const batchSize = 200;

/**
 * Adds sort keys to documents that were stored without one. Documents that change meanwhile are read again. It can be
 * restarted at any time.
 *
 * @param collection its name; it needs the index `{ [options.key]: 1, _id: 1 }`
 * @param options.key the field of the key
 * @param options.texts the fields with the text, joined by a space
 */
export async function backfillSortKeys(
  connection: Connection,
  collection: string,
  { key, texts }: { readonly key: string; readonly texts: readonly string[] },
): Promise<void> {
  await backfill(connection.collection(collection), key, { [key]: 1, _id: 1 }, texts, (document) => ({
    [key]: buildSortKey(texts.map((field) => document[field]).join(' ')),
  }));
}

/**
 * Adds title keys to documents stored before `titleKeys` existed, like `backfillSortKeys`; until then, users without access to
 * the contents cannot find them.
 *
 * @param collection its name; it needs `searchVersionIndex`
 */
export async function backfillTitleKeys(connection: Connection, collection: string): Promise<void> {
  const reads = ['title', 'description'];
  await backfill(
    connection.collection(collection),
    'searchVersion',
    searchVersionIndex,
    reads,
    ({ title, description }) => titleFields({ title: String(title), description: String(description) }),
  );
}

/** @param missing the field that documents lack; `hint` finds them */
async function backfill(
  documents: mongo.Collection,
  missing: string,
  hint: IndexDefinition,
  reads: readonly string[],
  compute: (document: mongo.Document) => object,
): Promise<void> {
  const projection = Object.fromEntries(['version', ...reads].map((field) => [field, 1]));
  for (;;) {
    const outdated = await documents
      .find({ [missing]: null }, { projection })
      .hint({ ...hint })
      .limit(batchSize)
      .toArray();
    if (outdated.length === 0) return;
    await documents.bulkWrite(
      outdated.map((document) => ({
        updateOne: {
          filter: { _id: document._id, version: document.version, [missing]: null },
          update: { $set: { ...compute(document) } },
        },
      })),
    );
  }
}
