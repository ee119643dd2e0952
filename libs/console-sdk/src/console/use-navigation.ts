import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useConsole, useViewId } from './console-context.ts';
import type { Intent, ViewHistory } from './view-history.ts';

/**
 * Which view is shown, and how to show another: `renderView('lessons', { intent: 'create' })` also asks that
 * view to start creating. Opening asks first when the current view has unsaved changes.
 */
export function useNavigation(): { currentView: string; openView: ViewHistory['openView'] } {
  const { history } = useConsole('useNavigation');
  const currentView = useSyncExternalStore(history.subscribe, history.currentView);
  return { currentView, openView: history.openView };
}

/** Calls `handler` once when this view is opened with that intent: `useIntent('create', openForm)`. */
export function useIntent(intent: Intent, handler: () => void): void {
  const { history } = useConsole('useIntent');
  const viewId = useViewId('useIntent');
  const handle = useEffectEvent(handler);

  useEffect(() => {
    const check = () => {
      if (history.consumeIntent(viewId, intent)) handle();
    };
    check();
    return history.subscribe(check);
  }, [history, viewId, intent]);
}
