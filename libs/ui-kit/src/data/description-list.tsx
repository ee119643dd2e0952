import type { ReactNode } from 'react';
import styled from 'styled-components';
import { color, fontSize, narrowBreakpoint, space } from '../foundation/tokens.ts';

const List = styled.dl`
  display: grid;
  grid-template-columns: fit-content(12rem) minmax(0, 1fr);
  gap: ${space(2.5)} ${space(4)};
  margin: 0;

  @media (max-width: ${narrowBreakpoint}) { grid-template-columns: minmax(0, 1fr); gap: ${space(0.5)}; }
`;

const Term = styled.dt`color: ${color('textMuted')}; font-size: ${fontSize.small};`;

const Detail = styled.dd`
  margin: 0;
  overflow-wrap: anywhere;
  @media (max-width: ${narrowBreakpoint}) { margin-bottom: ${space(2)}; }
`;

/** A list of terms and their details. */
export function DescriptionList({ items }: { items: readonly { term: string; detail: ReactNode }[] }) {
  return (
    <List>
      {items.map(({ term, detail }) => (
        <div key={term} style={{ display: 'contents' }}>
          <Term>{term}</Term>
          <Detail>{detail}</Detail>
        </div>
      ))}
    </List>
  );
}
