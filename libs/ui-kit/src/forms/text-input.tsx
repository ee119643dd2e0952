import type { ComponentProps } from 'react';
import styled from 'styled-components';
import { space } from '../foundation/tokens.ts';
import { controlStyle, singleLineStyle } from './control-style.ts';
import { useFieldControl } from './form-field.tsx';

const Input = styled.input`${controlStyle} ${singleLineStyle}`;

/** A single-line text input. It takes every attribute of an `<input>`, including a form library's `register()`. */
export function TextInput({ type = 'text', ...rest }: ComponentProps<'input'>) {
  return <Input {...rest} {...useFieldControl(rest)} type={type} />;
}

/* The line height fits Khmer. It grows with its content where the browser supports `field-sizing`; it can be resized. */
const Area = styled.textarea`
  ${controlStyle}
  display: block;
  padding-block: ${space(1.5)};
  line-height: 1.8;
  resize: vertical;
  field-sizing: content;
  min-height: ${space(20)};
  max-height: 60vh;
`;

/** A multi-line text input. */
export function TextArea({ rows = 3, ...rest }: ComponentProps<'textarea'>) {
  return <Area {...rest} {...useFieldControl(rest)} rows={rows} />;
}
