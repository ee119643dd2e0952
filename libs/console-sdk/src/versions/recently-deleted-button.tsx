import { Button, TrashIcon } from '@khmer-learning/ui-kit';
import { useLazyDialog } from './use-lazy-dialog.ts';
import type { DeletedItemsOptions } from './use-restore-deleted.ts';

export interface RecentlyDeletedButtonProps extends DeletedItemsOptions {
  /** The plural: `main lessons`. */
  itemsLabel: string;
}

/** The button `Recently deleted` of a list. It opens the deleted items, which can be restored. */
export function RecentlyDeletedButton(props: RecentlyDeletedButtonProps) {
  const { Dialog, open, close, isOpening } = useLazyDialog(
    async () =>
      (await import(/* webpackChunkName: "recently-deleted-dialog" */ './recently-deleted-dialog.tsx'))
        .RecentlyDeletedDialog,
  );
  return (
    <>
      <Button icon={<TrashIcon aria-hidden="true" />} loading={isOpening} onClick={open}>
        Recently deleted
      </Button>
      {Dialog === null ? null : <Dialog {...props} onClose={close} />}
    </>
  );
}
