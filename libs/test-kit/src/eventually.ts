import { waitFor } from '@khmer-learning/local-stack';

/**
 * Repeats assertions until they pass, for asynchronous effects.
 *
 * @param check throws (as `expect` does) until the condition is met
 * @param options `timeoutMs` defaults to 40,000, as the machine may be busy with other tests; `intervalMs` to 25
 * @returns the result of `check`
 * @throws the last failure of `check`, unchanged, after the time-out
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
