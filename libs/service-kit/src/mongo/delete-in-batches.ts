import type { mongo } from 'mongoose';

const maxPerCommand = 10_000;

/** Deletes any number of documents. One command for millions of them would take longer than the socket timeout. */
export async function deleteInBatches<T extends mongo.Document>(
  documents: mongo.Collection<T>,
  filter: mongo.Filter<T>,
): Promise<void> {
  for (let isDone = false; !isDone; ) {
    const found = await documents.find(filter, { projection: { _id: 1 }, limit: maxPerCommand }).toArray();
    await documents.deleteMany({ _id: { $in: found.map(({ _id }) => _id) } } as mongo.Filter<T>);
    isDone = found.length < maxPerCommand;
  }
}
