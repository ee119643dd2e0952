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
 * One radio by itself, for a choice among things that are more than words, such as fields. Those that belong
 * together share a `name`, and each needs an `aria-label`. Otherwise see `RadioGroup`.
 */
export function Radio(props: ComponentProps<'input'>) {
  return <Circle {...props} type="radio" />;
}
