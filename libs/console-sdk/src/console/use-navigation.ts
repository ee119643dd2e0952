import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useConsole, useViewId } from './console-context.ts';
import type { Intent, ViewHistory } from './view-history.ts';

/**
 * The current view, and `openView` to open another one. `openView('lessons', { intent: 'create' })` also makes that
 * view open its create form. If the current view has unsaved changes, the user is asked first.
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
