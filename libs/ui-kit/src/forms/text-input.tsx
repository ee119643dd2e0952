import type { ComponentProps } from 'react';
import styled from 'styled-components';
import { controlStyle, singleLineStyle } from './control-style.ts';
import { useFieldControl } from './field-context.ts';

const Input = styled.input`${controlStyle} ${singleLineStyle}`;

/** A single-line text input. It takes every attribute of an `<input>`, including a form library's `register()`. */
export function TextInput({ type = 'text', ...rest }: ComponentProps<'input'>) {
  return <Input {...rest} {...useFieldControl(rest)} type={type} />;
}
