import styled from 'styled-components';
import { color, fontFamily, fontSize, radius } from '../foundation/tokens.ts';

/** A key on the keyboard. */
export const Kbd = styled.kbd`
  display: inline-block;
  min-width: 1.25rem;
  padding: 0 0.3rem;
  border: 1px solid ${color('borderStrong')};
  border-bottom-width: 2px;
  border-radius: ${radius.small};
  background: ${color('surfaceSunken')};
  color: ${color('textMuted')};
  font-family: ${fontFamily.code};
  font-size: ${fontSize.tiny};
  line-height: 1.4;
  text-align: center;
`;
