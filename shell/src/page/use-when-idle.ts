import { useEffect } from 'react';

/** Runs `task` once the browser has nothing better to do; Safari, which cannot tell, after two seconds. */
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
