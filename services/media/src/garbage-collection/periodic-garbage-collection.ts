import type { Logger } from '@khmer-learning/service-kit';

/** A running periodic garbage collection. */
export interface PeriodicGarbageCollection {
  /** Stops it and waits for a collection in progress. */
  stop(): Promise<void>;
}

/** Collects garbage now and then periodically, `everyMs` after each run. A failure is logged and retried next time. */
export function startPeriodicGarbageCollection(
  collectGarbage: () => Promise<void>,
  options: { everyMs: number; logger: Logger },
): PeriodicGarbageCollection {
  const { everyMs, logger } = options;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let current = run();

  async function run(): Promise<void> {
    try {
      await collectGarbage();
    } catch (error) {
      logger.warn({ err: error }, 'Garbage collection of unused files failed');
    }
    if (stopped) return;
    timer = setTimeout(() => {
      current = run();
    }, everyMs);
  }

  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await current;
    },
  };
}
