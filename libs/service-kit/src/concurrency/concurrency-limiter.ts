/**
 * Limits the number of concurrent tasks; further tasks wait in a FIFO queue.
 *
 * @param concurrency maximum number of running tasks, at least 1
 * @returns a function that runs a task when there is capacity and returns its result or error
 */
export function createConcurrencyLimiter(concurrency: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running === concurrency) await new Promise<void>((start) => waiting.push(start));
    else running += 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
