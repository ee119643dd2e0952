import type { ChangedEntity } from '@khmer-learning/console-sdk';
import { useApi, useApiMutation, userMessageOf } from '@khmer-learning/console-sdk';
import type { VersionEntry, VersionTrack, versionEndpoints } from '@khmer-learning/contracts';
import {
  Button,
  Callout,
  ConfirmDialog,
  color,
  Dialog,
  EmptyState,
  ErrorPanel,
  Inline,
  narrowBreakpoint,
  SegmentedToggle,
  Skeleton,
  Stack,
  space,
  Text,
  useLanguage,
} from '@khmer-learning/ui-kit';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import styled from 'styled-components';
import type { z } from 'zod';
import { type ComparedField, FieldDifferences } from '../comparing/field-differences.tsx';
import { isStaleVersionError } from '../comparing/stale-version-dialog.tsx';
import { listErrorProps } from '../lists/list-error-props.ts';
import { useMessages } from '../messages/messages.ts';
import { isPublished } from './published-status.ts';
import { formatVersionTime, isSameVersion, VersionList } from './version-list.tsx';

/** An item with a history. */
export interface VersionedItem {
  id: number;
  version: number;
  /** Of an item that can be published. It has versions of its working copy too. */
  status?: string;
}

/** The endpoints of the history of one kind of item. */
export type ItemVersionEndpoints<Item> = Pick<
  ReturnType<typeof versionEndpoints<'content' | 'quizzes', z.ZodType<Item>, z.ZodType>>,
  'list' | 'get' | 'restore'
>;

export interface HistoryDialogProps<Item extends VersionedItem> {
  /** In lower case, for use in a sentence: `main lesson`. */
  itemType: string;
  id: number;
  endpoints: ItemVersionEndpoints<Item>;
  /** Fetches the stored item; null when it no longer exists. */
  fetchItem: (id: number) => Promise<Item | null>;
  compare: (earlier: Item, later: Item) => readonly ComparedField[] | Promise<readonly ComparedField[]>;
  /** What happens to the unsaved changes of the form when a version is restored; null when there are none. */
  unsavedHint: string | null;
  /** The entities that restoring a version changes. */
  changes: readonly ChangedEntity[];
  onRestored: () => void;
  onClose: () => void;
}

const Columns = styled.div`
  display: grid;
  grid-template-columns: 17rem minmax(0, 1fr);
  gap: ${space(5)};
  align-items: start;

  @media (max-width: ${narrowBreakpoint}) { grid-template-columns: minmax(0, 1fr); }
`;

/* Both columns stay in view: the list scrolls beside the differences, and above them on narrow screens. */
const ListColumn = styled.div`
  position: sticky;
  top: 0;
  max-height: calc(100dvh - 13rem);
  padding: 2px;
  overflow-y: auto;

  @media (max-width: ${narrowBreakpoint}) {
    position: static;
    max-height: 16rem;
    border-bottom: 1px solid ${color('border')};
  }
`;

type Baseline = 'present' | 'before';
type Filter = VersionTrack | 'all';

/** The history of an item: its versions by day, what differs between them, and restoring one. */
export function HistoryDialog<Item extends VersionedItem>(props: HistoryDialogProps<Item>) {
  const t = useMessages();
  const baselines: readonly { value: Baseline; label: string }[] = [
    { value: 'present', label: t('history.withNow') },
    { value: 'before', label: t('history.withBefore') },
  ];
  const { itemType, id, endpoints, fetchItem, onClose } = props;
  const api = useApi();
  const [chosenEntry, setChosenEntry] = useState<VersionEntry | null>(null);
  const [filter, setFilter] = useState<Filter>('all');
  const filters: readonly { value: Filter; label: string }[] = [
    { value: 'all', label: t('history.all') },
    { value: 'item', label: t('workingCopyBar.published') },
    { value: 'working-copy', label: t('workingCopyBar.workingCopy') },
  ];
  const [baseline, setBaseline] = useState<Baseline>('present');
  const queryKey = [endpoints.list.id, id];
  // Always fetched: other users may have saved the item since.
  const present = useQuery({
    queryKey: [...queryKey, 'present'],
    queryFn: () => fetchItem(id),
    staleTime: 0,
    gcTime: 0,
  });
  const pages = useInfiniteQuery({
    queryKey: [...queryKey, filter],
    queryFn: ({ pageParam, signal }) =>
      api.call(
        endpoints.list,
        {
          params: { id },
          query: {
            ...(pageParam === null ? {} : { before: pageParam }),
            ...(filter === 'all' ? {} : { track: filter }),
          },
        },
        { signal },
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
    gcTime: 0,
  });
  const refetch = () => {
    void present.refetch();
    void pages.refetch();
  };
  const failure = listErrorProps(t('history.subject'), present.error ?? pages.error, () =>
    pages.isFetchNextPageError ? pages.fetchNextPage() : refetch(),
  );
  const entries = pages.data?.pages.flatMap(({ data }) => data);
  const isNow = ({ track, version }: VersionEntry) => track === 'item' && version === present.data?.version;
  const earlier = entries?.filter((entry) => !isNow(entry));
  const chosen =
    entries?.find((entry) => chosenEntry !== null && isSameVersion(entry, chosenEntry)) ?? earlier?.[0];

  const content = () => {
    if (present.data === null) return <Text>{t('item.gone', { itemType })}</Text>;
    if (present.data === undefined || entries === undefined) {
      if (failure !== undefined)
        return <ErrorPanel {...failure} retrying={present.isFetching || pages.isFetching} />;
      return (
        <Stack gap={3} role="status" aria-label={t('history.loading')}>
          <Skeleton width="40%" />
          <Skeleton height="8rem" />
        </Stack>
      );
    }
    const filterToggle =
      present.data.status === undefined ? null : (
        <SegmentedToggle
          aria-label={t('history.filter')}
          options={filters}
          value={filter}
          onValueChange={setFilter}
        />
      );
    if (chosen === undefined || (earlier?.length === 0 && !pages.hasNextPage)) {
      return (
        <Stack gap={4}>
          {filterToggle}
          <EmptyState title={t('history.empty')} hint={t('history.emptyHint', { itemType })} />
        </Stack>
      );
    }
    const isPresent = isNow(chosen);
    return (
      <Columns>
        <ListColumn>
          <Stack gap={3}>
            {filterToggle}
            <VersionList
              entries={entries}
              present={present.data.version}
              chosen={chosen}
              onChoose={setChosenEntry}
            />
            {failure === undefined ? null : <ErrorPanel {...failure} retrying={pages.isFetching} />}
            {pages.hasNextPage && failure === undefined ? (
              <Button
                size="small"
                loading={pages.isFetchingNextPage}
                loadingLabel={t('action.loading')}
                onClick={() => void pages.fetchNextPage()}
              >
                {t('history.loadOlder')}
              </Button>
            ) : null}
          </Stack>
        </ListColumn>
        <Stack gap={4} role="group" aria-label={t('history.versionOf', { at: formatVersionTime(chosen) })}>
          <Inline justify="between">
            {isPresent ? (
              <Text muted>{t('history.present')}</Text>
            ) : (
              <SegmentedToggle
                aria-label={t('history.compare')}
                options={baselines}
                value={baseline}
                onValueChange={setBaseline}
              />
            )}
            {isPresent ? null : (
              <RestoreVersionButton {...props} entry={chosen} present={present.data} onStale={refetch} />
            )}
          </Inline>
          <VersionDifferences
            {...props}
            entry={chosen}
            present={present.data}
            baseline={isPresent ? 'before' : baseline}
          />
        </Stack>
      </Columns>
    );
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="full"
      title={t('history.title')}
      description={t('history.description', { itemType })}
    >
      {content()}
    </Dialog>
  );
}

interface ChosenVersionProps<Item extends VersionedItem> extends HistoryDialogProps<Item> {
  entry: VersionEntry;
  present: Item;
}

function VersionDifferences<Item extends VersionedItem>({
  id,
  endpoints,
  compare,
  entry,
  present,
  baseline,
}: ChosenVersionProps<Item> & { baseline: Baseline }) {
  const t = useMessages();
  const { language, numerals } = useLanguage();
  const api = useApi();
  const { track } = entry;
  const fetchVersion = (version: number, signal: AbortSignal) =>
    api.call(endpoints.get, { params: { id, version }, query: { track } }, { signal });
  const comparison = useQuery({
    // Versions never change, but the names in them can: those of lesson types, for example. Labels and times are in the page's language.
    queryKey: [
      endpoints.get.id,
      id,
      track,
      entry.version,
      baseline === 'present' ? present.version : 'before',
      language,
      numerals,
    ],
    queryFn: async ({ signal }) => {
      const chosen = await fetchVersion(entry.version, signal);
      const name = formatVersionTime(entry);
      if (baseline === 'present') {
        return { fields: await compare(chosen, present), names: { theirs: name, yours: t('history.now') } };
      }
      const query = { track, before: `${entry.version}.${entry.version}`, limit: 1 };
      const [before] = (await api.call(endpoints.list, { params: { id }, query }, { signal })).data;
      if (before === undefined) return null;
      const earlier = await fetchVersion(before.version, signal);
      return {
        fields: await compare(earlier, chosen),
        names: { theirs: formatVersionTime(before), yours: name },
      };
    },
    gcTime: 0,
  });
  const failure = listErrorProps(t('history.differences'), comparison.error, comparison.refetch);
  if (failure !== undefined) return <ErrorPanel {...failure} retrying={comparison.isFetching} />;
  if (comparison.data === undefined) {
    return (
      <Stack gap={2} role="status" aria-label={t('comparison.loading')}>
        <Skeleton width="30%" />
        <Skeleton height="4rem" />
      </Stack>
    );
  }
  if (comparison.data === null) return <Text>{t('history.noBefore')}</Text>;
  return <FieldDifferences {...comparison.data} sameText={t('history.same')} />;
}

function RestoreVersionButton<Item extends VersionedItem>({
  itemType,
  id,
  endpoints,
  entry,
  present,
  unsavedHint,
  changes,
  onRestored,
  onStale,
}: ChosenVersionProps<Item> & { onStale: () => void }) {
  const t = useMessages();
  const api = useApi();
  const [isAsking, setAsking] = useState(false);
  const time = formatVersionTime(entry);
  const { status } = present;
  const isIntoWorkingCopy = status !== undefined && isPublished({ status });
  const { mutateAsync } = useApiMutation({
    call: () =>
      api.call(
        endpoints.restore,
        { params: { id, version: entry.version }, query: { track: entry.track } },
        { version: present.version },
      ),
    successMessage: ({ version }) =>
      isIntoWorkingCopy
        ? t('restoreVersion.doneAsCopy', { time })
        : t('restoreVersion.done', { time, version: String(version) }),
    failureMessage: '',
    changes,
    onSuccess: onRestored,
    onError: (error) => {
      if (isStaleVersionError(error)) onStale();
      // The dialog shows the failure.
      return true;
    },
  });
  return (
    <>
      <Button variant="primary" onClick={() => setAsking(true)}>
        {t('restoreVersion.button')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={t('restoreVersion.title')}
        description={t(isIntoWorkingCopy ? 'restoreVersion.asCopy' : 'restoreVersion.description', {
          itemType,
          time,
        })}
        confirmLabel={t('action.restore')}
        confirmingLabel={t('restoreVersion.confirming')}
        onConfirm={() => mutateAsync()}
        describeError={(error) =>
          error instanceof Error && isStaleVersionError(error)
            ? t('restoreVersion.stale', { itemType })
            : userMessageOf(error, t('restoreVersion.failed'))
        }
      >
        {unsavedHint === null ? null : (
          <Callout tone="warning" title={t('restoreVersion.unsaved')}>
            {unsavedHint}
          </Callout>
        )}
      </ConfirmDialog>
    </>
  );
}
