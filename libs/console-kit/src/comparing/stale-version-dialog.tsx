import { ApiError } from '@khmer-learning/console-sdk';
import { specificErrorCodes } from '@khmer-learning/contracts';
import { Button, Dialog, Stack, Text } from '@khmer-learning/ui-kit';
import { type ComponentType, useMemo, useState } from 'react';
import { useMessages } from '../messages/messages.ts';
import { ComparisonStatus, useComparison } from './comparison.tsx';
import type { ComparedField } from './field-differences.tsx';
import type { MergePlacesProps } from './merge-places.tsx';
import type { Merge, MergeChoice, MergedVersions, MergeShape } from './three-way-merge.ts';

const staleCodes: readonly string[] = [specificErrorCodes.staleVersion, specificErrorCodes.newerVersion];

/** Whether a save or publication failed because another user had saved the item first. */
export function isStaleVersionError(error: Error): boolean {
  return error instanceof ApiError && staleCodes.includes(error.code);
}

/** Compares the stored version of an item with the form's values. */
export interface VersionComparison {
  readonly version: number;
  readonly fields: readonly ComparedField[];
  /** What a merge needs; without it, the user takes one of the versions as a whole. */
  readonly merging?: MergingVersions;
}

/** Three versions of a form's values, and the code that merges them and shows the places. */
export interface MergingVersions extends MergedVersions<unknown> {
  readonly code: {
    readonly MergePlaces: ComponentType<MergePlacesProps>;
    readonly mergeVersions: (
      shape: MergeShape,
      versions: MergedVersions<unknown>,
      choices: ReadonlyMap<string, MergeChoice>,
    ) => Merge<unknown>;
  };
  readonly shape: MergeShape;
  /** What another user changed that is not in the form. */
  readonly otherChanges: readonly ComparedField[];
}

/** Loads the code that merges three versions of a form's values, for `VersionComparison`. Rejects when it cannot be loaded. */
export async function prepareMerge(
  shape: MergeShape,
  versions: MergedVersions<unknown>,
  otherChanges: readonly ComparedField[] = [],
): Promise<MergingVersions> {
  const { MergePlaces, mergeVersions } = await import(
    /* webpackChunkName: "field-differences" */ './merge-places.tsx'
  );
  return { code: { MergePlaces, mergeVersions }, shape, ...versions, otherChanges };
}

export interface StaleVersionDialogProps {
  /** In lower case, for use in a sentence: `main lesson`. */
  itemType: string;
  /** What happens to the user's changes when the newer version is loaded. */
  reloadHint: string;
  /** Fetches the stored version and compares it with the form's values; null when the item no longer exists. */
  compare: () => Promise<VersionComparison | null>;
  onKeepEditing: () => void;
  onReload: () => void;
  /** Called with the version that was shown, so that newer changes conflict again; undefined when none was shown. */
  onOverwrite: (version: number | undefined) => void;
  /** Puts the merged values into the form; needed if `compare` gives what a merge needs. */
  onMerge?: (merged: unknown) => void;
}

/** Shown when another user saved first: asks which version to keep, or what to take of each place that both have changed. */
export function StaleVersionDialog({
  itemType,
  reloadHint,
  compare,
  onKeepEditing,
  onReload,
  onOverwrite,
  onMerge,
}: StaleVersionDialogProps) {
  const t = useMessages();
  const comparison = useComparison(compare);
  const { isFetching, data } = comparison;
  const version = data?.compared?.version;
  const [choices, setChoices] = useState<ReadonlyMap<string, MergeChoice>>(new Map());
  const merging = onMerge === undefined ? undefined : data?.compared?.merging;
  const merge = useMemo(
    () => merging?.code.mergeVersions(merging.shape, merging, choices),
    [merging, choices],
  );
  const isChosen = merge?.conflicts.every(({ id }) => choices.has(id)) === true;
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onKeepEditing()}
      size="large"
      title={t('staleVersionDialog.title', { itemType })}
      description={t('staleVersionDialog.notSaved')}
      footer={
        <>
          <Button onClick={onKeepEditing}>{t('action.keepEditing')}</Button>
          <Button onClick={onReload}>{t('staleVersionDialog.reload')}</Button>
          <Button variant="danger" disabled={isFetching} onClick={() => onOverwrite(version)}>
            {t('staleVersionDialog.overwrite')}
          </Button>
          {merge === undefined ? null : (
            <Button
              variant="primary"
              disabled={isFetching || !isChosen}
              onClick={() => onMerge?.(merge.merged)}
            >
              {t('staleVersionDialog.useMerged')}
            </Button>
          )}
        </>
      }
    >
      <Stack gap={4}>
        <Stack gap={2}>
          <Text>{t('staleVersionDialog.reloadHint', { itemType, hint: reloadHint })}</Text>
          <Text>{t('staleVersionDialog.overwriteHint')}</Text>
          {merge === undefined ? null : <Text>{t('staleVersionDialog.mergedHint')}</Text>}
        </Stack>
        <ComparisonStatus comparison={comparison} />
        {merge === undefined || merging === undefined || !data?.compared ? null : (
          <merging.code.MergePlaces
            merge={merge}
            choices={choices}
            onChoose={setChoices}
            differences={data.compared.fields}
            otherChanges={merging.otherChanges}
          />
        )}
        {data === undefined || merge !== undefined ? null : (
          <ComparisonResult {...data} itemType={itemType} />
        )}
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
  const t = useMessages();
  if (compared === null) return <Text>{t('item.gone', { itemType })}</Text>;
  return <FieldDifferences fields={compared.fields} />;
}
