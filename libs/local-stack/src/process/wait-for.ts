import { setTimeout as sleep } from 'node:timers/promises';
import { errorMessage } from './error-details.ts';

/** Time-out, interval and abort condition. */
export interface WaitForOptions {
  timeoutMs: number;
  /** Delay between attempts; default 25 ms. */
  intervalMs?: number;
  /** Stops waiting when it returns a reason. */
  abortReason?: () => string | undefined;
}

/**
 * Repeats an attempt until it succeeds.
 *
 * @param what names the condition in the error, as in "mongod answers: not within 5 s"
 * @param attempt succeeds by not throwing
 * @throws Error after the time-out or an abort, with the last error as cause
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
