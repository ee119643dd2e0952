import { Button, HistoryIcon } from '@khmer-learning/ui-kit';
import { useMessages } from '../messages/messages.ts';
import type { HistoryDialogProps, VersionedItem } from './history-dialog.tsx';
import { useLazyDialog } from './use-lazy-dialog.ts';

export interface HistoryButtonProps<Item extends VersionedItem>
  extends Omit<HistoryDialogProps<Item>, 'onClose'> {
  disabled?: boolean;
}

/** The button `History` of an item's form. It opens the item's earlier versions, which can be compared and restored. */
export function HistoryButton<Item extends VersionedItem>({
  disabled,
  ...history
}: HistoryButtonProps<Item>) {
  const t = useMessages();
  const { Dialog, open, close, isOpening } = useLazyDialog(
    async () => (await import(/* webpackChunkName: "history-dialog" */ './history-dialog.tsx')).HistoryDialog,
  );
  return (
    <>
      <Button
        size="small"
        icon={<HistoryIcon aria-hidden="true" />}
        loading={isOpening}
        disabled={disabled}
        onClick={open}
      >
        {t('history.title')}
      </Button>
      {Dialog === null ? null : <Dialog {...history} onClose={close} />}
    </>
  );
}
