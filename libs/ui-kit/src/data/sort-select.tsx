import { Select } from '../forms/select.tsx';
import { useMessages } from '../messages/messages.ts';

/** What a list is sorted by and how to change it. */
export interface Sorting {
  /** `title`, or `-title` for the reverse; null for the default order. */
  value: string | null;
  onChange: (sort: string | null) => void;
}

export interface SortSelectProps extends Sorting {
  /** What the list can be sorted by: `{ sort: 'title', label: 'Title' }`. */
  options: readonly { readonly sort: string; readonly label: string }[];
}

const defaultOrder = 'default';

/** A select for the order of a list whose columns have no headers, such as one of cards. */
export function SortSelect({ value, onChange, options }: SortSelectProps) {
  const t = useMessages();
  return (
    <Select
      aria-label={t('sortSelect.label')}
      options={[
        { value: defaultOrder, label: t('sortSelect.default') },
        ...options.flatMap(({ sort, label }) => [
          { value: sort, label: t('sortSelect.ascending', { column: label }) },
          { value: `-${sort}`, label: t('sortSelect.descending', { column: label }) },
        ]),
      ]}
      value={value ?? defaultOrder}
      onValueChange={(next) => onChange(next === defaultOrder ? null : next)}
    />
  );
}
