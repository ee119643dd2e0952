import type { Migration } from '@khmer-learning/service-kit';

/** A counter of attempts to sign in, or of another rate-limited call. */
interface CounterRow {
  _id: string;
  pending: number;
  expiresAt: Date;
}

/**
 * Copies the counters of rate limits from `attempts` to `rate_limits`, so that no delay ends early. Instances of the previous
 * release keep theirs; attempts that these are checking do not count in the copy, as they report their end to the original.
 */
export const rateLimits: Migration = {
  name: '0002-rate-limits',
  async up(connection) {
    const counters = connection.collection<CounterRow>('rate_limits');
    // At most one per account and network within a quarter of an hour.
    const live = connection.collection<CounterRow>('attempts').find({ expiresAt: { $gt: new Date() } });
    for await (const { _id, ...counter } of live)
      await counters.updateOne({ _id }, { $setOnInsert: { ...counter, pending: 0 } }, { upsert: true });
  },
};
