import { waitFor } from '@khmer-learning/local-stack';

/**
 * Repeats assertions until they hold, for what happens in its own time.
 * @param check throws (as `expect` does) while it is not yet so
 * @param options `timeoutMs` defaults to 40,000: a machine may be busy with other tests; `refetchIntervalMs` to 25
 * @returns what `check` returned
 * @throws the last failure, as it was, after the time-out
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  options: { timeoutMs?: number; everyMs?: number } = {},
): Promise<T> {
  const { timeoutMs = 40_000, everyMs = 25 } = options;
  return waitFor('condition', async () => check(), { timeoutMs, intervalMs: everyMs }).catch(
    (error: unknown) => {
      throw (error as Error).cause ?? error;
    },
  );
}
