import { lazy, Suspense, useSyncExternalStore } from 'react';
import { FallbackToast } from './fallback-toast.tsx';
import { activeToast, subscribeToToasts } from './toast-store.ts';

/** Radix's toast is loaded after the first paint. Without its chunk, a plain toast shows what has failed. */
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
