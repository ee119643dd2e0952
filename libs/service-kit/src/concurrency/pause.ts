import { setTimeout as delay } from 'node:timers/promises';

/** Resolves after a time, or when the signal is aborted. Never rejects. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined);
}

/**
 * The time until the next multiple of a time since the start of the process, or the one after that if it is near: timers may
 * be early. Timers that wait for multiples of one time wake an idle process once.
 */
export function msUntilTick(everyMs: number): number {
  const ms = everyMs - (performance.now() % everyMs);
  return ms < everyMs / 10 ? ms + everyMs : ms;
}

/** Resolves at the next tick, or when the signal is aborted; see `msUntilTick`. */
export const untilTick = (everyMs: number, signal: AbortSignal) => pause(msUntilTick(everyMs), signal);
