import { useApi } from '@khmer-learning/console-sdk';
import { type DeletedItem, defaultPageSize, maxOffset, versionLimits } from '@khmer-learning/contracts';
import {
  Button,
  type Column,
  DataTable,
  DateText,
  Dialog,
  EmptyState,
  Inline,
  SearchInput,
  Stack,
  Text,
} from '@khmer-learning/ui-kit';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listErrorProps } from '../lists/list-error-props.ts';
import { type DeletedItemsOptions, useRestoreDeleted } from './use-restore-deleted.ts';

const dayMs = 86_400_000;

/** `29 days`, `1 day`, `Less than a day`. */
function formatTimeLeft(expiresAt: string): string {
  const days = Math.floor((Date.parse(expiresAt) - Date.now()) / dayMs);
  if (days < 1) return 'Less than a day';
  return days === 1 ? '1 day' : `${days} days`;
}

const parentTypes = { 'main-lesson': 'main lesson', 'lesson-type': 'lesson type', lesson: 'lesson' } as const;

const columns: readonly Column<DeletedItem>[] = [
  {
    id: 'title',
    header: 'Title',
    main: true,
    cell: ({ title, deletedWith }) => (
      <>
        <Text strong lines={2}>
          {title}
        </Text>
        {deletedWith === null ? null : (
          <Text size="small" muted lines={2}>
            {`with the ${parentTypes[deletedWith.type]} “${deletedWith.title}”`}
          </Text>
        )}
      </>
    ),
  },
  {
    id: 'deleted',
    header: 'Deleted',
    cell: ({ deletedAt, deletedBy }) => (
      <>
        <DateText at={deletedAt} />
        {deletedBy === null ? null : <Text size="small">{`by ${deletedBy.name}`}</Text>}
      </>
    ),
  },
  { id: 'left', header: 'Time left', cell: ({ expiresAt }) => formatTimeLeft(expiresAt) },
];

export interface RecentlyDeletedDialogProps extends DeletedItemsOptions {
  /** The plural: `main lessons`. */
  itemsLabel: string;
  onClose: () => void;
}

/** The deleted items of a list, most recently deleted first. */
export function RecentlyDeletedDialog({ itemsLabel, onClose, ...options }: RecentlyDeletedDialogProps) {
  const { endpoints } = options;
  const api = useApi();
  const [search, setSearch] = useState('');
  const restoring = useRestoreDeleted(options);
  const pages = useInfiniteQuery({
    queryKey: [endpoints.listDeleted.id, search],
    queryFn: ({ pageParam, signal }) =>
      api.call(
        endpoints.listDeleted,
        { query: { search, limit: defaultPageSize, offset: pageParam } },
        { signal },
      ),
    initialPageParam: 0,
    getNextPageParam: (last, _all, offset) => {
      const next = offset + last.data.length;
      return next > offset && next < last.total && next <= maxOffset ? next : undefined;
    },
    placeholderData: keepPreviousData,
    // Always fetched: it changes with every deletion, also by other users.
    staleTime: 0,
    gcTime: 0,
  });
  const failure = listErrorProps(`The deleted ${itemsLabel}`, pages.error, () =>
    pages.isFetchNextPageError ? pages.fetchNextPage() : pages.refetch(),
  );
  // A deletion moves an older item to the next page, so an item can be on two pages.
  const items = new Map(pages.data?.pages.flatMap(({ data }) => data.map((item) => [item.id, item])));

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="large"
      title="Recently deleted"
      description={`Deleted ${itemsLabel} can be restored for ${versionLimits.deletedDays} days.`}
    >
      <Stack gap={4}>
        <SearchInput
          label={`Search deleted ${itemsLabel}`}
          value={search}
          onChange={setSearch}
          shortcut={false}
        />
        <DataTable
          caption={`Deleted ${itemsLabel}`}
          columns={columns}
          rows={pages.data === undefined ? undefined : [...items.values()]}
          rowKey={({ id }) => id}
          rowName={({ title }) => title}
          refreshing={pages.isFetching}
          error={failure}
          skeletonRows={3}
          empty={
            <EmptyState
              title={`No deleted ${itemsLabel}`}
              hint={search === '' ? undefined : 'Nothing matches your search.'}
            />
          }
          actions={({ id, title }) => (
            <Button
              size="small"
              aria-label={`Restore ${title}`}
              loading={restoring.isPending && restoring.variables === id}
              onClick={() => restoring.mutate(id)}
            >
              Restore
            </Button>
          )}
        />
        {pages.hasNextPage && failure === undefined ? (
          <Inline justify="center">
            <Button
              loading={pages.isFetchingNextPage}
              loadingLabel="Loading..."
              onClick={() => void pages.fetchNextPage()}
            >
              Show more
            </Button>
          </Inline>
        ) : null}
      </Stack>
    </Dialog>
  );
}
