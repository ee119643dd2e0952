import { dashboardStatsKey, isSessionEndError, userMessageOf } from '@khmer-learning/console-sdk';
import { toast } from '@khmer-learning/ui-kit';
import { notifyManager, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { contentQueryKeys } from '../content-query-keys.ts';
import { moveItemAfter } from './move-item-after.ts';

interface Move {
  readonly id: number;
  /** Null for the first place. */
  readonly afterId: number | null;
}

interface ReorderOptions<Item> {
  /** As stored; undefined until known. */
  items: readonly Item[] | undefined;
  /** Where they are kept. */
  queryKey: QueryKey;
  call: (id: number, afterId: number | null) => Promise<unknown>;
  /** What is said about a failure the server said nothing about. */
  failure: string;
}

/**
 * Moves items among their siblings. A move shows at once and is saved at once, one after the other; one that cannot be
 * saved is taken back, and said.
 */
export function useReorder<Item extends { readonly id: number }>({
  items,
  queryKey,
  call,
  failure,
}: ReorderOptions<Item>) {
  const queryClient = useQueryClient();
  const [pendingMoves, setPendingMoves] = useState<readonly Move[]>([]);
  const mutationKey = ['order', ...queryKey];
  const { mutate } = useMutation({
    mutationKey,
    // Each move says after which it comes, so that they only make sense in their order.
    scope: { id: JSON.stringify(mutationKey) },
    mutationFn: ({ id, afterId }: Move) => call(id, afterId),
    onSuccess: (_answer, { id, afterId }) =>
      queryClient.setQueryData<readonly Item[]>(queryKey, (last) => last && moveItemAfter(last, id, afterId)),
    onError: (error) => {
      // The end of the session has a dialog of its own.
      if (!isSessionEndError(error)) toast.error(userMessageOf(error, failure));
    },
    onSettled: (_answer, _error, move) => {
      // After the list has heard of it: never in the old order in between.
      notifyManager.schedule(() => setPendingMoves((last) => last.filter((other) => other !== move)));
      // With more under way, what is stored is not yet what is meant.
      if (queryClient.isMutating({ mutationKey }) > 1) return;
      for (const staleKey of [...contentQueryKeys, dashboardStatsKey]) {
        void queryClient.invalidateQueries({ queryKey: staleKey });
      }
    },
  });

  return {
    /** In the order that is meant. */
    items: items && pendingMoves.reduce((all, { id, afterId }) => moveItemAfter(all, id, afterId), items),
    move: (id: number, afterId: number | null) => {
      const move = { id, afterId };
      setPendingMoves((last) => [...last, move]);
      mutate(move);
    },
  };
}
