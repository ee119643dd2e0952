import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import styled from 'styled-components';
import { radius, touchTarget } from '../foundation/tokens.ts';
import { langProps } from '../text/lang-props.ts';
import { checkableLabelStyle, checkableStyle, checkedStyle } from './checkable-style.ts';
import { useFieldControl } from './form-field.tsx';

const checkmark = 'polygon(14% 47%, 5% 57%, 40% 88%, 95% 24%, 85% 15%, 39% 69%)';

const Box = styled.input`
  ${checkableStyle}
  border-radius: ${radius.small};
  &::after { inset: 1px; clip-path: ${checkmark}; }
  /* For checkboxes only: radios without a selection match :indeterminate, too. */
  &:indeterminate { ${checkedStyle} }
  &:indeterminate::after { inset: 5.5px 2px; clip-path: none; opacity: 1; }
`;

/* Without a label to tap. */
const LoneBox = styled(Box)`
  @media (pointer: coarse) {
    &::before { content: ''; position: absolute; inset: calc((100% - ${touchTarget}) / 2); }
  }
`;

const Label = styled.label`${checkableLabelStyle}`;

export interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type' | 'ref' | 'children'> {
  /** The label text. Without it, an `aria-label` is required. */
  children?: ReactNode;
  /** Shows the mixed state: some, but not all, of its items are selected. */
  indeterminate?: boolean;
  ref?: (element: HTMLInputElement | null) => void;
}

/** A native checkbox: `checked`, `onChange` and form libraries work as usual. */
export function Checkbox({ children, indeterminate = false, ref, ...rest }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null);
  const control = useFieldControl(rest);
  useEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate;
  }, [indeterminate]);

  const Input = children === undefined ? LoneBox : Box;
  const input = (
    <Input
      {...langProps(rest['aria-label'])}
      {...rest}
      {...control}
      type="checkbox"
      ref={(element) => {
        box.current = element;
        ref?.(element);
      }}
    />
  );
  return children === undefined ? (
    input
  ) : (
    <Label>
      {input}
      <span {...langProps(children)}>{children}</span>
    </Label>
  );
}
