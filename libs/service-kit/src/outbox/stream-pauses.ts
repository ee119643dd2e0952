import type { OutboxStream } from '../nats/outbox-streams.ts';

const shortestPauseMs = 250;
const longestPauseMs = 5_000;

/** Streams that do not take anything for now: each is left alone for a while, ever longer, and does not hold up others. */
export interface StreamPauses {
  isPaused(stream: OutboxStream): boolean;
  /** @returns how many pauses of this stream came one after another */
  begin(stream: OutboxStream): number;
  /** It takes again: the pause after this one is a short one. */
  end(stream: OutboxStream): void;
}

export function createStreamPauses(): StreamPauses {
  const pauses = new Map<string, { readonly failures: number; readonly until: number }>();
  return {
    isPaused: ({ name }) => performance.now() < (pauses.get(name)?.until ?? 0),
    begin({ name }) {
      const failures = (pauses.get(name)?.failures ?? 0) + 1;
      const until = performance.now() + Math.min(longestPauseMs, shortestPauseMs * 2 ** (failures - 1));
      pauses.set(name, { failures, until });
      return failures;
    },
    end({ name }) {
      const pause = pauses.get(name);
      if (pause) pauses.set(name, { ...pause, failures: 0 });
    },
  };
}
