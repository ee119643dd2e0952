import { css } from 'styled-components';
import {
  color,
  controlHeight,
  duration,
  fontSize,
  radius,
  space,
  touchTarget,
} from '../foundation/tokens.ts';

/** The styles of inputs, text areas and selects. */
export const controlStyle = css`
  width: 100%;
  min-width: 0;
  min-height: ${controlHeight.medium};
  padding: ${space(1.5)} ${space(3)};
  border: 1px solid ${color('borderControl')};
  border-radius: ${radius.medium};
  background: ${color('surface')};
  color: ${color('text')};
  font-size: ${fontSize.body};
  line-height: 1.45;
  transition: border-color ${duration.fast}, box-shadow ${duration.fast};

  &::placeholder { color: ${color('textPlaceholder')}; opacity: 1; }
  &:hover:not(:disabled) { border-color: ${color('textMuted')}; }
  /* The value narrows down what is shown. */
  &[data-active] { border-color: ${color('accent')}; background: ${color('accentSoft')}; }
  &:focus-visible {
    border-color: ${color('focus')};
    border-radius: ${radius.medium};
    outline: 2px solid ${color('focus')};
    outline-offset: -1px;
  }
  &[aria-invalid='true'] { border-color: ${color('dangerText')}; }
  &[aria-invalid='true']:focus-visible { outline-color: ${color('dangerText')}; }
  &:disabled, &:read-only:not(select):not(button) { background: ${color('surfaceSunken')}; }
  &:disabled { color: ${color('textMuted')}; cursor: not-allowed; -webkit-text-fill-color: currentColor; }

  /* With a font size below 16 px, iOS zooms into the page on focus. */
  @media (pointer: coarse) { min-height: ${touchTarget}; font-size: ${fontSize.large}; }
`;

/** Single-line controls clip content that is taller than the line. Khmer needs the full height of the box. */
export const singleLineStyle = css`
  padding-block: 0;
  line-height: 2.25;
`;
