import { Button, RefreshCwIcon } from '@khmer-learning/ui-kit';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMessages } from '../messages/messages.ts';

export interface RefreshButtonProps {
  query: Pick<UseQueryResult, 'isRefetching' | 'isPlaceholderData' | 'refetch'>;
}

/** Refetches the current page of a list. */
export function RefreshButton({ query }: RefreshButtonProps) {
  const t = useMessages();
  return (
    <Button
      icon={<RefreshCwIcon aria-hidden="true" />}
      loading={query.isRefetching && !query.isPlaceholderData}
      onClick={() => void query.refetch()}
    >
      {t('refreshButton.label')}
    </Button>
  );
}
