import { Button, EmptyState } from '@khmer-learning/ui-kit';

export interface ListEmptyStateProps {
  /** `No lessons found`. */
  title: string;
  /** What to do when there is nothing at all. */
  hint?: string;
  /** The list is narrowed by a search or a filter, which may be why. */
  hasActiveFilters: boolean;
  onClear: () => void;
  /** Left out, with `onCreate`, where nobody creates what is listed. */
  createLabel?: string;
  onCreate?: () => void;
}

/** An empty list: nothing there yet, or nothing that matches. */
export function ListEmptyState({
  title,
  hint,
  hasActiveFilters,
  onClear,
  createLabel,
  onCreate,
}: ListEmptyStateProps) {
  if (hasActiveFilters) {
    return (
      <EmptyState
        title={title}
        hint="Nothing matches this search and these filters."
        action={<Button onClick={onClear}>Clear filters</Button>}
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
