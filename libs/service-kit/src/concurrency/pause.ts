import { setTimeout as delay } from 'node:timers/promises';

/** Resolves after a time, or when the signal is aborted. Never rejects. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined);
}
