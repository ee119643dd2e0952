import type { OutboxStream } from '../nats/outbox-streams.ts';

const minBackoffMs = 250;
const maxBackoffMs = 5_000;

/** Exponential back-off per stream, so that an unavailable stream does not block the others. */
export interface StreamBackoff {
  isBackingOff(stream: OutboxStream): boolean;
  /** Starts the next back-off period; returns the number of consecutive failures. */
  recordFailure(stream: OutboxStream): number;
  /** Resets the back-off of a stream. */
  recordSuccess(stream: OutboxStream): void;
}

/** Creates back-off state for streams: 250 ms, doubled per failure up to 5 s. */
export function createStreamBackoff(): StreamBackoff {
  const backoffs = new Map<string, { readonly failures: number; readonly until: number }>();
  return {
    isBackingOff: ({ name }) => performance.now() < (backoffs.get(name)?.until ?? 0),
    recordFailure({ name }) {
      const failures = (backoffs.get(name)?.failures ?? 0) + 1;
      const until = performance.now() + Math.min(maxBackoffMs, minBackoffMs * 2 ** (failures - 1));
      backoffs.set(name, { failures, until });
      return failures;
    },
    recordSuccess({ name }) {
      const backoff = backoffs.get(name);
      if (backoff) backoffs.set(name, { ...backoff, failures: 0 });
    },
  };
}
