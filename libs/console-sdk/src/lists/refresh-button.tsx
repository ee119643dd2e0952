import { Button, RefreshCwIcon } from '@khmer-learning/ui-kit';
import type { UseQueryResult } from '@tanstack/react-query';

export interface RefreshButtonProps {
  page: Pick<UseQueryResult, 'isRefetching' | 'isPlaceholderData' | 'refetch'>;
}

/** Fetches a list's page again. */
export function RefreshButton({ page }: RefreshButtonProps) {
  return (
    <Button
      icon={<RefreshCwIcon aria-hidden="true" />}
      loading={page.isRefetching && !page.isPlaceholderData}
      onClick={() => void page.refetch()}
    >
      Refresh
    </Button>
  );
}
