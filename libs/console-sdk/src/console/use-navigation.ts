import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useConsole, useViewId } from './console-context.ts';
import { formatViewAddress } from './view-address.ts';
import type { Intent, IntentDetails, ViewHistory } from './view-history.ts';

/**
 * The current view, and `openView` to open another one, after asking about unsaved changes. `openView('lessons', { intent: 'create' })`
 * makes the view open its create form, with the stored `draft` of that name (`listStoredDrafts`) or a `preset`, and
 * `{ item: 12, find: 'water' }` the item, at that text (`useFindText`).
 */
export function useNavigation(): { currentView: string; openView: ViewHistory['openView'] } {
  const { history } = useConsole('useNavigation');
  const currentView = useSyncExternalStore(history.subscribe, history.currentView);
  return { currentView, openView: history.openView };
}

/** Calls `handler` once when this view is opened with that intent: `useIntent('create', openForm)`. */
export function useIntent(intent: Intent, handler: (details: IntentDetails) => void): void {
  const { history } = useConsole('useIntent');
  const viewId = useViewId('useIntent');
  const handle = useEffectEvent(handler);

  useEffect(() => {
    const check = () => {
      if (history.consumeIntent(viewId, intent)) handle(history.intentDetails());
    };
    check();
    return history.subscribe(check);
  }, [history, viewId, intent]);
}

/**
 * Shows the open item of this view in the page's address (`#/lessons?open=12`), and opens the item that the address names.
 * @param openId the id of the item that is open in a dialog; null for none
 * @param show opens an item, which may not exist; null closes the one that is open
 * @param dialog names another dialog for the same items: `preview` in `#/lessons?open=12-preview`. Lower-case letters and hyphens
 * @returns the address that opens an item in this dialog, for links
 */
export function useAddressedItem(
  openId: number | null,
  show: (id: number | null) => void,
  dialog: string | null = null,
): (item: { id: number }) => string {
  const { history } = useConsole('useAddressedItem');
  const viewId = useViewId('useAddressedItem');
  const handle = useEffectEvent((id: number | null) => {
    show(id);
    // The address has named the item that is already open.
    if (id === openId) history.setOpenItem(viewId, openId, dialog);
  });

  useEffect(() => history.setOpenItem(viewId, openId, dialog), [history, viewId, openId, dialog]);
  useEffect(() => {
    const check = () => {
      const id = history.consumeItem(viewId, dialog);
      if (id !== undefined) handle(id);
    };
    check();
    return history.subscribe(check);
  }, [history, viewId, dialog]);

  return ({ id }) => formatViewAddress({ view: viewId, list: undefined, item: id, dialog });
}

/**
 * The text that the page's address names to be found in this view's open item: `water` in `#/lessons?open=12&find=water`.
 * @returns null for none, also in the first render of a form that has just been opened; it may change for the same item
 */
export function useFindText(): string | null {
  const { history } = useConsole('useFindText');
  return useSyncExternalStore(history.subscribe, history.findText);
}

/** The thread of comments that the address names in this view's open item: `5` in `#/lessons?open=12&comment=5`. As `useFindText`. */
export function useAddressedComment(): number | null {
  const { history } = useConsole('useAddressedComment');
  return useSyncExternalStore(history.subscribe, history.addressedComment);
}
