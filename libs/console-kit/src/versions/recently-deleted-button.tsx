import { Button, TrashIcon } from '@khmer-learning/ui-kit';
import { useMessages } from '../messages/messages.ts';
import type { RecentlyDeletedDialogProps } from './recently-deleted-dialog.tsx';
import { useLazyDialog } from './use-lazy-dialog.ts';

export type RecentlyDeletedButtonProps = Omit<RecentlyDeletedDialogProps, 'onClose'>;

/** The button `Recently deleted` of a list. It opens the deleted items, which can be restored. */
export function RecentlyDeletedButton(props: RecentlyDeletedButtonProps) {
  const t = useMessages();
  const { Dialog, open, close, isOpening } = useLazyDialog(
    async () =>
      (await import(/* webpackChunkName: "recently-deleted-dialog" */ './recently-deleted-dialog.tsx'))
        .RecentlyDeletedDialog,
  );
  return (
    <>
      <Button icon={<TrashIcon aria-hidden="true" />} loading={isOpening} onClick={open}>
        {t('recentlyDeleted.button')}
      </Button>
      {Dialog === null ? null : <Dialog {...props} onClose={close} />}
    </>
  );
}
