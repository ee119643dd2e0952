import type { OutboxStream } from '../nats/outbox-streams.ts';

const minBackoffMs = 250;
const maxBackoffMs = 5_000;

/** Streams that do not take anything for now: each is left alone for a while, ever longer, and does not hold up others. */
export interface StreamBackoff {
  isBackingOff(stream: OutboxStream): boolean;
  /** @returns how many pauses of this stream came one after another */
  recordFailure(stream: OutboxStream): number;
  /** It takes again: the pause after this one is a short one. */
  recordSuccess(stream: OutboxStream): void;
}

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
