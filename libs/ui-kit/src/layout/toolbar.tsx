import type { ReactNode } from 'react';
import styled from 'styled-components';
import { narrowBreakpoint, space } from '../foundation/tokens.ts';

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)};

  & > [role='search'] { flex: 1 1 14rem; max-width: 26rem; }

  @media (max-width: ${narrowBreakpoint}) {
    & > [role='search'] { flex-basis: 100%; max-width: none; }
  }
`;

/* No box, so that search, filters and buttons are items of the same flex line. */
const Filters = styled.div`
  display: contents;
  & > * { flex: 0 1 10.5rem; width: auto; min-width: 8rem; }

  @media (max-width: ${narrowBreakpoint}) { & > * { flex: 1 1 8.5rem; } }
`;

const End = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
  margin-left: auto;

  @media (max-width: ${narrowBreakpoint}) { flex-basis: 100%; & > * { flex: 1 1 auto; } }
`;

export interface ToolbarProps {
  /** A `SearchInput`. */
  search?: ReactNode;
  /** `Select`s. */
  filters?: ReactNode;
  /** Buttons, at the end. */
  actions?: ReactNode;
}

/** The toolbar above a list: search, filters, buttons. At 640 px and below they stack. */
export function Toolbar({ search, filters, actions }: ToolbarProps) {
  return (
    <Bar>
      {search}
      {filters === undefined ? null : <Filters>{filters}</Filters>}
      {actions === undefined ? null : <End>{actions}</End>}
    </Bar>
  );
}
