import type { Logger } from '@khmer-learning/service-kit';

export interface PeriodicGarbageCollection {
  /** Lets one that is under way finish. */
  stop(): Promise<void>;
}

/** Sweeps now and then again and again. A failure is said, and the next time is another chance. */
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
      logger.warn({ err: error }, 'Unused files could not be looked for');
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
