import type { ComponentProps } from 'react';
import styled from 'styled-components';
import { fontFamily } from '../foundation/tokens.ts';

const Khmer = styled.span`
  font-family: ${fontFamily.khmer};
  line-height: 1.9;
  overflow-wrap: anywhere;
`;

/** Khmer text: sets `lang="km"` (for fonts, speech and line breaking) and a sufficient line height. */
export function KhmerText(props: ComponentProps<'span'> & { as?: 'span' | 'p' | 'div' }) {
  return <Khmer lang="km" {...props} />;
}
