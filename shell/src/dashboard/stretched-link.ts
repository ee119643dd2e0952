import { color, radius } from '@khmer-learning/ui-kit';
import styled from 'styled-components';

/** A link whose area is the whole row, which must have `position: relative`. Without an address, it is text. */
export const StretchedLink = styled.a`
  color: inherit;
  text-decoration: none;
  outline: none;

  &[href]::after { content: ''; position: absolute; inset: 0; border-radius: ${radius.medium}; }
  &:focus-visible::after { outline: 2px solid ${color('focus')}; }
`;
