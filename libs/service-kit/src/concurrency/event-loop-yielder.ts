import { setImmediate } from 'node:timers/promises';

/** Maximum time that the work may block the event loop. */
const maxBlockingMs = 10;

/**
 * Keeps long work from blocking the event loop: call the returned function between small steps. After 10 ms it yields
 * to all other pending callbacks.
 */
export function createEventLoopYielder(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < maxBlockingMs) return;
    await setImmediate();
    since = performance.now();
  };
}
