import { css } from 'styled-components';
import { color, duration, space } from '../foundation/tokens.ts';

/** The filled box or circle. */
export const checkedStyle = css`border-color: ${color('accent')}; background: ${color('accent')};`;

/** The native box or circle of checkboxes and radios, drawn by us and still native to keyboards and forms. */
export const checkableStyle = css`
  position: relative;
  flex: none;
  width: 1.0625rem;
  height: 1.0625rem;
  margin: 0;
  border: 1.5px solid ${color('borderControl')};
  background: ${color('surface')};
  appearance: none;
  cursor: pointer;
  transition: background-color ${duration.fast}, border-color ${duration.fast};

  &:hover:not(:disabled) { border-color: ${color('accent')}; }
  &:checked { ${checkedStyle} }
  &:disabled { opacity: 0.55; cursor: not-allowed; }
  &[aria-invalid='true'] { border-color: ${color('dangerText')}; }

  &::after { content: ''; position: absolute; inset: 0; background: ${color('onAccent')}; opacity: 0; }
  &:checked::after { opacity: 1; }

  @media (forced-colors: active) { appearance: auto; }
`;

/** A choice and its words, clickable as one. */
export const checkableLabelStyle = css`
  display: inline-flex;
  align-items: flex-start;
  gap: ${space(2)};
  cursor: pointer;
  & > input { margin-top: 0.125rem; }
  &:has(:disabled) { cursor: not-allowed; }
`;
