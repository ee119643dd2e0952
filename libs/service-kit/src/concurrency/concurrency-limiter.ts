/**
 * Lets only so many pieces of work run at the same time; the others wait, first come first served.
 *
 * @param concurrency how many, at least 1
 * @returns a function that runs a piece of work when there is room, and gives what it gives, failures included
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
