import { type Connection, mongo } from 'mongoose';

/** What one committed transaction wrote, as MongoDB's log has it. */
export interface TransactionSize {
  /** The number of rows of the collection that it wrote. */
  readonly rows: number;
  /** All that it wrote, in bytes. MongoDB 4.0 limits a transaction to 16 MB. */
  readonly bytes: number;
}

interface OplogEntry {
  readonly ts: mongo.Timestamp;
  readonly lsid?: { readonly id: mongo.UUID };
  readonly txnNumber?: mongo.Long;
  readonly o: { readonly applyOps?: readonly { readonly ns: string }[] };
}

/**
 * Reads from MongoDB's log how large transactions were, to test that they do not grow with what is stored.
 *
 * @param collection the name of a collection of the connection's database
 * @returns the committed transactions that wrote to it while `work` ran
 */
export async function captureTransactionSizes(
  connection: Connection,
  collection: string,
  work: () => Promise<unknown>,
): Promise<TransactionSize[]> {
  const oplog = connection.getClient().db('local').collection<OplogEntry>('oplog.rs');
  const before = await oplog.find().sort({ $natural: -1 }).limit(1).next();
  await work();
  const ns = `${connection.name}.${collection}`;
  const since = before?.ts ?? new mongo.Timestamp(0n);
  const sizes = new Map<string, TransactionSize>();
  const filter = { ts: { $gt: since }, 'o.applyOps.ns': ns } as object;
  // MongoDB 4.0 seeks to `since` only with this option. A scan from the start fails when the oldest entry is deleted.
  const entries = oplog.find(filter, { oplogReplay: true });
  // Later versions of MongoDB part a large transaction into several entries.
  for await (const entry of entries) {
    const key = `${entry.lsid?.id} ${entry.txnNumber}`;
    const { rows, bytes } = sizes.get(key) ?? { rows: 0, bytes: 0 };
    sizes.set(key, {
      rows: rows + (entry.o.applyOps ?? []).filter((operation) => operation.ns === ns).length,
      bytes: bytes + mongo.BSON.calculateObjectSize(entry),
    });
  }
  return [...sizes.values()];
}
