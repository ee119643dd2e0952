import { useCallback, useEffect, useEffectEvent, useMemo, useSyncExternalStore } from 'react';
import { useConsole } from '../console/console-context.ts';

/** Someone who has an item open on another page of the console. */
export interface ItemViewer {
  readonly userId: number;
  readonly name: string;
  /** It is the signed-in user, in another tab or browser. */
  readonly isSelf: boolean;
}

/** While mounted, tells everybody that this page has an item open, `lesson:42` or null. It costs the page its one stream. */
export function useOpenItem(item: string | null): void {
  const { presence } = useConsole('useOpenItem');
  useEffect(() => (item === null ? undefined : presence.open(item)), [presence, item]);
}

/**
 * Calls `onSaved` when the item, `lesson:42`, was saved by anybody, while the component is mounted and this page has it open
 * (`useOpenItem`). A save is missed while the page has no connection.
 */
export function useItemSaves(item: string, onSaved: () => void): void {
  const { presence } = useConsole('useItemSaves');
  const notify = useEffectEvent(onSaved);
  useEffect(() => presence.onSaved(item, () => notify()), [presence, item]);
}

/** Who has the item, `lesson:42`, open on other pages, each once, the signed-in user last; empty while not known. No errors. */
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
