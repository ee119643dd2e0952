import { buildSortKey } from '@khmer-learning/khmer-text';
import type { Connection } from 'mongoose';

/** Maximum number of documents updated by one command. */
const batchSize = 200;

interface KeyedDocument {
  _id: number;
  version: number;
  [field: string]: unknown;
}

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
  const documents = connection.collection<KeyedDocument>(collection);
  const projection = Object.fromEntries(['version', ...texts].map((field) => [field, 1]));
  for (;;) {
    const outdated = await documents
      .find({ [key]: null }, { projection })
      .hint({ [key]: 1, _id: 1 })
      .limit(batchSize)
      .toArray();
    if (outdated.length === 0) return;
    await documents.bulkWrite(
      outdated.map((document) => ({
        updateOne: {
          filter: { _id: document._id, version: document.version, [key]: null },
          update: { $set: { [key]: buildSortKey(texts.map((field) => document[field]).join(' ')) } },
        },
      })),
    );
  }
}
