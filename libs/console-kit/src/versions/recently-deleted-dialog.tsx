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
import { message, useMessages } from '../messages/messages.ts';
import { type DeletedItemsOptions, useRestoreDeleted } from './use-restore-deleted.ts';

const dayMs = 86_400_000;

/** `30 days`, `1 day`, `Less than a day`. */
function formatTimeLeft(expiresAt: string): string {
  const days = (Date.parse(expiresAt) - Date.now()) / dayMs;
  return days < 1
    ? message('recentlyDeleted.lessThanADay')
    : message('recentlyDeleted.days', { days: Math.ceil(days) });
}

const columnsOf = (): readonly Column<DeletedItem>[] => [
  {
    id: 'title',
    header: message('recentlyDeleted.title'),
    main: true,
    cell: ({ title, deletedWith }) => (
      <>
        <Text strong lines={2}>
          {title}
        </Text>
        {deletedWith === null ? null : (
          <Text size="small" muted lines={2}>
            {message(`recentlyDeleted.with.${deletedWith.type}`, { title: deletedWith.title })}
          </Text>
        )}
      </>
    ),
  },
  {
    id: 'deleted',
    header: message('recentlyDeleted.deleted'),
    cell: ({ deletedAt, deletedBy }) => (
      <>
        <DateText at={deletedAt} />
        {deletedBy === null ? null : (
          <Text size="small">{message('recentlyDeleted.by', { name: deletedBy.name })}</Text>
        )}
      </>
    ),
  },
  {
    id: 'left',
    header: message('recentlyDeleted.timeLeft'),
    cell: ({ expiresAt }) => formatTimeLeft(expiresAt),
  },
];

export interface RecentlyDeletedDialogProps extends DeletedItemsOptions {
  itemsLabel: string;
  onClose: () => void;
}

/** The deleted items of a list, most recently deleted first. */
export function RecentlyDeletedDialog({ itemsLabel, onClose, ...options }: RecentlyDeletedDialogProps) {
  const t = useMessages();
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
  const failure = listErrorProps(t('recentlyDeleted.subject', { itemsLabel }), pages.error, () =>
    pages.isFetchNextPageError ? pages.fetchNextPage() : pages.refetch(),
  );
  // A deletion moves an older item to the next page, so an item can be on two pages.
  const items = new Map(pages.data?.pages.flatMap(({ data }) => data.map((item) => [item.id, item])));

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="large"
      title={t('recentlyDeleted.button')}
      description={t('recentlyDeleted.description', { itemsLabel, days: versionLimits.deletedDays })}
    >
      <Stack gap={4}>
        <SearchInput
          label={t('recentlyDeleted.search', { itemsLabel })}
          value={search}
          onChange={setSearch}
          shortcut={false}
        />
        <DataTable
          caption={t('recentlyDeleted.caption', { itemsLabel })}
          columns={columnsOf()}
          rows={pages.data === undefined ? undefined : [...items.values()]}
          rowKey={({ id }) => id}
          rowName={({ title }) => title}
          refreshing={pages.isFetching}
          error={failure}
          skeletonRows={3}
          empty={
            <EmptyState
              title={t('recentlyDeleted.empty', { itemsLabel })}
              hint={search === '' ? undefined : t('recentlyDeleted.noMatch')}
            />
          }
          actions={({ id, title }) => (
            <Button
              size="small"
              aria-label={t('recentlyDeleted.restoreItem', { title })}
              loading={restoring.isPending && restoring.variables === id}
              onClick={() => restoring.mutate(id)}
            >
              {t('action.restore')}
            </Button>
          )}
        />
        {pages.hasNextPage && failure === undefined ? (
          <Inline justify="center">
            <Button
              loading={pages.isFetchingNextPage}
              loadingLabel={t('action.loading')}
              onClick={() => void pages.fetchNextPage()}
            >
              {t('recentlyDeleted.showMore')}
            </Button>
          </Inline>
        ) : null}
      </Stack>
    </Dialog>
  );
}
