import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '@khmer-learning/service-kit';

const tryAgainMs = 1_000;

/** Work that goes on after its request was answered. */
export interface Background {
  /**
   * Runs work that may be begun again at any time. It is tried again until it succeeds or the service stops; what is
   * left then is for the next start.
   *
   * @param work ends soon after `signal` says that the service stops
   */
  run(work: (signal: AbortSignal) => Promise<void>): void;
  /** Waits for what is under way. */
  stop(): Promise<void>;
}

export function createBackground(logger: Logger): Background {
  const stopping = new AbortController();
  const running = new Set<Promise<void>>();

  async function persist(work: (signal: AbortSignal) => Promise<void>): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        return await work(stopping.signal);
      } catch (error) {
        logger.warn({ err: error }, 'Work in the background failed; it is tried again');
        await delay(tryAgainMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }

  return {
    run(work) {
      const finished = persist(work).finally(() => running.delete(finished));
      running.add(finished);
    },
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}
