import { specificErrorCodes } from '@khmer-learning/contracts';
import { Button, Callout, Dialog, Inline, Skeleton, Stack, Text } from '@khmer-learning/ui-kit';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { ApiError, userMessageOf } from '../api/api-error.ts';
import type { VersionComparison } from './compared-field.ts';

/** Whether a save failed because someone else had saved first. */
export function isStaleVersionError(error: Error): boolean {
  return error instanceof ApiError && error.code === specificErrorCodes.staleVersion;
}

export interface StaleVersionDialogProps {
  /** As it stands in a sentence: `main lesson`. */
  itemType: string;
  /** What becomes of the changes here when the newer version is loaded. */
  reloadHint: string;
  /** Fetches what is stored now and puts it beside what was to be saved; null when it is gone. */
  compare: () => Promise<VersionComparison | null>;
  onKeepEditing: () => void;
  onReload: () => void;
  /** Given the version that was shown, so that a third person's changes are asked about again; undefined when none was. */
  onOverwrite: (version: number | undefined) => void;
}

/** Someone else saved the same thing meanwhile: shows what differs, and asks whose version it is to be. */
export function StaleVersionDialog({
  itemType,
  reloadHint,
  compare,
  onKeepEditing,
  onReload,
  onOverwrite,
}: StaleVersionDialogProps) {
  const comparison = useQuery({
    queryKey: ['stale-version', useId()],
    queryFn: async () => {
      const [{ FieldDifferences }, compared] = await Promise.all([
        import(/* webpackChunkName: "field-differences" */ './field-differences.tsx'),
        compare(),
      ]);
      return { FieldDifferences, compared };
    },
    gcTime: 0,
  });
  const { isFetching, data } = comparison;
  const version = data?.compared?.version;
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onKeepEditing()}
      size="large"
      title={`This ${itemType} was changed by someone else`}
      description="Your changes have not been saved."
      footer={
        <>
          <Button onClick={onKeepEditing}>Keep editing</Button>
          <Button onClick={onReload}>Reload</Button>
          <Button variant="danger" disabled={isFetching} onClick={() => onOverwrite(version)}>
            Overwrite
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        <Stack gap={2}>
          <Text>{`Reload shows the ${itemType} as it is now. ${reloadHint}`}</Text>
          <Text>Overwrite saves what you have here, in place of the other person’s changes.</Text>
        </Stack>
        {comparison.error === null ? null : (
          <Callout tone="danger" announce title="What differs could not be loaded">
            <Inline justify="between">
              <span>{userMessageOf(comparison.error, 'Something went wrong on the way.')}</span>
              <Button size="small" loading={isFetching} onClick={() => void comparison.refetch()}>
                Try again
              </Button>
            </Inline>
          </Callout>
        )}
        {comparison.isPending ? (
          <Stack gap={2} role="status" aria-label="Looking for what differs">
            <Skeleton width="30%" />
            <Skeleton height="4rem" />
          </Stack>
        ) : null}
        {data === undefined ? null : <ComparisonResult {...data} itemType={itemType} />}
      </Stack>
    </Dialog>
  );
}

interface ComparisonResultProps {
  FieldDifferences: typeof import('./field-differences.tsx').FieldDifferences;
  compared: VersionComparison | null;
  itemType: string;
}

function ComparisonResult({ FieldDifferences, compared, itemType }: ComparisonResultProps) {
  if (compared === null) return <Text>{`This ${itemType} is no longer there.`}</Text>;
  return <FieldDifferences fields={compared.fields} />;
}
