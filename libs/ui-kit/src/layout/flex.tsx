import type { ComponentProps } from 'react';
import styled from 'styled-components';
import { space } from '../foundation/tokens.ts';

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
