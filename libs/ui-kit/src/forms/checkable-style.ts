import { css } from 'styled-components';
import { color, duration, space, touchTarget } from '../foundation/tokens.ts';

/** The box or circle in the checked state. */
export const checkedStyle = css`border-color: ${color('accent')}; background: ${color('accent')};`;

/** The box or circle of checkboxes and radios. The inputs are native, so keyboards and forms work as usual. */
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

/** The label around a checkbox or radio and its text, so that both are clickable. */
export const checkableLabelStyle = css`
  display: inline-flex;
  align-items: flex-start;
  gap: ${space(2)};
  cursor: pointer;
  /* With one line of text, a target that a thumb hits. */
  @media (pointer: coarse) { padding-block: calc((${touchTarget} - 1.5rem) / 2); }
  & > input { margin-top: 0.125rem; }
  &:has(:disabled) { cursor: not-allowed; }
`;
