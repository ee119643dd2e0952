import { type ReactNode, useState } from 'react';
import styled from 'styled-components';
import { Button } from '../actions/button.tsx';
import { narrowBreakpoint, space } from '../foundation/tokens.ts';
import { useScreen } from '../foundation/use-screen.ts';
import { useMessages } from '../messages/messages.ts';

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)};

  & > [role='search'] { flex: 1 1 14rem; max-width: 26rem; }

  @media (max-width: ${narrowBreakpoint}) {
    & > [role='search'] { flex-basis: 8rem; max-width: none; }
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

  /* One line: the rows are what a phone has room for. */
  @media (max-width: ${narrowBreakpoint}) {
    flex: 1 1 100%;
    flex-wrap: nowrap;
    & > * { flex: 1 1 0; min-width: min-content; padding-inline: ${space(2)}; }
  }
`;

export interface ToolbarProps {
  /** A `SearchInput`. */
  search?: ReactNode;
  /** `Select`s. */
  filters?: ReactNode;
  /** How many of them are set. */
  setFilters?: number;
  /** Buttons, at the end. */
  actions?: ReactNode;
}

/** The toolbar above a list: search, filters, buttons. At 640 px and below the filters are behind a button, with their number. */
export function Toolbar({ search, filters, setFilters = 0, actions }: ToolbarProps) {
  const t = useMessages();
  const isNarrow = useScreen(`(max-width: ${narrowBreakpoint})`);
  const [isOpen, setIsOpen] = useState(false);
  const isBehindButton = isNarrow && filters !== undefined;
  return (
    <Bar>
      {search}
      {isBehindButton ? (
        <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {t('toolbar.filters', { count: setFilters })}
        </Button>
      ) : null}
      {filters === undefined || (isBehindButton && !isOpen) ? null : <Filters>{filters}</Filters>}
      {actions === undefined ? null : <End>{actions}</End>}
    </Bar>
  );
}
