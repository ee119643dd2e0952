import { waitFor } from '@khmer-learning/local-stack';

/**
 * Repeats assertions until they hold, for what happens in its own time.
 * @param check throws (as `expect` does) while it is not yet so
 * @param options `timeoutMs` defaults to 40,000: a machine may be busy with other tests; `intervalMs` to 25
 * @returns what `check` returned
 * @throws the last failure, as it was, after the time-out
 */
export async function eventually<T>(
  check: () => T | Promise<T>,
  options: { timeoutMs?: number; intervalMs?: number } = {},
): Promise<T> {
  const { timeoutMs = 40_000, intervalMs = 25 } = options;
  return waitFor('condition', async () => check(), { timeoutMs, intervalMs }).catch((error: unknown) => {
    throw (error as Error).cause ?? error;
  });
}
