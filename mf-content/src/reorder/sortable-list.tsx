import { userMessageOf } from '@khmer-learning/console-sdk';
import { EmptyState, ErrorPanel, Skeleton, Stack } from '@khmer-learning/ui-kit';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMessages } from '../messages/messages.ts';
import type { SortableRowsProps } from './sortable-rows.tsx';

interface SortableListProps<Item> extends Omit<SortableRowsProps<Item>, 'items'> {
  items: readonly Item[] | undefined;
  query: Pick<UseQueryResult, 'error' | 'refetch' | 'isFetching'>;
  /** `Lessons`, in `Lessons could not be loaded`. */
  subject: string;
  /** `Loading lessons` */
  loadingLabel: string;
  emptyTitle: string;
}

export function SortableList<Item extends { readonly id: number; readonly title: string }>({
  items,
  query,
  subject,
  loadingLabel,
  emptyTitle,
  ...rows
}: SortableListProps<Item>) {
  const t = useMessages();
  const lazyModule = useQuery({
    queryKey: ['sortable-rows'],
    queryFn: async () => {
      const { SortableRows } = await import(/* webpackChunkName: "sortable-rows" */ './sortable-rows.tsx');
      return { SortableRows };
    },
    gcTime: Number.POSITIVE_INFINITY,
  });
  const failed = [query, lazyModule].find(({ error }) => error !== null);
  if (failed) {
    return (
      <ErrorPanel
        title={t('sortableList.notLoaded', { items: subject })}
        message={userMessageOf(failed.error, t('error.unknown'))}
        retrying={failed.isFetching}
        onRetry={() => void failed.refetch()}
      />
    );
  }
  if (items === undefined || lazyModule.data === undefined) {
    return (
      <Stack gap={2} role="status" aria-label={loadingLabel}>
        <Skeleton height="3rem" />
        <Skeleton height="3rem" />
        <Skeleton height="3rem" />
      </Stack>
    );
  }
  if (items.length === 0) return <EmptyState title={emptyTitle} />;
  return <lazyModule.data.SortableRows items={items} {...rows} />;
}
