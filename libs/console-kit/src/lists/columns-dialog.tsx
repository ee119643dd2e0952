import {
  ArrowDownIcon,
  ArrowUpIcon,
  Button,
  Checkbox,
  Dialog,
  IconButton,
  Inline,
  Stack,
} from '@khmer-learning/ui-kit';
import { useMessages as useKitMessages } from '../messages/messages.ts';
import type { ListViews } from './use-list-views.ts';
import { useMessages } from './views-messages/messages.ts';

interface NamedColumn {
  readonly id: string;
  readonly header: string;
  readonly main?: boolean | undefined;
}

interface ColumnsDialogProps {
  views: ListViews;
  /** All columns of the list. */
  columns: readonly NamedColumn[];
  /** Those that are shown, in their order. */
  shown: readonly NamedColumn[];
  onClose: () => void;
}

/** Chooses the columns of a list and their order. The list follows at once. */
export function ColumnsDialog({ views, columns, shown, onClose }: ColumnsDialogProps) {
  const t = useMessages();
  const kit = useKitMessages();
  const ids = shown.map(({ id }) => id);
  const mainId = (columns.find(({ main }) => main) ?? columns[0])?.id;
  const close = () => {
    views.keepColumns();
    onClose();
  };
  const move = (id: string, by: 1 | -1, button: HTMLElement) => {
    const others = ids.filter((one) => one !== id);
    others.splice(ids.indexOf(id) + by, 0, id);
    views.setColumns(others);
    // A row that is moved loses the focus, and a button at the end is disabled.
    setTimeout(() => {
      button.focus();
      if (document.activeElement !== button)
        button.parentElement?.querySelector<HTMLElement>('button:enabled')?.focus();
    });
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      size="small"
      title={kit('columnsDialog.title')}
      description={t(views.current === undefined ? 'columnsDialog.own' : 'columnsDialog.ofView')}
      footer={
        <>
          <Button onClick={() => views.setColumns(null)}>{t('columnsDialog.reset')}</Button>
          <Button variant="primary" onClick={close}>
            {t('columnsDialog.done')}
          </Button>
        </>
      }
    >
      <Stack gap={1}>
        {[...shown, ...columns.filter(({ id }) => !ids.includes(id))].map(({ id, header }) => {
          const index = ids.indexOf(id);
          return (
            <Inline key={id} justify="between" wrap={false}>
              <Checkbox
                checked={index >= 0}
                disabled={id === mainId}
                onChange={({ target }) =>
                  views.setColumns(target.checked ? [...ids, id] : ids.filter((one) => one !== id))
                }
              >
                {header}
              </Checkbox>
              {index < 0 ? null : (
                <Inline gap={1} wrap={false}>
                  <IconButton
                    size="small"
                    label={t('columnsDialog.up', { column: header })}
                    icon={<ArrowUpIcon aria-hidden="true" />}
                    disabled={index === 0}
                    onClick={({ currentTarget }) => move(id, -1, currentTarget)}
                  />
                  <IconButton
                    size="small"
                    label={t('columnsDialog.down', { column: header })}
                    icon={<ArrowDownIcon aria-hidden="true" />}
                    disabled={index === ids.length - 1}
                    onClick={({ currentTarget }) => move(id, 1, currentTarget)}
                  />
                </Inline>
              )}
            </Inline>
          );
        })}
      </Stack>
    </Dialog>
  );
}
