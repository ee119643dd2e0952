import { userMessageOf } from '@khmer-learning/console-sdk';
import { type Import, importUndoDays } from '@khmer-learning/contracts';
import {
  Button,
  Callout,
  ConfirmDialog,
  formatNumber,
  Skeleton,
  Text,
  translateServerMessage,
} from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { message as contentMessage } from '../messages/messages.ts';
import { useMessages } from './messages/messages.ts';
import { useChangesSince, useImportStep } from './transfer.api.ts';

/** Undoes an applied import, after it has shown what was changed since. Absent when it cannot be undone anymore. */
export function UndoImport({ run, size, onUndone }: { run: Import; size?: 'small'; onUndone?: () => void }) {
  const t = useMessages();
  const [isOpen, setIsOpen] = useState(false);
  const undo = useImportStep(run, 'undo', onUndone);
  const changes = useChangesSince(run, isOpen);
  if (run.state !== 'applied' || run.undoUntil === undefined || new Date(run.undoUntil) < new Date())
    return null;
  return (
    <>
      <Button
        {...(size === undefined ? {} : { size })}
        aria-label={t('undoImport.undoFile', { name: run.fileName })}
        onClick={() => setIsOpen(true)}
      >
        {t('undoImport.undo')}
      </Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setIsOpen}
        title={t('undoImport.question')}
        description={t('undoImport.effect', { name: run.fileName, days: importUndoDays })}
        confirmLabel={t('undoImport.undo')}
        confirmingLabel={t('undoImport.undoing')}
        confirmDisabled={changes.isFetching || changes.isError}
        dangerous
        onConfirm={() => undo.mutateAsync()}
      >
        <ChangesSince {...changes} />
      </ConfirmDialog>
    </>
  );
}

function ChangesSince({ data, error, refetch }: ReturnType<typeof useChangesSince>) {
  const t = useMessages();
  if (error !== null)
    return (
      <Callout tone="danger" announce>
        {userMessageOf(error, t('importCalls.failed'))}{' '}
        <Button size="small" onClick={() => void refetch()}>
          {contentMessage('action.tryAgain')}
        </Button>
      </Callout>
    );
  if (data === undefined) return <Skeleton height="3rem" />;
  if (data.total === 0) return <Text>{t('undoImport.nothingSince')}</Text>;
  return (
    <Callout
      tone="warning"
      title={t('undoImport.changedSince', {
        count: formatNumber(data.total),
        items: formatNumber(data.items),
      })}
    >
      <ul>
        {data.data.map(({ thing, id, title }) => (
          <li key={`${thing} ${id}`}>{`${title} (${translateServerMessage(thing)})`}</li>
        ))}
      </ul>
      {data.total > data.data.length
        ? t('undoImport.andMore', { count: formatNumber(data.total - data.data.length) })
        : null}
    </Callout>
  );
}
