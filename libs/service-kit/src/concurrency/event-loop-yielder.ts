import { setImmediate } from 'node:timers/promises';

/** Longest stretch of work without others. */
const maxBlockingMs = 10;

/**
 * For long work in small pieces: call the function that it gives between them. Once the work has had the event loop
 * for 10 ms, everything else that waits for it runs first.
 */
export function createEventLoopYielder(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < maxBlockingMs) return;
    await setImmediate();
    since = performance.now();
  };
}
