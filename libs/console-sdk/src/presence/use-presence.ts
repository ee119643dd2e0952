import { useCallback, useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react';
import { useConsole } from '../console/console-context.ts';

/** Someone who has an item open on another page of the console. */
export interface ItemViewer {
  readonly userId: number;
  readonly name: string;
  /** It is the signed-in user, in another tab or browser. */
  readonly isSelf: boolean;
}

/**
 * Tells everybody that this page has an item open, while the component is mounted. Its cost is the stream of the page,
 * which all remotes share.
 *
 * @param item the kind of entity and the id: `lesson:42`; null when none is open
 */
export function useOpenItem(item: string | null): void {
  const { presence } = useConsole('useOpenItem');
  useEffect(() => (item === null ? undefined : presence.open(item)), [presence, item]);
}

/**
 * Calls `onSaved` when an item was saved, by whomever, while the component is mounted and this page has it open (`useOpenItem`). A
 * save is missed while the page has no connection.
 *
 * @param item the kind of entity and the id: `lesson:42`
 */
export function useItemSaves(item: string, onSaved: () => void): void {
  const { presence } = useConsole('useItemSaves');
  const notify = useEffectEvent(onSaved);
  useEffect(() => presence.onSaved(item, () => notify()), [presence, item]);
}

/**
 * Who has an item open on other pages of the console, each user once and the signed-in user last. Empty as long as that is not known:
 * there is no error.
 *
 * @param item the kind of entity and the id: `lesson:42`
 */
export function useItemViewers(item: string): readonly ItemViewer[] {
  const { presence, user } = useConsole('useItemViewers');
  const subscribe = useCallback(
    (listener: () => void) => presence.subscribe(listener, item),
    [presence, item],
  );
  const pages = useSyncExternalStore(subscribe, presence.others);
  return useMemo(() => {
    const viewers = new Map<number, ItemViewer>();
    for (const { userId, name, items } of pages)
      if (items.includes(item)) viewers.set(userId, { userId, name, isSelf: userId === user.id });
    return [...viewers.values()].sort((one, other) => Number(one.isSelf) - Number(other.isSelf));
  }, [pages, item, user.id]);
}
