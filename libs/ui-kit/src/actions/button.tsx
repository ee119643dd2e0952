import type { ComponentProps, ReactNode } from 'react';
import styled, { css } from 'styled-components';
import { SpinnerRing } from '../feedback/spinner.tsx';
import { useRestoreFocusAfterBusy } from '../foundation/restore-focus.ts';
import {
  color,
  controlHeight,
  duration,
  fontSize,
  fontWeight,
  radius,
  shadow,
  space,
  touchTarget,
} from '../foundation/tokens.ts';
import { langProps } from '../text/lang-props.ts';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
export type ButtonSize = 'small' | 'medium' | 'large';

const variants = {
  primary: css`
    background: ${color('accent')};
    color: ${color('onAccent')};
    &:hover:not(:disabled) { background: ${color('accentHover')}; }
  `,
  secondary: css`
    border-color: ${color('borderStrong')};
    background: ${color('surface')};
    color: ${color('text')};
    box-shadow: ${shadow.small};
    &:hover:not(:disabled) { background: ${color('surfaceHover')}; }
  `,
  ghost: css`
    background: transparent;
    color: ${color('textMuted')};
    &:hover:not(:disabled), &[data-state='open'] { background: ${color('surfaceHover')}; color: ${color('text')}; }
  `,
  danger: css`
    background: ${color('danger')};
    color: ${color('onDanger')};
    &:hover:not(:disabled) { background: ${color('dangerHover')}; }
  `,
} as const;

const paddings = { small: space(2.5), medium: space(3.5), large: space(5) } as const;

/** The styles of every button. `IconButton` is a square variant. */
export const ButtonBase = styled.button<{ $variant: ButtonVariant; $size: ButtonSize; $wide?: boolean }>`
  display: inline-flex;
  flex: none;
  align-items: center;
  justify-content: center;
  gap: ${space(2)};
  width: ${({ $wide }) => ($wide ? '100%' : 'auto')};
  min-height: ${({ $size }) => controlHeight[$size]};
  padding: 0 ${({ $size }) => paddings[$size]};
  border: 1px solid transparent;
  border-radius: ${radius.medium};
  font-size: ${({ $size }) => ($size === 'small' ? fontSize.small : fontSize.body)};
  font-weight: ${fontWeight.medium};
  line-height: 1.2;
  text-align: center;
  text-decoration: none;
  cursor: pointer;
  transition: background-color ${duration.fast}, border-color ${duration.fast}, color ${duration.fast};

  &:focus-visible { border-radius: ${radius.medium}; }
  &:disabled { cursor: not-allowed; }
  &:disabled:not([aria-busy='true']) { opacity: 0.55; }
  & > svg { flex: none; width: 1rem; height: 1rem; }

  ${({ $variant }) => variants[$variant]}

  @media (pointer: coarse) {
    position: relative;
    ${({ $size }) => $size !== 'small' && `min-height: ${touchTarget};`}
    /* A small button stays small, with a larger area to tap. */
    &::before { content: ''; position: absolute; inset: calc((100% - ${touchTarget}) / 2) 0; }
  }
`;

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Takes the whole width of its container. */
  fullWidth?: boolean;
  /** An icon before the label. */
  icon?: ReactNode;
  /** The action is in progress: the button is disabled and shows a spinner. */
  loading?: boolean;
  /** The label while loading, such as `Signing in...`. Default: the normal label. */
  loadingLabel?: string;
}

/** A button. Its `type` defaults to `button`. */
export function Button({
  variant = 'secondary',
  size = 'medium',
  fullWidth = false,
  icon,
  loading = false,
  loadingLabel,
  type = 'button',
  disabled = false,
  children,
  ref,
  ...rest
}: ButtonProps) {
  const button = useRestoreFocusAfterBusy(loading, ref);
  return (
    <ButtonBase
      {...langProps(rest['aria-label'] ?? children)}
      {...rest}
      ref={button}
      type={type}
      disabled={disabled || loading}
      aria-busy={loading || undefined}
      $variant={variant}
      $size={size}
      $wide={fullWidth}
    >
      {loading ? <SpinnerRing size={15} /> : icon}
      {loading && loadingLabel ? loadingLabel : children}
    </ButtonBase>
  );
}
