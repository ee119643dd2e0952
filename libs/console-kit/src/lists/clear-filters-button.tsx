import type { ListState } from '@khmer-learning/console-sdk';
import { Button, CloseIcon } from '@khmer-learning/ui-kit';
import { useMessages } from '../messages/messages.ts';

export interface ClearFiltersButtonProps {
  list: Pick<ListState, 'hasFilters' | 'clearFilters'>;
  /** The list's rows: without any, the button is in the empty state. */
  rows: readonly unknown[] | undefined;
}

/** The button beside the filters of a list that clears them. It is there while one is set. */
export function ClearFiltersButton({ list, rows }: ClearFiltersButtonProps) {
  const t = useMessages();
  if (!list.hasFilters || rows?.length === 0) return null;
  return (
    <Button variant="ghost" icon={<CloseIcon aria-hidden="true" />} onClick={list.clearFilters}>
      {t('listEmptyState.clearFilters')}
    </Button>
  );
}
