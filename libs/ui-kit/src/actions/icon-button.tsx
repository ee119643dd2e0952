import type { ComponentProps, ReactNode } from 'react';
import styled from 'styled-components';
import { SpinnerRing } from '../feedback/spinner.tsx';
import { useRestoreFocusAfterBusy } from '../foundation/restore-focus.ts';
import { color, controlHeight, touchTarget } from '../foundation/tokens.ts';
import { Tooltip } from '../overlays/tooltip.tsx';
import { langProps } from '../text/lang-props.ts';
import { ButtonBase, type ButtonSize, type ButtonVariant } from './button.tsx';

const Square = styled(ButtonBase)<{ $dangerous: boolean }>`
  width: ${({ $size }) => controlHeight[$size]};
  padding: 0;
  @media (pointer: coarse) { ${({ $size }) => $size !== 'small' && `min-width: ${touchTarget};`} }

  ${({ $dangerous }) => $dangerous && `&:hover:not(:disabled) { color: ${color('dangerText')}; }`}
`;

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  /** The action and its object: `Edit Greetings`. For screen readers and the tooltip. */
  label: string;
  /** A tooltip that is shorter than the label: `Edit`. */
  tooltip?: string;
  icon: ReactNode;
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Red on hover, for destructive actions. */
  dangerous?: boolean;
  loading?: boolean;
}

/** A button that shows only an icon, with an accessible name and a tooltip. */
export function IconButton({
  label,
  tooltip = label,
  icon,
  variant = 'ghost',
  size = 'medium',
  dangerous = false,
  loading = false,
  disabled = false,
  type = 'button',
  ref,
  ...rest
}: IconButtonProps) {
  const button = useRestoreFocusAfterBusy(loading, ref);
  return (
    <Tooltip text={tooltip}>
      <Square
        {...langProps(label)}
        {...rest}
        ref={button}
        type={type}
        disabled={disabled || loading}
        aria-label={label}
        aria-busy={loading || undefined}
        $variant={variant}
        $size={size}
        $dangerous={dangerous}
      >
        {loading ? <SpinnerRing size={15} /> : icon}
      </Square>
    </Tooltip>
  );
}
