import type { ComponentProps } from 'react';
import styled from 'styled-components';
import { radius } from '../foundation/tokens.ts';
import { checkableStyle } from './checkable-style.ts';

const Circle = styled.input`
  ${checkableStyle}
  border-radius: ${radius.full};
  &::after { inset: 3.5px; border-radius: ${radius.full}; }
  &:focus-visible { border-radius: ${radius.full}; }
`;

/**
 * A single radio, for options that are more than a text, such as input fields. Radios of a group share a `name`, and
 * each needs an `aria-label`. For plain options use `RadioGroup`.
 */
export function Radio(props: ComponentProps<'input'>) {
  return <Circle {...props} type="radio" />;
}
