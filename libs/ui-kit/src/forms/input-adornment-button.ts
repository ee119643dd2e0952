import styled from 'styled-components';
import { color, radius, space } from '../foundation/tokens.ts';

/** The box of an input and what it has inside its padding. */
export const InputFrame = styled.div`position: relative;`;

/** A button at the end of an input, inside its padding. */
export const InputAdornmentButton = styled.button`
  position: absolute;
  inset: 3px 3px 3px auto;
  display: inline-flex;
  align-items: center;
  justify-content: center;
  width: ${space(8)};
  padding: 0;
  border: 0;
  border-radius: ${radius.small};
  background: transparent;
  color: ${color('textMuted')};
  cursor: pointer;

  &:hover { background: ${color('surfaceHover')}; color: ${color('text')}; }
  &:focus-visible { outline-offset: -2px; }
  &:disabled { cursor: not-allowed; }
`;
