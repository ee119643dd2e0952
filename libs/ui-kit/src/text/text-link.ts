import styled from 'styled-components';
import { color, fontWeight } from '../foundation/tokens.ts';
import { langProps } from './lang-props.ts';

/** A link in running text. */
export const TextLink = styled.a.attrs(({ children }) => langProps(children))`
  color: ${color('accentText')};
  font-weight: ${fontWeight.medium};
  text-decoration: underline;
  text-decoration-color: color-mix(in srgb, currentColor 35%, transparent);
  text-underline-offset: 3px;

  &:hover { text-decoration-color: currentColor; }
`;
