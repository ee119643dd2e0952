import type { Connection } from 'mongoose';
import { isDuplicateKey } from '../mongo/mongo-errors.ts';

/** A message that was begun, and of whose outcome nobody has heard yet. */
interface AttemptRow {
  /** `<durable>:<its place in the stream>` */
  _id: string;
  times: number;
  /** For the database to forget it, should the message never come again. */
  at: Date;
}

export const attemptsCollection = 'attempts';

/**
 * Which messages were under way when a process ended. Kept outside the transactions of their effects, which end with
 * the process; the server's count of deliveries is no measure, it also grows when a process is merely stopped.
 */
export interface AttemptTracker {
  /** To be called before a message is handled: says how often it was begun before and came to no outcome. */
  begin(seq: number): Promise<number>;
  /** Whatever the outcome was. */
  end(seq: number): Promise<void>;
}

export function createAttemptTracker(connection: Connection, durable: string): AttemptTracker {
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
      // Another instance was first.
      if (isDuplicateKey(error)) return begin(seq);
      throw error;
    }
  }

  return {
    begin,
    async end(seq) {
      await rows().deleteOne({ _id: rowId(seq) });
    },
  };
}
