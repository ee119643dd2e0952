import type { ReactNode } from 'react';
import styled from 'styled-components';
import { narrow, space } from '../foundation/tokens.ts';

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)};

  & > search, & > [role='search'] { flex: 1 1 16rem; max-width: 26rem; }
  & > [data-filters] { display: flex; flex: 1 1 auto; flex-wrap: wrap; gap: ${space(2)}; }
  & > [data-filters] > * { flex: 0 1 11rem; min-width: 8.5rem; width: auto; }
  & > [data-end] { display: flex; flex-wrap: wrap; gap: ${space(2)}; margin-left: auto; }

  @media (max-width: ${narrow}) {
    & > search, & > [role='search'] { flex-basis: 100%; max-width: none; }
    & > [data-filters] { flex-basis: 100%; }
    & > [data-filters] > * { flex: 1 1 8.5rem; }
    & > [data-end] { flex-basis: 100%; margin-left: 0; }
  }
`;

export interface ToolbarProps {
  /** A `SearchInput`. */
  search?: ReactNode;
  /** `Select`s. */
  filters?: ReactNode;
  /** Buttons, at the end. */
  actions?: ReactNode;
}

/** The line over a list: search, filters, buttons. Below 640 px they stack. */
export function Toolbar({ search, filters, actions }: ToolbarProps) {
  return (
    <Bar>
      {search}
      {filters === undefined ? null : <div data-filters="">{filters}</div>}
      {actions === undefined ? null : <div data-end="">{actions}</div>}
    </Bar>
  );
}
