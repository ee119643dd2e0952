import type { ComponentProps } from 'react';
import styled from 'styled-components';
import { space } from '../foundation/tokens.ts';

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
