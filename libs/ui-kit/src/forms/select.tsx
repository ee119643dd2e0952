import { Check, ChevronDown, ChevronUp } from 'lucide-react';
import * as RadixSelect from 'radix-ui/select';
import type { Ref } from 'react';
import styled from 'styled-components';
import { useNonce } from '../foundation/nonce.ts';
import { color, fontSize, space } from '../foundation/tokens.ts';
import { menuItemStyle, popoverStyle } from '../overlays/popover-style.ts';
import { controlStyle, oneLineStyle } from './control-style.ts';
import { useFieldControl } from './field-context.ts';

export interface SelectOption {
  /** Not empty: for "no filter" use a value such as `all`. */
  value: string;
  label: string;
  disabled?: boolean;
}

const Trigger = styled(RadixSelect.Trigger)`
  ${controlStyle}
  ${oneLineStyle}
  display: inline-flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space(2)};
  text-align: left;
  cursor: pointer;

  &[data-placeholder] { color: ${color('textPlaceholder')}; }
  & > span:first-child { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
`;

const Arrow = styled(RadixSelect.Icon)`display: inline-flex; flex: none; color: ${color('textMuted')};`;

const Content = styled(RadixSelect.Content)`
  ${popoverStyle}
  min-width: var(--radix-select-trigger-width);
  max-width: min(28rem, calc(100vw - 1rem));
  max-height: min(20rem, var(--radix-select-content-available-height));
  overflow: hidden;
`;

const Viewport = styled(RadixSelect.Viewport)`padding: ${space(1)};`;

const Item = styled(RadixSelect.Item)`
  ${menuItemStyle}
  padding-right: ${space(8)};
  & > [data-check] { position: absolute; right: ${space(2)}; display: inline-flex; color: ${color('accentText')}; }
`;

const scrollButton = {
  display: 'flex',
  justifyContent: 'center',
  padding: '0.125rem',
} as const;

const Placeholder = styled.span`font-size: ${fontSize.body};`;

export interface SelectProps {
  options: readonly SelectOption[];
  /** The chosen value; an empty string while nothing is chosen. */
  value: string;
  onValueChange: (value: string) => void;
  placeholder?: string;
  disabled?: boolean;
  /** Needed where no `FormField` gives it a name. */
  'aria-label'?: string;
  id?: string;
  name?: string;
  onBlur?: () => void;
  /** The button, so that a form can put the focus on it. */
  ref?: Ref<HTMLButtonElement>;
}

/** One of a few options. For lists too long to look through, see `Combobox`. */
export function Select({
  options,
  value,
  onValueChange,
  placeholder = 'Select',
  disabled = false,
  'aria-label': ariaLabel,
  id,
  name,
  onBlur,
  ref,
}: SelectProps) {
  const control = useFieldControl({ id });
  const nonce = useNonce();
  return (
    <RadixSelect.Root
      value={value}
      onValueChange={onValueChange}
      disabled={disabled}
      {...(name === undefined ? {} : { name })}
    >
      <Trigger {...control} ref={ref} aria-label={ariaLabel} onBlur={onBlur}>
        <RadixSelect.Value placeholder={<Placeholder>{placeholder}</Placeholder>} />
        <Arrow>
          <ChevronDown size={16} aria-hidden="true" />
        </Arrow>
      </Trigger>
      <RadixSelect.Portal>
        <Content position="popper" sideOffset={4} collisionPadding={8}>
          <RadixSelect.ScrollUpButton style={scrollButton}>
            <ChevronUp size={14} aria-hidden="true" />
          </RadixSelect.ScrollUpButton>
          <Viewport nonce={nonce}>
            {options.map((option) => (
              <Item key={option.value} value={option.value} disabled={option.disabled ?? false}>
                <RadixSelect.ItemText>{option.label}</RadixSelect.ItemText>
                <RadixSelect.ItemIndicator data-check="">
                  <Check size={15} aria-hidden="true" />
                </RadixSelect.ItemIndicator>
              </Item>
            ))}
          </Viewport>
          <RadixSelect.ScrollDownButton style={scrollButton}>
            <ChevronDown size={14} aria-hidden="true" />
          </RadixSelect.ScrollDownButton>
        </Content>
      </RadixSelect.Portal>
    </RadixSelect.Root>
  );
}
