import { userMessageOf } from '@khmer-learning/console-sdk';
import { EmptyState, ErrorPanel, Skeleton, Stack } from '@khmer-learning/ui-kit';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { SortableRowsProps } from './sortable-rows.tsx';

interface SortableListProps<Item> extends Omit<SortableRowsProps<Item>, 'items'> {
  /** As they are to be shown; undefined while nothing has arrived yet. */
  items: readonly Item[] | undefined;
  /** Where they come from. */
  query: Pick<UseQueryResult, 'error' | 'refetch' | 'isFetching'>;
  /** `Lessons`, in `Lessons could not be loaded`. */
  subject: string;
  emptyTitle: string;
}

/** Things with an order, with everything their list goes through. What moves them is fetched with the first of them. */
export function SortableList<Item extends { readonly id: number; readonly title: string }>({
  items,
  query,
  subject,
  emptyTitle,
  ...rows
}: SortableListProps<Item>) {
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
        title={`${subject} could not be loaded`}
        message={userMessageOf(failed.error, 'Something went wrong on the way.')}
        retrying={failed.isFetching}
        onRetry={() => void failed.refetch()}
      />
    );
  }
  if (items === undefined || lazyModule.data === undefined) {
    return (
      <Stack gap={2} role="status" aria-label={`Loading ${subject.toLowerCase()}`}>
        <Skeleton height="3rem" />
        <Skeleton height="3rem" />
        <Skeleton height="3rem" />
      </Stack>
    );
  }
  if (items.length === 0) return <EmptyState title={emptyTitle} />;
  return <lazyModule.data.SortableRows items={items} {...rows} />;
}
