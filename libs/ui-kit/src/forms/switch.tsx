import type { ComponentProps, ReactNode } from 'react';
import styled from 'styled-components';
import { color, duration, radius, space } from '../foundation/tokens.ts';
import { useFieldControl } from './form-field.tsx';

const Track = styled.input`
  position: relative;
  flex: none;
  width: 2.125rem;
  height: 1.25rem;
  margin: 0;
  border-radius: ${radius.full};
  background: ${color('borderControl')};
  appearance: none;
  cursor: pointer;
  transition: background-color ${duration.fast};

  &::after {
    content: '';
    position: absolute;
    top: 2px;
    left: 2px;
    width: 1rem;
    height: 1rem;
    border-radius: ${radius.full};
    background: ${color('onAccent')};
    transition: transform ${duration.fast};
  }
  &:checked { background: ${color('accent')}; }
  &:checked::after { transform: translateX(0.875rem); }
  &:focus-visible { border-radius: ${radius.full}; }
  &:disabled { opacity: 0.55; cursor: not-allowed; }

  @media (forced-colors: active) { appearance: auto; &::after { display: none; } }
`;

const Label = styled.label`display: inline-flex; align-items: center; gap: ${space(2.5)}; cursor: pointer;`;

export interface SwitchProps extends Omit<ComponentProps<'input'>, 'type' | 'role' | 'children'> {
  /** The label text. Without it, an `aria-label` or a `FormField` is required. */
  children?: ReactNode;
}

/** A switch that takes effect immediately. For a value that is saved later use `Checkbox`. */
export function Switch({ children, ...rest }: SwitchProps) {
  const track = <Track {...rest} {...useFieldControl(rest)} type="checkbox" role="switch" />;
  return children === undefined ? (
    track
  ) : (
    <Label>
      {track}
      <span>{children}</span>
    </Label>
  );
}
