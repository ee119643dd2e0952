import type { Connection } from 'mongoose';
import { attemptsCollection } from '../mongo/connect-mongo.ts';
import { isDuplicateKey } from '../mongo/mongo-errors.ts';

/** A message whose handling has started and not ended. */
interface AttemptRow {
  /** `<durable>:<stream sequence>` */
  _id: string;
  times: number;
  /** Expiry index: removes the row if the message is never redelivered. */
  at: Date;
}

/** Tracks the attempts of one durable consumer in the collection `attempts`. */
export function createAttemptTracker(connection: Connection, durable: string) {
  const rows = () => connection.collection<AttemptRow>(attemptsCollection);
  const rowId = (seq: number) => `${durable}:${seq}`;

  async function begin(seq: number): Promise<number> {
    try {
      const before = await rows().findOneAndUpdate(
        { _id: rowId(seq) },
        { $inc: { times: 1 }, $set: { at: new Date() } },
        { upsert: true, returnDocument: 'before' },
      );
      return before?.times ?? 0;
    } catch (error) {
      // Another instance inserted the row first.
      if (isDuplicateKey(error)) return begin(seq);
      throw error;
    }
  }

  return {
    /** Call it before handling a message. Returns the number of earlier attempts that did not end. */
    begin,
    /** Call it after handling a message, on success and on failure. */
    async end(seq: number): Promise<void> {
      await rows().deleteOne({ _id: rowId(seq) });
    },
  };
}
