import { randomUUID } from 'node:crypto';
import { isDuplicateKey } from '@khmer-learning/service-kit';
import { type Connection, type Model, Schema } from 'mongoose';

/** The holder of a lease for a task that only one instance may run. */
interface StoredLease {
  /** The name of the task. */
  _id: string;
  owner: string;
  until: Date;
}

const schema = new Schema<StoredLease>(
  { _id: String, owner: String, until: Date },
  { versionKey: false, collection: 'leases' },
);

/** The Mongoose model of the leases of a connection. */
export function leasesOf(connection: Connection): Model<StoredLease> {
  return connection.models.Lease ?? connection.model<StoredLease>('Lease', schema);
}

/** A lease that at most one instance holds at a time. */
export interface LeaderLease {
  /** Acquires or renews the lease; false while another instance holds it. */
  acquire(): Promise<boolean>;
  /** Releases the lease if this instance holds it. */
  release(): Promise<void>;
}

/**
 * Creates a lease with a random owner id.
 *
 * @param options.forMs how long it is held without renewal; longer than one unit of the work
 */
export function createLeaderLease(
  connection: Connection,
  name: string,
  options: { forMs: number; now: () => Date },
): LeaderLease {
  const owner = randomUUID();
  const leases = leasesOf(connection);
  return {
    async acquire() {
      const now = options.now();
      const until = new Date(now.getTime() + options.forMs);
      try {
        await leases.updateOne(
          { _id: name, $or: [{ owner }, { until: { $lte: now } }] },
          { $set: { owner, until } },
          { upsert: true },
        );
        return true;
      } catch (error) {
        // Another instance holds it: the row exists but the filter does not match, so the upsert fails.
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    async release() {
      await leases.deleteOne({ _id: name, owner });
    },
  };
}
