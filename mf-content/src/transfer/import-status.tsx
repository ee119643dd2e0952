import { useAnnounceChanges, userMessageOf } from '@khmer-learning/console-sdk';
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
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { contentEntities } from '../content-query-keys.ts';
import { useDraft } from './corrections.ts';
import { Encoding, ImportColumns } from './import-columns.tsx';
import { describeImportEffect, outcomeLabels, stateLabels } from './import-labels.ts';
import { ImportLines } from './import-lines.tsx';
import { useMessages } from './messages/messages.ts';
import { MissingItems } from './missing-items.tsx';
import { RefusedLines } from './refused-grid.tsx';
import {
  type Corrections,
  historyQueryKey,
  type ImportId,
  useDiscardImport,
  useDownload,
  useImportSteps,
  usePolledImport,
} from './transfer.api.ts';
import { importsOf } from './transfer-kind-details.ts';
import { UndoImport } from './undo-import.tsx';

export interface ImportStatusProps {
  importId: ImportId;
  /** Called when the import has ended or was discarded, so that another can start. */
  onEnd: () => void;
}

export function ImportStatus({ importId, onEnd }: ImportStatusProps) {
  const t = useMessages();
  const query = usePolledImport(importId);
  const announceChanges = useEffectEvent(useAnnounceChanges());
  const queryClient = useQueryClient();
  const state = query.data?.state;
  useEffect(() => {
    if (state === 'applied' || state === 'undone') announceChanges([...contentEntities, 'quiz', 'user']);
    if (state !== undefined) void queryClient.invalidateQueries({ queryKey: historyQueryKey });
  }, [state, queryClient]);

  const failure = query.error === null ? null : userMessageOf(query.error, t('importStatus.failed'));
  if (query.data) {
    return (
      <Stack gap={4}>
        <Text>
          {t.rich(
            'importStatus.file',
            { name: (content) => <strong>{content}</strong> },
            { name: query.data.fileName, kind: t(`transferKind.${importId.kind}`) },
          )}
        </Text>
        {failure === null ? null : (
          <Callout tone="warning" announce title={t('importStatus.notUpdated')}>
            <Inline justify="between">
              <span>{failure}</span>
              <Button size="small" loading={query.isFetching} onClick={() => void query.refetch()}>
                {t('importStatus.retry')}
              </Button>
            </Inline>
          </Callout>
        )}
        <ImportStateView run={query.data} onEnd={onEnd} />
      </Stack>
    );
  }
  if (failure !== null) {
    return (
      <ErrorPanel
        title={t('importStatus.notLoaded')}
        message={failure}
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (query.data === null) {
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

interface ImportStateViewProps {
  run: Import;
  onEnd: () => void;
}

function ImportStateView({ run, onEnd }: ImportStateViewProps) {
  const t = useMessages();
  if (run.state === 'mapping') return <UnmappedImport run={run} onEnd={onEnd} />;
  if (run.state === 'checked') return <CheckedImport run={run} onEnd={onEnd} />;
  if (run.state === 'stopped' || run.state === 'undone' || run.state === 'failed')
    return <UnappliedImport run={run} state={run.state} onEnd={onEnd} />;
  if (run.state === 'applied') {
    return (
      <>
        <Callout tone="success" title={t('importStatus.finished')} announce>
          {t(run.counts.refuse === 0 ? 'importStatus.allSaved' : 'importStatus.savedExceptRefused')}
        </Callout>
        <OutcomeCounts counts={run.counts} tense="after" />
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

/** A table whose columns are not all recognised. */
function UnmappedImport({ run, onEnd }: ImportStateViewProps) {
  const t = useMessages();
  const discard = useDiscardImport(run, onEnd);
  if (run.table === undefined) return null;
  return (
    <>
      <Text>{t('importColumns.choose')}</Text>
      <ImportColumns key={run.updatedAt} importId={run} table={run.table}>
        <Button loading={discard.isPending} onClick={() => discard.mutate(undefined)}>
          {t('checkedImport.discard')}
        </Button>
      </ImportColumns>
    </>
  );
}

function RunningImport({ run, onEnd }: ImportStateViewProps) {
  const { done, total } = run.progress;
  const t = useMessages();
  const discard = useDiscardImport(run, onEnd);
  const steps = useImportSteps(run);
  const undo = useMutation({ mutationFn: steps.undo });
  const label = t(stateLabels[run.state].label);
  const values = { state: label, done: formatNumber(done) };
  return (
    <Stack gap={2}>
      <Text role="status">
        {total === null
          ? t('importProgress.lines', values)
          : t('importProgress.linesOf', { ...values, total: formatNumber(total) })}
      </Text>
      <ProgressBar label={label} value={total === null || total === 0 ? null : (done / total) * 100} />
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
          <Button
            loading={discard.isPending || undo.isPending}
            onClick={() => (run.state === 'applying' ? undo.mutate() : discard.mutate(undefined))}
          >
            {t('importProgress.cancel')}
          </Button>
        </div>
      )}
    </Stack>
  );
}

function OutcomeCounts({ counts, tense }: { counts: Import['counts']; tense: 'before' | 'after' }) {
  const t = useMessages();
  return (
    <Inline gap={2} role="group" aria-label={t('importCounts.label')}>
      {importOutcomes.map((outcome) => (
        <Badge key={outcome} tone={counts[outcome] === 0 ? 'grey' : outcomeLabels[outcome].tone}>
          {t(tense === 'before' ? 'importCounts.before' : 'importCounts.after', {
            count: formatNumber(counts[outcome]),
            outcome,
          })}
        </Badge>
      ))}
    </Inline>
  );
}

function CheckedImport({ run, onEnd }: ImportStateViewProps) {
  const t = useMessages();
  const [isConfirming, setIsConfirming] = useState(false);
  const [isMapping, setIsMapping] = useState(false);
  const steps = useImportSteps(run);
  const discard = useDiscardImport(run, onEnd);
  const { draft, isDirty, setDraft, clear } = useDraft(run);
  const check = useMutation({
    mutationFn: async ({ lines = [], ...more }: Corrections) => {
      await steps.check({ ...draft, ...more, lines: [...draft.lines, ...lines] });
      clear();
    },
  });
  const { counts, table, missing = [], workingCopies = 0 } = run;
  const isRefused = counts.refuse > 0;
  const changes = counts.create + counts.change;
  const hasNoChanges = changes === 0;
  const areAllListed = counts.refuse <= maxListedRefusedLines;
  const problem = translateServerMessage(hasNoChanges ? importMessages.allRefused : importMessages.refused);
  if (isMapping && table)
    return (
      <ImportColumns importId={run} table={table}>
        <Button onClick={() => setIsMapping(false)}>{t('importColumns.back')}</Button>
      </ImportColumns>
    );
  return (
    <>
      <Inline gap={3} justify="between">
        <OutcomeCounts counts={counts} tense="before" />
        {table === undefined ? null : (
          <Button size="small" onClick={() => setIsMapping(true)}>
            {t('importColumns.change')}
          </Button>
        )}
      </Inline>
      {table === undefined ? null : <Encoding table={table} />}
      {missing.length === 0 ? null : (
        <MissingItems
          missing={missing}
          isChecking={check.isPending}
          onCheck={(create) => check.mutate({ create })}
        />
      )}
      {isRefused ? (
        <Callout tone="danger" announce>
          {areAllListed
            ? t('checkedImport.correct', { problem })
            : t('checkedImport.firstListed', {
                problem,
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
            loadingLabel={t('importProgress.checking')}
            onClick={() => check.mutate({})}
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
        <Button loading={discard.isPending} onClick={() => discard.mutate(undefined)}>
          {t('checkedImport.discard')}
        </Button>
      </Inline>
      <ImportLines
        run={run}
        onTakeBack={(line) => check.mutate({ lines: [line] })}
        refused={isRefused ? <RefusedLines run={run} draft={draft} onDraft={setDraft} /> : undefined}
      />
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={t('checkedImport.question')}
        description={describeImportEffect(counts)}
        confirmLabel={t('checkedImport.import')}
        confirmingLabel={t('checkedImport.importing')}
        onConfirm={steps.apply}
      >
        {isRefused ? <Text>{t('checkedImport.leftOut', { count: formatNumber(counts.refuse) })}</Text> : null}
        <Text>
          {t(isRefused ? 'checkedImport.othersAllOrNothing' : 'checkedImport.allOrNothing', {
            name: run.fileName,
          })}
        </Text>
      </ConfirmDialog>
    </>
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

const ends = {
  undone: { title: 'importState.undone', next: 'importStatus.importAnother' },
  stopped: { title: 'stoppedImport.title', next: 'importStatus.chooseAnother' },
  failed: { title: 'failedImport.title', next: 'importStatus.chooseAnother' },
} as const;

/** An import that has ended and is not applied, or only in part. */
function UnappliedImport({ run, state, onEnd }: ImportStateViewProps & { state: keyof typeof ends }) {
  const t = useMessages();
  const { retry } = useImportSteps(run);
  const { mutate, isPending, error } = useMutation({ mutationFn: retry });
  const discard = useDiscardImport(run, onEnd);
  const { title, next } = ends[state];
  const text = {
    undone: null,
    stopped: translateServerMessage(importMessages.stopped),
    failed: t('importStatus.failed'),
  }[state];
  const tone = state !== 'undone' ? 'danger' : run.problem === null ? 'success' : 'warning';
  return (
    <>
      <Callout tone={tone} title={t(title)} announce>
        {error?.message ?? (run.problem ? translateServerMessage(run.problem) : text)}
      </Callout>
      <Inline>
        {state === 'stopped' ? (
          <Button variant="primary" loading={isPending} onClick={() => mutate()}>
            {t('importStatus.retry')}
          </Button>
        ) : null}
        <Button
          loading={discard.isPending}
          onClick={() => (state === 'failed' ? discard.mutate(undefined) : onEnd())}
        >
          {t(next)}
        </Button>
      </Inline>
    </>
  );
}
