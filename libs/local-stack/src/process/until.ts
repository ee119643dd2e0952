import { setTimeout as sleep } from 'node:timers/promises';
import { reasonOf } from './reason.ts';

/** How long to wait, how often to look, and what gives up early. */
export interface UntilOptions {
  timeoutMs: number;
  /** Pause between two tries; default 25 ms. */
  everyMs?: number;
  /** Gives up at once when it returns a reason. */
  giveUp?: () => string | undefined;
}

/**
 * Tries until it works.
 * @param what named in the error, as in "mongod did not <what> within 5 s"
 * @param attempt succeeds by not throwing
 * @returns what the attempt returned
 * @throws after the time-out or when given up, with the last reason as cause
 */
export async function until<T>(what: string, attempt: () => Promise<T>, options: UntilOptions): Promise<T> {
  const deadline = Date.now() + options.timeoutMs;
  for (;;) {
    try {
      return await attempt();
    } catch (cause) {
      const lost = options.giveUp?.();
      if (lost !== undefined) throw new Error(`${what}: ${lost}`, { cause });
      if (Date.now() >= deadline) {
        throw new Error(`${what}: not within ${options.timeoutMs / 1000} s (${reasonOf(cause)})`, { cause });
      }
    }
    await sleep(options.everyMs ?? 25);
  }
}
