import type { ListState } from '@khmer-learning/console-sdk';
import { noFilter } from '@khmer-learning/console-sdk';
import { Button, CloseIcon, Select, type SelectOption } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { useMessages } from '../messages/messages.ts';

export interface ListFilterProps {
  list: Pick<ListState, 'filterValue' | 'setFilter'>;
  /** The filter's name in the list's state. */
  name: string;
  label: string;
  /** The label of the option that disables the filter: `All statuses`. */
  allLabel: string;
  options: readonly SelectOption[];
  /** For a filter that links set: it is shown from when it is set. */
  hiddenUntilSet?: boolean;
}

/** A select that filters a list by one value. It is marked while the filter is set. */
export function ListFilter({
  list,
  name,
  label,
  allLabel,
  options,
  hiddenUntilSet = false,
}: ListFilterProps) {
  const isSet = list.filterValue(name) !== noFilter;
  // It stays when it is cleared, so that the focus does too.
  const [wasSet, setWasSet] = useState(isSet);
  if (isSet && !wasSet) setWasSet(true);
  if (hiddenUntilSet && !isSet && !wasSet) return null;
  return (
    <Select
      aria-label={label}
      options={[{ value: noFilter, label: allLabel }, ...options]}
      active={isSet}
      value={list.filterValue(name)}
      onValueChange={(value) => list.setFilter(name, value)}
    />
  );
}

interface ClearFiltersButtonProps {
  list: Pick<ListState, 'hasFilters' | 'clearFilters'>;
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
