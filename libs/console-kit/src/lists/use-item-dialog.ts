import { isSessionEndError, useAddressedItem, userMessageOf } from '@khmer-learning/console-sdk';
import { toast } from '@khmer-learning/ui-kit';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { message } from '../messages/messages.ts';

export interface ItemDialogOptions<Item> {
  /** Names the dialog in the address, in lower case: `results`. Not needed for the only dialog of the list's items. */
  name?: string;
  /** Fetches the item that an address names; null when it no longer exists. */
  fetchItem: (id: number) => Promise<Item | null>;
  /** The display name of the type: `Quiz`. */
  itemType: string;
}

/**
 * The state of a dialog with one item of a list, which the address names (`#/quizzes?open=12-results`). An item that only the
 * address names is fetched first; a failure is a toast. @returns `item`, null while closed; `show`; `close`; `addressOf`, for
 * links
 */
export function useItemDialog<Item extends { id: number }>({
  name,
  fetchItem,
  itemType,
}: ItemDialogOptions<Item>) {
  const [item, setItem] = useState<Item | null>(null);
  const close = () => setItem(null);
  const opening = useMutation({
    mutationFn: fetchItem,
    onSuccess: (fetched) => {
      if (fetched === null) toast.error(message('item.notFound', { itemType }));
      else setItem(fetched);
    },
    onError: (error) => {
      // The console has its own dialog for the end of the session.
      if (isSessionEndError(error)) return;
      toast.error(userMessageOf(error, message('itemDialog.loadFailed', { itemType })));
    },
  });
  const addressOf = useAddressedItem(
    item?.id ?? null,
    (id) => {
      if (id === null) close();
      else opening.mutate(id);
    },
    name,
  );
  return { item, show: (next: Item) => setItem(next), close, addressOf };
}
