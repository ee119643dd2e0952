import { lazy, Suspense, useSyncExternalStore } from 'react';
import { FallbackToast } from './fallback-toast.tsx';
import { activeToast, subscribeToToasts } from './toast-store.ts';

/**
 * Radix's toast stays out of the first script and comes right after the first paint. Should it not come, a
 * plain one does its work: "the network is gone" is exactly what a toast may have to say.
 */
const ToastViewport = lazy(() =>
  import(/* webpackChunkName: "toast" */ './toast-viewport.tsx').then(
    (module) => ({ default: module.ToastViewport }),
    () => ({ default: FallbackToast }),
  ),
);

/** Where toasts appear; part of `KitProvider`. */
export function Toaster() {
  const current = useSyncExternalStore(subscribeToToasts, activeToast);
  return (
    <Suspense>
      <ToastViewport current={current} />
    </Suspense>
  );
}
