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
  Inline,
  ProgressBar,
  Skeleton,
  Stack,
  Text,
} from '@khmer-learning/ui-kit';
import { useEffect, useEffectEvent, useState } from 'react';
import { describeImportEffect, formatNumber, outcomeLabels, progressLabels } from './import-labels.ts';
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
  const query = usePolledImport(importId);
  const refresh = useEffectEvent(useAnnounceContentChanges());
  const isApplied = query.data?.state === 'applied';
  useEffect(() => {
    if (isApplied) refresh();
  }, [isApplied]);

  if (query.data) {
    const stale = query.error === null ? null : userMessageOf(query.error, 'Something went wrong.');
    return (
      <Stack gap={4}>
        <Text>
          <strong>{query.data.fileName}</strong> {`– ${transferKindDetails[importId.kind].label}`}
        </Text>
        {stale === null ? null : (
          <Callout tone="warning" announce title="The import status could not be updated">
            <Inline justify="between">
              <span>{stale}</span>
              <Button size="small" loading={query.isFetching} onClick={() => void query.refetch()}>
                Try again
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
        title="The import could not be loaded"
        message={userMessageOf(query.error, 'Something went wrong.')}
        retrying={query.isFetching}
        onRetry={() => void query.refetch()}
      />
    );
  }
  if (query.data === null) {
    return (
      <EmptyState
        title="This import no longer exists"
        action={<Button onClick={onEnd}>Choose a file</Button>}
      />
    );
  }
  return (
    <Stack gap={2} role="status" aria-label="Loading the import">
      <Skeleton width="40%" />
      <Skeleton height="4rem" />
    </Stack>
  );
}

interface ImportStateViewProps extends ImportStatusProps {
  run: Import;
}

function ImportStateView({ importId, run, onEnd }: ImportStateViewProps) {
  if (run.state === 'checked') return <CheckedImport importId={importId} run={run} onEnd={onEnd} />;
  if (run.state === 'stopped') return <StoppedImport importId={importId} run={run} onEnd={onEnd} />;
  if (run.state === 'failed') return <FailedImport importId={importId} run={run} onEnd={onEnd} />;
  if (run.state === 'applied') {
    return (
      <>
        <Callout tone="success" title="Import finished" announce>
          {run.counts.refuse === 0
            ? 'All changes have been saved.'
            : 'All changes have been saved, except the refused lines. Download these, correct them, and import that file.'}
        </Callout>
        <OutcomeCounts counts={run.counts} tense="after" />
        <Inline>
          <Button variant="primary" onClick={onEnd}>
            Import another file
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
  const label = progressLabels[state];
  const lines =
    total === null ? `${formatNumber(done)} lines` : `${formatNumber(done)} of ${formatNumber(total)} lines`;
  return (
    <Stack gap={2}>
      <Text role="status">{`${label}: ${lines}`}</Text>
      <ProgressBar label={label} value={total === null || total === 0 ? null : (done / total) * 100} />
      <Text size="small" muted>
        This continues in the background. You can leave this page and come back.
      </Text>
    </Stack>
  );
}

function OutcomeCounts({ counts, tense }: { counts: Import['counts']; tense: 'before' | 'after' }) {
  return (
    <Inline gap={2} role="group" aria-label="Lines in the file by outcome">
      {importOutcomes.map((outcome) => (
        <Badge key={outcome} tone={counts[outcome] === 0 ? 'grey' : outcomeLabels[outcome].tone}>
          {`${formatNumber(counts[outcome])} ${outcomeLabels[outcome][tense]}`}
        </Badge>
      ))}
    </Inline>
  );
}

function CheckedImport({ importId, run, onEnd }: ImportStateViewProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  const apply = useApplyImport(importId);
  const discard = useDiscardImport(importId, onEnd);
  const { counts } = run;
  const isRefused = counts.refuse > 0;
  const changes = counts.create + counts.change;
  const hasNoChanges = changes === 0;
  const { workingCopies = 0 } = run;
  const canCorrect = counts.refuse <= maxListedRefusedLines;
  return (
    <>
      <OutcomeCounts counts={counts} tense="before" />
      {isRefused ? (
        <Callout tone="danger" announce>
          {hasNoChanges ? importMessages.allRefused : importMessages.refused}
          {canCorrect
            ? '. Correct them in the list, or download them.'
            : `. The first ${formatNumber(maxListedRefusedLines)} of ${formatNumber(counts.refuse)} are listed.`}
        </Callout>
      ) : null}
      {!isRefused && hasNoChanges ? (
        <Callout announce>Everything in this file already exists. There is nothing to import.</Callout>
      ) : null}
      {workingCopies === 0 ? null : (
        <Callout tone="warning">
          {`${describeWorkingCopies(workingCopies)} Learners see what is imported; the changes stay beside it until someone publishes or discards them.`}
        </Callout>
      )}
      <Inline>
        <Button variant="primary" disabled={hasNoChanges} onClick={() => setIsConfirming(true)}>
          {isRefused && !hasNoChanges ? `Import ${formatNumber(changes)}` : 'Import'}
        </Button>
        <DownloadRefusedButton importId={importId} run={run} />
        <Button loading={discard.isPending} onClick={() => discard.mutate(undefined)}>
          Discard
        </Button>
      </Inline>
      <ImportLines importId={importId} hasRefused={isRefused} canCorrect={canCorrect} />
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setIsConfirming}
        title="Import this file?"
        description={describeImportEffect(counts)}
        confirmLabel="Import"
        confirmingLabel="Importing..."
        onConfirm={apply}
      >
        {isRefused ? <Text>{`Refused lines that are left out: ${formatNumber(counts.refuse)}.`}</Text> : null}
        <Text>
          {isRefused
            ? `If any other line of ${run.fileName} cannot be saved, nothing is imported.`
            : `If any line of ${run.fileName} cannot be saved, nothing is imported.`}
        </Text>
      </ConfirmDialog>
    </>
  );
}

const describeWorkingCopies = (count: number) =>
  count === 1
    ? 'One item to be changed has changes that are not published.'
    : `${formatNumber(count)} items to be changed have changes that are not published.`;

/** Saves the refused lines as a file. Not offered for more lines than the service keeps. */
function DownloadRefusedButton({ importId, run }: Pick<ImportStateViewProps, 'importId' | 'run'>) {
  const { mutate, isPending } = useDownloadRefused(importId);
  const { refuse } = run.counts;
  if (refuse === 0 || refuse > maxListedRefusedLines) return null;
  return (
    <Button
      icon={<DownloadIcon aria-hidden="true" />}
      loading={isPending}
      loadingLabel="Downloading..."
      onClick={() => mutate(run.fileName)}
    >
      {`Download the ${formatNumber(refuse)}`}
    </Button>
  );
}

function StoppedImport({ importId, run, onEnd }: ImportStateViewProps) {
  const retry = useRetryImport(importId);
  return (
    <>
      <Callout tone="danger" title="The import could not be fully undone" announce>
        {run.problem ?? importMessages.stopped}
      </Callout>
      <Inline>
        <Button variant="primary" loading={retry.isPending} onClick={() => retry.mutate(undefined)}>
          Try again
        </Button>
        <Button onClick={onEnd}>Choose another file</Button>
      </Inline>
    </>
  );
}

function FailedImport({ importId, run, onEnd }: ImportStateViewProps) {
  const discard = useDiscardImport(importId, onEnd);
  return (
    <>
      <Callout tone="danger" title="Nothing was imported" announce>
        {run.problem ?? 'Something went wrong.'}
      </Callout>
      <div>
        <Button loading={discard.isPending} onClick={() => discard.mutate(undefined)}>
          Choose another file
        </Button>
      </div>
    </>
  );
}
