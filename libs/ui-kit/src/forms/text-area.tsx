import type { ComponentProps } from 'react';
import styled from 'styled-components';
import { space } from '../foundation/tokens.ts';
import { controlStyle } from './control-style.ts';
import { useFieldControl } from './field-context.ts';

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
