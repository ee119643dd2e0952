import type { ListState } from '@khmer-learning/console-sdk';
import { noFilter } from '@khmer-learning/console-sdk';
import { Select, type SelectOption } from '@khmer-learning/ui-kit';
import { useState } from 'react';

export interface ListFilterProps {
  list: Pick<ListState, 'filterValue' | 'setFilter'>;
  /** The filter's name in the list's state. */
  name: string;
  label: string;
  /** The label of the option that disables the filter: `All statuses`. */
  allLabel: string;
  /** The other options. */
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
