import { everyTick } from '@khmer-learning/service-kit';

const calmIntervalMs = 5_000;
/** Somebody who asks gets what was found before. The next one gets what was found at most this long ago. */
const askedIntervalMs = 1_000;

/** Calls `look` every 5 s, and at once when somebody asks and the last look began more than a second ago. */
export function lookWhenAsked(look: () => void): { ask(): void; stop(): void } {
  let lookedAt = Number.NEGATIVE_INFINITY;
  function lookNow(): void {
    lookedAt = performance.now();
    look();
  }
  return {
    ask(): void {
      if (performance.now() - lookedAt > askedIntervalMs) lookNow();
    },
    stop: everyTick(calmIntervalMs, lookNow),
  };
}
