import type { ComponentProps } from 'react';
import styled from 'styled-components';
import { controlStyle, singleLineStyle } from './control-style.ts';
import { useFieldControl } from './field-context.ts';

const Input = styled.input`${controlStyle} ${singleLineStyle}`;

/** A line of text. Takes every attribute of an `<input>`, so `register()` of a form library fits. */
export function TextInput({ type = 'text', ...rest }: ComponentProps<'input'>) {
  return <Input {...rest} {...useFieldControl(rest)} type={type} />;
}
