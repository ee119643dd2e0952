import { lazy, Suspense, useSyncExternalStore } from 'react';
import { FallbackToast } from './fallback-toast.tsx';
import { activeToast, subscribeToToasts } from './toast-store.ts';

/**
 * Radix's toast is not in the initial script; it is loaded right after the first paint. If its chunk cannot be loaded,
 * a plain toast replaces it, because a network failure is a message that a toast has to show.
 */
const ToastViewport = lazy(() =>
  import(/* webpackChunkName: "toast" */ './toast-viewport.tsx').then(
    (module) => ({ default: module.ToastViewport }),
    () => ({ default: FallbackToast }),
  ),
);

/** Renders the current toast. Part of `KitProvider`. */
export function Toaster() {
  const current = useSyncExternalStore(subscribeToToasts, activeToast);
  return (
    <Suspense>
      <ToastViewport current={current} />
    </Suspense>
  );
}
