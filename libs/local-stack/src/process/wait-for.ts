import { setTimeout as sleep } from 'node:timers/promises';
import { errorMessage } from './error-details.ts';

/** How long to wait, how often to look, and what gives up early. */
export interface WaitForOptions {
  timeoutMs: number;
  /** Pause between two tries; default 25 ms. */
  intervalMs?: number;
  /** Gives up at once when it returns a reason. */
  abortReason?: () => string | undefined;
}

/**
 * Tries until it works.
 * @param what named in the error, as in "mongod did not <what> within 5 s"
 * @param attempt succeeds by not throwing
 * @returns what the attempt returned
 * @throws after the time-out or when given up, with the last reason as cause
 */
export async function waitFor<T>(
  what: string,
  attempt: () => Promise<T>,
  options: WaitForOptions,
): Promise<T> {
  const deadline = Date.now() + options.timeoutMs;
  for (;;) {
    try {
      return await attempt();
    } catch (cause) {
      const lost = options.abortReason?.();
      if (lost !== undefined) throw new Error(`${what}: ${lost}`, { cause });
      if (Date.now() >= deadline) {
        throw new Error(`${what}: not within ${options.timeoutMs / 1000} s (${errorMessage(cause)})`, {
          cause,
        });
      }
    }
    await sleep(options.intervalMs ?? 25);
  }
}
