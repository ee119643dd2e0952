import type { ComponentProps } from 'react';
import styled from 'styled-components';
import { space } from '../foundation/tokens.ts';
import { controlStyle } from './control-style.ts';
import { useFieldControl } from './field-context.ts';

/* High enough for Khmer: what will be typed is not known. Grows with what is typed where the browser can (`field-sizing`), by the corner elsewhere. */
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

/** Several lines of text. */
export function TextArea({ rows = 3, ...rest }: ComponentProps<'textarea'>) {
  return <Area {...rest} {...useFieldControl(rest)} rows={rows} />;
}
