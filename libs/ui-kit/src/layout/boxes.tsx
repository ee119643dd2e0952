import type { ComponentProps } from 'react';
import styled from 'styled-components';
import { narrowBreakpoint, space } from '../foundation/tokens.ts';

const Column = styled.div<{ $gap: number }>`
  display: flex;
  flex-direction: column;
  gap: ${({ $gap }) => space($gap)};
  min-width: 0;
`;

/** Lays out its children in a column. `gap` is in steps of 4 px. */
export function Stack({ gap = 4, ...rest }: ComponentProps<'div'> & { gap?: number }) {
  return <Column {...rest} $gap={gap} />;
}

const justifyValues = {
  start: 'flex-start',
  end: 'flex-end',
  between: 'space-between',
  center: 'center',
} as const;

const Row = styled.div<{ $gap: number; $place: keyof typeof justifyValues; $wrap: boolean }>`
  display: flex;
  flex-wrap: ${({ $wrap }) => ($wrap ? 'wrap' : 'nowrap')};
  align-items: center;
  justify-content: ${({ $place }) => justifyValues[$place]};
  gap: ${({ $gap }) => space($gap)};
  min-width: 0;
`;

export interface InlineProps extends ComponentProps<'div'> {
  /** Steps of 4 px. */
  gap?: number;
  justify?: keyof typeof justifyValues;
  wrap?: boolean;
}

/** Lays out its children in a row that wraps. */
export function Inline({ gap = 2, justify = 'start', wrap = true, ...rest }: InlineProps) {
  return <Row {...rest} $gap={gap} $place={justify} $wrap={wrap} />;
}

const Grid = styled.div<{ $min: string }>`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(${({ $min }) => $min}, 100%), 1fr));
  gap: ${space(4)};
`;

/** A grid with as many columns as fit. `minColumnWidth` is any CSS length. */
export function CardGrid({
  minColumnWidth = '15rem',
  ...rest
}: ComponentProps<'div'> & { minColumnWidth?: string }) {
  return <Grid {...rest} $min={minColumnWidth} />;
}

/** Form fields side by side, in as many columns as fit. */
export const FieldGrid = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr));
  gap: ${space(4)};
`;

/** The content of a view below the header: one column with even gaps. */
export const ViewBody = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(4)};
  width: 100%;
  max-width: 88rem;
  margin-inline: auto;
  padding: ${space(6)};

  @media (max-width: ${narrowBreakpoint}) { padding: ${space(4)} ${space(3)}; }
`;
