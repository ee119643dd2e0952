import { Select, type SelectOption } from '@khmer-learning/ui-kit';
import { noFilter } from './list-state.ts';
import type { ListState } from './use-list-state.ts';

export interface ListFilterProps {
  list: Pick<ListState, 'filterValue' | 'setFilter'>;
  /** The filter's name in the list's state. */
  name: string;
  label: string;
  /** The label of the option that disables the filter: `All statuses`. */
  allLabel: string;
  /** The other options. */
  options: readonly SelectOption[];
}

/** A select that filters a list by one value. */
export function ListFilter({ list, name, label, allLabel, options }: ListFilterProps) {
  return (
    <Select
      aria-label={label}
      options={[{ value: noFilter, label: allLabel }, ...options]}
      value={list.filterValue(name)}
      onValueChange={(value) => list.setFilter(name, value)}
    />
  );
}
