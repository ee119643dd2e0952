import { randomUUID } from 'node:crypto';
import { isDuplicateKey } from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';
import { leasesOf } from './lease.model.ts';

/** A right that one instance has at a time. */
export interface LeaderLease {
  /** Takes the lease, or keeps it for longer; false while another instance has it. */
  acquire(): Promise<boolean>;
  /** Lets another instance have it. */
  release(): Promise<void>;
}

/** @param options.forMs how long it is kept without being taken again: longer than one piece of the work */
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
        // Another instance has it: the row is there, and does not match.
        if (isDuplicateKey(error)) return false;
        throw error;
      }
    },
    async release() {
      await leases.deleteOne({ _id: name, owner });
    },
  };
}
