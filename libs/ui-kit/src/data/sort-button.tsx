import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import styled from 'styled-components';
import { color, space } from '../foundation/tokens.ts';
import type { Sorting } from './sort-select.tsx';

const HeaderButton = styled.button<{ $active: boolean }>`
  display: inline-flex;
  align-items: center;
  gap: ${space(1)};
  min-height: 1.75rem;
  margin: -${space(1)} 0;
  padding: 0;
  border: 0;
  background: none;
  color: ${({ $active }) => ($active ? color('text') : 'inherit')};
  font: inherit;
  letter-spacing: inherit;
  white-space: inherit;
  cursor: pointer;

  & > svg { flex: none; opacity: ${({ $active }) => ($active ? 1 : 0.55)}; }
  &:hover { color: ${color('text')}; }
`;

const icons = { ascending: ArrowUp, descending: ArrowDown, none: ChevronsUpDown } as const;

/** How a column is sorted, as `aria-sort` says it. */
export function sortDirection({ value }: Sorting, sort: string): keyof typeof icons {
  if (value === sort) return 'ascending';
  return value === `-${sort}` ? 'descending' : 'none';
}

interface SortButtonProps {
  sorting: Sorting;
  /** What the column is sorted by. */
  sort: string;
  header: string;
}

/** The header of a column that sorts: ascending, descending, and the default order again. */
export function SortButton({ sorting, sort, header }: SortButtonProps) {
  const direction = sortDirection(sorting, sort);
  const next = { none: sort, ascending: `-${sort}`, descending: null }[direction];
  const Icon = icons[direction];
  return (
    <HeaderButton type="button" $active={direction !== 'none'} onClick={() => sorting.onChange(next)}>
      <span>{header}</span>
      <Icon size={14} aria-hidden="true" />
    </HeaderButton>
  );
}
