import type { Connection } from 'mongoose';

interface StoredDocument {
  _id: string | number;
  [field: string]: unknown;
}

/**
 * Computes fields of all documents of a collection anew, for a migration after their rule has changed. Documents that change
 * meanwhile are left out: whoever changes them computes the fields. It can be restarted at any time.
 *
 * @param options.reads the fields from which the others are computed
 * @param options.guard a field that each change of a document changes; default `version`
 * @param options.batchSize maximum number of documents in memory and in one command
 * @throws MongoBulkWriteError when a unique index refuses a value
 */
export async function recomputeFields<R extends object>(
  connection: Connection,
  collection: string,
  options: {
    readonly reads: readonly (keyof R & string)[];
    readonly compute: (read: R) => object;
    readonly guard?: string;
    readonly batchSize?: number;
  },
): Promise<void> {
  const { reads, compute, guard = 'version', batchSize = 200 } = options;
  const documents = connection.collection<StoredDocument>(collection);
  const projection = Object.fromEntries([guard, ...reads].map((field) => [field, 1]));
  let after: StoredDocument['_id'] | undefined;
  for (;;) {
    const batch = await documents
      .find(after === undefined ? {} : { _id: { $gt: after } }, { projection })
      .sort({ _id: 1 })
      .limit(batchSize)
      .toArray();
    if (batch.length === 0) return;
    await documents.bulkWrite(
      batch.map((document) => ({
        updateOne: {
          filter: { _id: document._id, [guard]: document[guard] },
          update: { $set: { ...compute(document as unknown as R) } },
        },
      })),
      { ordered: false },
    );
    after = batch.at(-1)?._id;
  }
}
