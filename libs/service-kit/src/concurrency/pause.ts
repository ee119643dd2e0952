import { setTimeout as delay } from 'node:timers/promises';

/** Resolves after a time, or when the signal is aborted. Never rejects. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined);
}

/** Who waits, by the time of the tick since the start of the process. */
const waiting = new Map<number, Set<() => void>>();

/** The next multiple of a time since the start of the process (`performance.now()`), or the one after that if it is near. */
export function nextTickAt(everyMs: number): number {
  const now = performance.now();
  const next = Math.ceil(now / everyMs) * everyMs;
  return next - now < everyMs / 10 ? next + everyMs : next;
}

/**
 * Calls back at the next tick; see `nextTickAt`. All who wait for a moment share a timer, which does not keep the process alive: an
 * idle process wakes once for all that it does regularly.
 *
 * @returns a function to wait no longer
 */
export function onTick(everyMs: number, callback: () => void): () => void {
  const at = nextTickAt(everyMs);
  let callbacks = waiting.get(at);
  if (!callbacks) {
    const added = new Set<() => void>();
    callbacks = added;
    waiting.set(at, added);
    setTimeout(() => {
      waiting.delete(at);
      for (const call of added) call();
    }, at - performance.now()).unref();
  }
  callbacks.add(callback);
  return () => callbacks.delete(callback);
}

/** Calls back at each tick; see `onTick`. @returns a function to stop */
export function everyTick(everyMs: number, callback: () => void): () => void {
  let stop: () => void;
  function wait(): void {
    stop = onTick(everyMs, () => {
      wait();
      callback();
    });
  }
  wait();
  return () => stop();
}

/** Resolves at the next tick, or when the signal is aborted; see `onTick`. */
export function untilTick(everyMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    function finish(): void {
      cancel();
      signal.removeEventListener('abort', finish);
      resolve();
    }
    const cancel = onTick(everyMs, finish);
    signal.addEventListener('abort', finish);
  });
}
