import { userMessageOf } from '@khmer-learning/console-sdk';
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
import { useEffect, useEffectEvent, useState } from 'react';
import { useMessages } from '../messages/messages.ts';
import { describeImportEffect, outcomeLabels, progressLabels } from './import-labels.ts';
import { ImportLines } from './import-lines.tsx';
import {
  type ImportId,
  useAnnounceContentChanges,
  useApplyImport,
  useDiscardImport,
  useDownloadRefused,
  usePolledImport,
  useRetryImport,
} from './transfer.api.ts';
import { transferKindDetails } from './transfer-kind-details.ts';

interface ImportStatusProps {
  importId: ImportId;
  /** Called when the import has ended or was discarded, so that another can start. */
  onEnd: () => void;
}

/** The state of a started import: the check, its outcome, the application and the result. */
export function ImportStatus({ importId, onEnd }: ImportStatusProps) {
  const t = useMessages();
  const query = usePolledImport(importId);
  const refresh = useEffectEvent(useAnnounceContentChanges());
  const isApplied = query.data?.state === 'applied';
  useEffect(() => {
    if (isApplied) refresh();
  }, [isApplied]);

  if (query.data) {
    const stale = query.error === null ? null : userMessageOf(query.error, t('importStatus.failed'));
    return (
      <Stack gap={4}>
        <Text>
          {t.rich(
            'importStatus.file',
            { name: (content) => <strong>{content}</strong> },
            { name: query.data.fileName, kind: t(transferKindDetails[importId.kind].label) },
          )}
        </Text>
        {stale === null ? null : (
          <Callout tone="warning" announce title={t('importStatus.notUpdated')}>
            <Inline justify="between">
              <span>{stale}</span>
              <Button size="small" loading={query.isFetching} onClick={() => void query.refetch()}>
                {t('importStatus.retry')}
              </Button>
            </Inline>
          </Callout>
        )}
        <ImportStateView importId={importId} run={query.data} onEnd={onEnd} />
      </Stack>
    );
  }
  if (query.error !== null) {
    return (
      <ErrorPanel
        title={t('importStatus.notLoaded')}
        message={userMessageOf(query.error, t('importStatus.failed'))}
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

interface ImportStateViewProps extends ImportStatusProps {
  run: Import;
}

function ImportStateView({ importId, run, onEnd }: ImportStateViewProps) {
  const t = useMessages();
  if (run.state === 'checked') return <CheckedImport importId={importId} run={run} onEnd={onEnd} />;
  if (run.state === 'stopped') return <StoppedImport importId={importId} run={run} onEnd={onEnd} />;
  if (run.state === 'failed') return <FailedImport importId={importId} run={run} onEnd={onEnd} />;
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
          <DownloadRefusedButton importId={importId} run={run} />
        </Inline>
        <ImportLines importId={importId} hasRefused={run.counts.refuse > 0} />
      </>
    );
  }
  return <RunningImport run={run} state={run.state} />;
}

function RunningImport({ run, state }: { run: Import; state: keyof typeof progressLabels }) {
  const { done, total } = run.progress;
  const t = useMessages();
  const label = t(progressLabels[state]);
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

function CheckedImport({ importId, run, onEnd }: ImportStateViewProps) {
  const t = useMessages();
  const [isConfirming, setIsConfirming] = useState(false);
  const apply = useApplyImport(importId);
  const discard = useDiscardImport(importId, onEnd);
  const { counts } = run;
  const isRefused = counts.refuse > 0;
  const changes = counts.create + counts.change;
  const hasNoChanges = changes === 0;
  const { workingCopies = 0 } = run;
  const canCorrect = counts.refuse <= maxListedRefusedLines;
  const problem = translateServerMessage(hasNoChanges ? importMessages.allRefused : importMessages.refused);
  return (
    <>
      <OutcomeCounts counts={counts} tense="before" />
      {isRefused ? (
        <Callout tone="danger" announce>
          {canCorrect
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
      <Inline>
        <Button variant="primary" disabled={hasNoChanges} onClick={() => setIsConfirming(true)}>
          {isRefused && !hasNoChanges
            ? t('checkedImport.importCount', { count: formatNumber(changes) })
            : t('checkedImport.import')}
        </Button>
        <DownloadRefusedButton importId={importId} run={run} />
        <Button loading={discard.isPending} onClick={() => discard.mutate(undefined)}>
          {t('checkedImport.discard')}
        </Button>
      </Inline>
      <ImportLines importId={importId} hasRefused={isRefused} canCorrect={canCorrect} />
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title={t('checkedImport.question')}
        description={describeImportEffect(counts)}
        confirmLabel={t('checkedImport.import')}
        confirmingLabel={t('checkedImport.importing')}
        onConfirm={apply}
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
function DownloadRefusedButton({ importId, run }: Pick<ImportStateViewProps, 'importId' | 'run'>) {
  const t = useMessages();
  const { mutate, isPending } = useDownloadRefused(importId);
  const { refuse } = run.counts;
  if (refuse === 0 || refuse > maxListedRefusedLines) return null;
  return (
    <Button
      icon={<DownloadIcon aria-hidden="true" />}
      loading={isPending}
      loadingLabel={t('refusedDownload.downloading')}
      onClick={() => mutate(run.fileName)}
    >
      {t('refusedDownload.download', { count: formatNumber(refuse) })}
    </Button>
  );
}

function StoppedImport({ importId, run, onEnd }: ImportStateViewProps) {
  const t = useMessages();
  const retry = useRetryImport(importId);
  return (
    <>
      <Callout tone="danger" title={t('stoppedImport.title')} announce>
        {translateServerMessage(run.problem ?? importMessages.stopped)}
      </Callout>
      <Inline>
        <Button variant="primary" loading={retry.isPending} onClick={() => retry.mutate(undefined)}>
          {t('importStatus.retry')}
        </Button>
        <Button onClick={onEnd}>{t('importStatus.chooseAnother')}</Button>
      </Inline>
    </>
  );
}

function FailedImport({ importId, run, onEnd }: ImportStateViewProps) {
  const t = useMessages();
  const discard = useDiscardImport(importId, onEnd);
  return (
    <>
      <Callout tone="danger" title={t('failedImport.title')} announce>
        {run.problem ? translateServerMessage(run.problem) : t('importStatus.failed')}
      </Callout>
      <div>
        <Button loading={discard.isPending} onClick={() => discard.mutate(undefined)}>
          {t('importStatus.chooseAnother')}
        </Button>
      </div>
    </>
  );
}
