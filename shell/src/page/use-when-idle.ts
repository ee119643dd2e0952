import { useEffect } from 'react';

/** Runs `task` once the browser is idle, after 5 s at the latest; without `requestIdleCallback` (Safari) after 2 s. */
export function useWhenIdle(task: () => void): void {
  useEffect(() => {
    if (typeof window.requestIdleCallback !== 'function') {
      const timer = setTimeout(task, 2_000);
      return () => clearTimeout(timer);
    }
    const handle = window.requestIdleCallback(task, { timeout: 5_000 });
    return () => window.cancelIdleCallback(handle);
  }, [task]);
}
