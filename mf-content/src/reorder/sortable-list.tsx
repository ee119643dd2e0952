import { userMessageOf } from '@khmer-learning/console-sdk';
import { EmptyState, ErrorPanel, Skeleton, Stack } from '@khmer-learning/ui-kit';
import type { UseQueryResult } from '@tanstack/react-query';
import { useCode } from '../lists/use-code.tsx';
import { useMessages } from '../messages/messages.ts';
import type { SortableRowsProps } from './sortable-rows.tsx';

interface SortableListProps<Item> extends Omit<SortableRowsProps<Item>, 'items'> {
  items: readonly Item[] | undefined;
  query: Pick<UseQueryResult, 'error' | 'refetch' | 'isFetching'>;
  /** `Lessons`, in `Lessons could not be loaded`. */
  subject: string;
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
  const code = useCode(
    'sortable-rows',
    () => import(/* webpackChunkName: "sortable-rows" */ './sortable-rows.tsx'),
  );
  const failed = [query, code].find(({ error }) => error !== null);
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
  if (items === undefined || code.data === undefined) {
    return (
      <Stack gap={2} role="status" aria-label={loadingLabel}>
        <Skeleton height="3rem" />
        <Skeleton height="3rem" />
        <Skeleton height="3rem" />
      </Stack>
    );
  }
  if (items.length === 0) return <EmptyState title={emptyTitle} />;
  return <code.data.SortableRows items={items} {...rows} />;
}
