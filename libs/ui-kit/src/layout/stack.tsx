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
