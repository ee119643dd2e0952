import { dashboardStatsKey, isSessionEndError, userMessageOf } from '@khmer-learning/console-sdk';
import { toast } from '@khmer-learning/ui-kit';
import { notifyManager, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { contentKeys } from '../content-keys.ts';
import { placeAfter } from './place-after.ts';

interface Move {
  readonly id: number;
  /** Null for the first place. */
  readonly afterId: number | null;
}

interface OrderOptions<Item> {
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
export function useOrder<Item extends { readonly id: number }>({
  items,
  queryKey,
  call,
  failure,
}: OrderOptions<Item>) {
  const queryClient = useQueryClient();
  const [unsaved, setUnsaved] = useState<readonly Move[]>([]);
  const mutationKey = ['order', ...queryKey];
  const { mutate } = useMutation({
    mutationKey,
    // Each move says after which it comes, so that they only make sense in their order.
    scope: { id: JSON.stringify(mutationKey) },
    mutationFn: ({ id, afterId }: Move) => call(id, afterId),
    onSuccess: (_answer, { id, afterId }) =>
      queryClient.setQueryData<readonly Item[]>(queryKey, (last) => last && placeAfter(last, id, afterId)),
    onError: (error) => {
      // The end of the session has a dialog of its own.
      if (!isSessionEndError(error)) toast.error(userMessageOf(error, failure));
    },
    onSettled: (_answer, _error, move) => {
      // After the list has heard of it: never in the old order in between.
      notifyManager.schedule(() => setUnsaved((last) => last.filter((other) => other !== move)));
      // With more under way, what is stored is not yet what is meant.
      if (queryClient.isMutating({ mutationKey }) > 1) return;
      for (const outdated of [...contentKeys, dashboardStatsKey]) {
        void queryClient.invalidateQueries({ queryKey: outdated });
      }
    },
  });

  return {
    /** In the order that is meant. */
    items: items && unsaved.reduce((all, { id, afterId }) => placeAfter(all, id, afterId), items),
    move: (id: number, afterId: number | null) => {
      const move = { id, afterId };
      setUnsaved((last) => [...last, move]);
      mutate(move);
    },
  };
}
