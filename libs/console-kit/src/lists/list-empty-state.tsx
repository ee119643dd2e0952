import { Button, EmptyState } from '@khmer-learning/ui-kit';
import { useMessages } from '../messages/messages.ts';

export interface ListEmptyStateProps {
  /** `No lessons found`. */
  title: string;
  hint?: string | undefined;
  hasActiveFilters: boolean;
  onClear: () => void;
  /** Omit it together with `onCreate` when items cannot be created here. */
  createLabel?: string;
  onCreate?: () => void;
}

/** The empty state of a list: no items yet, or none that match. */
export function ListEmptyState({
  title,
  hint,
  hasActiveFilters,
  onClear,
  createLabel,
  onCreate,
}: ListEmptyStateProps) {
  const t = useMessages();
  if (hasActiveFilters) {
    return (
      <EmptyState
        title={title}
        hint={t('listEmptyState.noMatch')}
        action={<Button onClick={onClear}>{t('listEmptyState.clearFilters')}</Button>}
      />
    );
  }
  return (
    <EmptyState
      title={title}
      hint={hint}
      action={
        onCreate === undefined ? undefined : (
          <Button variant="primary" onClick={onCreate}>
            {createLabel}
          </Button>
        )
      }
    />
  );
}
