import { setTimeout as sleep } from 'node:timers/promises';

/** A call of the seed that takes longer shows that others are waiting, too. */
const usualCallMs = 250;

/**
 * Makes a call of the seed. After a slow one it waits as long as the call took, so that people who use the school meanwhile
 * have at least half of the machine.
 *
 * @returns the call's result
 * @throws the call's error
 */
export async function yieldToOthers<T>(call: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  try {
    return await call();
  } finally {
    const ms = performance.now() - startedAt;
    if (ms > usualCallMs) await sleep(ms);
  }
}
