import type { ListState } from '@khmer-learning/console-sdk';
import { Button, Callout, Inline } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { useMessages } from '../messages/messages.ts';

/**
 * Finds out whether a list hides the item that was just created in it. @param rows undefined while there are none to show
 * @returns `onCreated` to call with the item; `notice`, which says that the list hides it and has the button `Show`
 */
export function useCreatedItem(
  list: Pick<ListState, 'resetToFirstPage'>,
  rows: readonly { readonly id: number }[] | undefined,
  isFetching: boolean,
) {
  const t = useMessages();
  const [createdId, setCreatedId] = useState<number | null>(null);
  const isKnown = createdId !== null && rows !== undefined && !isFetching;
  if (isKnown && rows.some(({ id }) => id === createdId)) setCreatedId(null);
  const show = () => {
    setCreatedId(null);
    list.resetToFirstPage();
  };
  return {
    onCreated: ({ id }: { readonly id: number }) => setCreatedId(id),
    notice: isKnown ? (
      <Callout announce>
        <Inline>
          {t('createdItem.hidden')}
          <Button size="small" onClick={show}>
            {t('createdItem.show')}
          </Button>
        </Inline>
      </Callout>
    ) : null,
  };
}
