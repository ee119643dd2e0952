import { isSessionEndError, useAnnounceChanges, userMessageOf } from '@khmer-learning/console-sdk';
import { toast } from '@khmer-learning/ui-kit';
import { notifyManager, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { contentEntities } from '../content-query-keys.ts';

interface Move {
  readonly id: number;
  /** Null for the first position. */
  readonly afterId: number | null;
}

interface ReorderOptions<Item> {
  /** The items as stored; undefined while they load. */
  items: readonly Item[] | undefined;
  queryKey: QueryKey;
  call: (id: number, afterId: number | null) => Promise<unknown>;
  /** Message for a failure for which the server gave no message. */
  failure: string;
}

/** Reorders items: moves show at once, are saved one at a time, and reverted with a toast if that fails. */
export function useReorder<Item extends { readonly id: number }>({
  items,
  queryKey,
  call,
  failure,
}: ReorderOptions<Item>) {
  const queryClient = useQueryClient();
  const announceChanges = useAnnounceChanges();
  const [pendingMoves, setPendingMoves] = useState<readonly Move[]>([]);
  const mutationKey = ['order', ...queryKey];
  const { mutate } = useMutation({
    mutationKey,
    // Runs moves one at a time: each is relative to another item, so their order matters.
    scope: { id: JSON.stringify(mutationKey) },
    mutationFn: ({ id, afterId }: Move) => call(id, afterId),
    onSuccess: (_answer, { id, afterId }) =>
      queryClient.setQueryData<readonly Item[]>(queryKey, (last) => last && moveItemAfter(last, id, afterId)),
    onError: (error) => {
      // The end of the session has its own dialog.
      if (!isSessionEndError(error)) toast.error(userMessageOf(error, failure));
    },
    onSettled: (_answer, _error, move) => {
      // Scheduled after the query update, so that the old order is never rendered in between.
      notifyManager.schedule(() => setPendingMoves((last) => last.filter((other) => other !== move)));
      // While more moves are pending, refetched data would not include them yet.
      if (queryClient.isMutating({ mutationKey }) > 1) return;
      announceChanges(contentEntities);
    },
  });

  return {
    items: items && pendingMoves.reduce((all, { id, afterId }) => moveItemAfter(all, id, afterId), items),
    move: (id: number, afterId: number | null) => {
      const move = { id, afterId };
      setPendingMoves((last) => [...last, move]);
      mutate(move);
    },
  };
}

/** Moves an item after another, or with null to the start. Without either item, nothing changes. */
export function moveItemAfter<Item extends { readonly id: number }>(
  items: readonly Item[],
  id: number,
  afterId: number | null,
): readonly Item[] {
  const moved = items.find((item) => item.id === id);
  const others = items.filter((item) => item !== moved);
  const index = afterId === null ? 0 : others.findIndex((item) => item.id === afterId) + 1;
  if (moved === undefined || (afterId !== null && index === 0)) return items;
  return others.toSpliced(index, 0, moved);
}
