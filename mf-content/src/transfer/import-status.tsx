import { listErrorProps } from '@khmer-learning/console-kit';
import { useAnnounceChanges } from '@khmer-learning/console-sdk';
import {
  type Import,
  importMessages,
  importOutcomes,
  maxListedRefusedLines,
} from '@khmer-learning/contracts';
import {
  Badge,
  Button,
  Callout,
  ConfirmDialog,
  DownloadIcon,
  EmptyState,
  ErrorPanel,
  formatNumber,
  Inline,
  ProgressBar,
  Skeleton,
  Stack,
  Text,
  translateServerMessage,
} from '@khmer-learning/ui-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { contentEntities } from '../content-query-keys.ts';
import { message as contentMessage } from '../messages/messages.ts';
import { useDraft } from './corrections.ts';
import { Encoding, ImportColumns } from './import-columns.tsx';
import { describeImportEffect, outcomeTones } from './import-labels.ts';
import { ImportLines } from './import-lines.tsx';
import { useMessages } from './messages/messages.ts';
import { MissingItems } from './missing-items.tsx';
import { RefusedLines } from './refused-grid.tsx';
import {
  type Corrections,
  historyQueryKey,
  type ImportId,
  importsOf,
  useDiscardImport,
  useDownload,
  useImportStep,
  usePolledImport,
} from './transfer.api.ts';
import { UndoImport } from './undo-import.tsx';

export interface ImportStatusProps {
  importId: ImportId;
  /** Called when the import has ended or was discarded, so that another can start. */
  onEnd: () => void;
}

export function ImportStatus({ importId, onEnd }: ImportStatusProps) {
  const t = useMessages();
  const { data: run, error, isFetching, refetch } = usePolledImport(importId);
  const announceChanges = useEffectEvent(useAnnounceChanges());
  const queryClient = useQueryClient();
  const state = run?.state;
  useEffect(() => {
    if (state === 'applied' || state === 'undone') announceChanges([...contentEntities, 'quiz', 'user']);
    if (state !== undefined) void queryClient.invalidateQueries({ queryKey: historyQueryKey });
  }, [state, queryClient]);

  const failure = listErrorProps(t('importStatus.subject'), error, refetch);
  if (run) {
    return (
      <Stack gap={4}>
        <Text>
          {t.rich(
            'importStatus.file',
            { name: (content) => <strong>{content}</strong> },
            { name: run.fileName, kind: t(`transferKind.${run.kind}`) },
          )}
        </Text>
        {failure === undefined ? null : (
          <Callout tone="warning" announce title={t('importStatus.notUpdated')}>
            <Inline justify="between">
              <span>{failure.message}</span>
              <Button size="small" loading={isFetching} onClick={failure.onRetry}>
                {contentMessage('action.tryAgain')}
              </Button>
            </Inline>
          </Callout>
        )}
        <StateView run={run} onEnd={onEnd} />
      </Stack>
    );
  }
  if (failure) return <ErrorPanel {...failure} retrying={isFetching} />;
  if (run === null) {
    return (
      <EmptyState
        title={t('importStatus.gone')}
        action={<Button onClick={onEnd}>{t('importStatus.chooseFile')}</Button>}
      />
    );
  }
  return (
    <Stack gap={2} role="status" aria-label={t('importStatus.loading')}>
      <Skeleton width="40%" />
      <Skeleton height="4rem" />
    </Stack>
  );
}

interface StateViewProps {
  run: Import;
  onEnd: () => void;
}

function StateView({ run, onEnd }: StateViewProps) {
  const t = useMessages();
  if (run.state === 'checked') return <CheckedImport run={run} onEnd={onEnd} />;
  if (run.state === 'stopped' || run.state === 'undone' || run.state === 'failed')
    return <EndedImport run={run} state={run.state} onEnd={onEnd} />;
  if (run.state === 'mapping' && run.table) {
    return (
      <>
        <Text>{t('importColumns.choose')}</Text>
        <ImportColumns key={run.updatedAt} importId={run} table={run.table}>
          <DiscardButton run={run} onEnd={onEnd} label={t('checkedImport.discard')} />
        </ImportColumns>
      </>
    );
  }
  if (run.state === 'applied') {
    return (
      <>
        <Callout tone="success" title={t('importStatus.finished')} announce>
          {t('importStatus.saved', { refused: run.counts.refuse })}
        </Callout>
        <OutcomeCounts run={run} />
        <Inline>
          <Button variant="primary" onClick={onEnd}>
            {t('importStatus.importAnother')}
          </Button>
          <UndoImport run={run} />
          <DownloadRefusedButton run={run} />
        </Inline>
        <ImportLines run={run} />
      </>
    );
  }
  return <RunningImport run={run} onEnd={onEnd} />;
}

function RunningImport({ run, onEnd }: StateViewProps) {
  const { done, total } = run.progress;
  const t = useMessages();
  const undo = useImportStep(run, 'undo');
  const label = t(`importState.${run.state}`);
  return (
    <Stack gap={2}>
      <Text role="status">
        {t(total === null ? 'importProgress.lines' : 'importProgress.linesOf', {
          ...{ state: label, done: formatNumber(done), total: formatNumber(total ?? 0) },
        })}
      </Text>
      <ProgressBar label={label} value={total ? (done / total) * 100 : null} />
      <Text size="small" muted>
        {t('importProgress.background')}
      </Text>
      {undo.error === null ? null : (
        <Callout tone="danger" announce>
          {undo.error.message}
        </Callout>
      )}
      {run.state === 'undoing' ? null : (
        <div>
          {run.state === 'applying' ? (
            <Button loading={undo.isPending} onClick={() => undo.mutate()}>
              {contentMessage('action.cancel')}
            </Button>
          ) : (
            <DiscardButton run={run} onEnd={onEnd} label={contentMessage('action.cancel')} />
          )}
        </div>
      )}
    </Stack>
  );
}

function OutcomeCounts({ run: { counts, state } }: { run: Import }) {
  const t = useMessages();
  const tense = state === 'applied' ? 'after' : 'before';
  return (
    <Inline gap={2} role="group" aria-label={t('importCounts.label')}>
      {importOutcomes.map((outcome) => (
        <Badge key={outcome} tone={counts[outcome] === 0 ? 'grey' : outcomeTones[outcome]}>
          {t(`importCounts.${tense}`, { count: formatNumber(counts[outcome]), outcome })}
        </Badge>
      ))}
    </Inline>
  );
}

function CheckedImport({ run, onEnd }: StateViewProps) {
  const t = useMessages();
  const [isConfirming, setIsConfirming] = useState(false);
  const [isMapping, setIsMapping] = useState(false);
  const { draft, isDirty, setDraft, clear } = useDraft(run);
  const apply = useImportStep(run, 'apply');
  const check = useImportStep(run, 'check', clear);
  const checkAgain = ({ lines = [], ...more }: Corrections) =>
    check.mutate({ ...draft, ...more, lines: [...draft.lines, ...lines] });
  const discardDraft = () => {
    clear();
    onEnd();
  };
  const { counts, table, missing = [], workingCopies = 0 } = run;
  const isRefused = counts.refuse > 0;
  const changes = counts.create + counts.change;
  const hasNoChanges = changes === 0;
  const areAllListed = counts.refuse <= maxListedRefusedLines;
  if (isMapping && table)
    return (
      <ImportColumns importId={run} table={table}>
        <Button onClick={() => setIsMapping(false)}>{t('importColumns.back')}</Button>
      </ImportColumns>
    );
  return (
    <>
      <Inline gap={3} justify="between">
        <OutcomeCounts run={run} />
        {table === undefined ? null : (
          <Button size="small" onClick={() => setIsMapping(true)}>
            {t('importColumns.change')}
          </Button>
        )}
      </Inline>
      {table === undefined ? null : <Encoding table={table} />}
      <MissingItems missing={missing} isChecking={check.isPending} onCheck={checkAgain} />
      {isRefused ? (
        <Callout tone="danger" announce>
          {t(areAllListed ? 'checkedImport.correct' : 'checkedImport.firstListed', {
            problem: translateServerMessage(importMessages[hasNoChanges ? 'allRefused' : 'refused']),
            listed: formatNumber(maxListedRefusedLines),
            total: formatNumber(counts.refuse),
          })}
        </Callout>
      ) : null}
      {!isRefused && hasNoChanges ? <Callout announce>{t('checkedImport.nothingNew')}</Callout> : null}
      {workingCopies === 0 ? null : (
        <Callout tone="warning">{t('checkedImport.workingCopies', { count: workingCopies })}</Callout>
      )}
      {check.error === null ? null : (
        <Callout tone="danger" announce title={t('checkedImport.notChecked')}>
          {check.error.message}
        </Callout>
      )}
      <Inline>
        {isDirty ? (
          <Button
            variant="primary"
            loading={check.isPending}
            loadingLabel={t('importState.checking')}
            onClick={() => checkAgain({})}
          >
            {t('checkedImport.checkAgain')}
          </Button>
        ) : null}
        <Button
          variant={isDirty ? 'secondary' : 'primary'}
          disabled={hasNoChanges || isDirty}
          onClick={() => setIsConfirming(true)}
        >
          {isRefused && !hasNoChanges
            ? t('checkedImport.importCount', { count: formatNumber(changes) })
            : t('checkedImport.import')}
        </Button>
        <DownloadRefusedButton run={run} />
        <DiscardButton run={run} onEnd={discardDraft} label={t('checkedImport.discard')} />
      </Inline>
      <ImportLines
        run={run}
        onCheck={checkAgain}
        refused={isRefused ? <RefusedLines run={run} draft={draft} onDraft={setDraft} /> : undefined}
      />
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={t('checkedImport.question')}
        description={describeImportEffect(counts)}
        confirmLabel={t('checkedImport.import')}
        confirmingLabel={t('checkedImport.importing')}
        onConfirm={() => apply.mutateAsync()}
      >
        {isRefused ? <Text>{t('checkedImport.leftOut', { count: formatNumber(counts.refuse) })}</Text> : null}
        <Text>{t('checkedImport.allOrNothing', { name: run.fileName, refused: counts.refuse })}</Text>
      </ConfirmDialog>
    </>
  );
}

/** Discards an import that is not applied. */
function DiscardButton({ run, onEnd, label }: StateViewProps & { label: string }) {
  const { mutate, isPending } = useDiscardImport(run, onEnd);
  return (
    <Button loading={isPending} onClick={() => mutate(undefined)}>
      {label}
    </Button>
  );
}

/** Saves the refused lines as a file. Not offered for more lines than the service keeps. */
function DownloadRefusedButton({ run: { kind, id, fileName, counts } }: { run: Import }) {
  const t = useMessages();
  const { mutate, isPending } = useDownload();
  const { refuse } = counts;
  if (refuse === 0 || refuse > maxListedRefusedLines) return null;
  return (
    <Button
      icon={<DownloadIcon aria-hidden="true" />}
      loading={isPending}
      loadingLabel={t('refusedDownload.downloading')}
      onClick={() =>
        mutate({
          name: `refused-${fileName}`,
          failure: t('refusedDownload.failed'),
          get: (api) => api.download(importsOf[kind].refused, { params: { id } }),
        })
      }
    >
      {t('refusedDownload.download', { count: formatNumber(refuse) })}
    </Button>
  );
}

/** An import that has ended and is not applied, or only in part. */
function EndedImport({ run, state, onEnd }: StateViewProps & { state: 'failed' | 'stopped' | 'undone' }) {
  const t = useMessages();
  const { mutate, isPending, error } = useImportStep(run, 'retry');
  const isUndone = state === 'undone';
  const tone = run.problem === null ? 'success' : 'warning';
  const title = t(isUndone ? 'importState.undone' : `endedImport.${state}`);
  return (
    <>
      <Callout tone={isUndone ? tone : 'danger'} title={title} announce>
        {error?.message ?? (run.problem && translateServerMessage(run.problem))}
      </Callout>
      <Inline>
        {state === 'stopped' ? (
          <Button variant="primary" loading={isPending} onClick={() => mutate()}>
            {contentMessage('action.tryAgain')}
          </Button>
        ) : null}
        {state === 'failed' ? (
          <DiscardButton run={run} onEnd={onEnd} label={t('importStatus.chooseAnother')} />
        ) : (
          <Button onClick={onEnd}>
            {t(isUndone ? 'importStatus.importAnother' : 'importStatus.chooseAnother')}
          </Button>
        )}
      </Inline>
    </>
  );
}
