import { Check } from 'lucide-react';
import * as Menu from 'radix-ui/dropdown-menu';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { color, fontSize, fontWeight, space } from '../foundation/tokens.ts';
import { useMessages } from '../messages/messages.ts';
import { langProps } from '../text/lang-props.ts';
import { menuItemStyle, PopupRegion, popoverStyle } from './popover-style.ts';

const Content = styled(Menu.Content)`
  ${popoverStyle}
  min-width: 11rem;
  max-width: min(20rem, calc(100vw - 1rem));
  max-height: var(--radix-dropdown-menu-content-available-height);
  padding: ${space(1)};
  overflow-y: auto;
`;

export interface DropdownMenuProps {
  /** The button that opens the menu. It must take a ref and have an accessible name. */
  trigger: ReactNode;
  children: ReactNode;
  align?: 'start' | 'center' | 'end';
}

/** A menu of actions. Fill it with `MenuItem`, `MenuGroup`, `MenuRadioGroup`, `MenuLabel` and `MenuSeparator`. */
export function DropdownMenu({ trigger, children, align = 'end' }: DropdownMenuProps) {
  const t = useMessages();
  return (
    // Not modal: the page stays scrollable, and its focusable elements are not hidden from screen readers.
    <Menu.Root modal={false}>
      <Menu.Trigger asChild>{trigger}</Menu.Trigger>
      <Menu.Portal>
        <PopupRegion aria-label={t('dropdownMenu.region')}>
          <Content align={align} sideOffset={6} collisionPadding={8}>
            {children}
          </Content>
        </PopupRegion>
      </Menu.Portal>
    </Menu.Root>
  );
}

const Item = styled(Menu.Item)<{ $dangerous: boolean }>`
  ${menuItemStyle}
  &[aria-current='page'] { background: ${color('surfaceSelected')}; color: ${color('accentText')}; }
  ${({ $dangerous }) => $dangerous && `color: ${color('dangerText')};`}
  & > svg { flex: none; width: 1rem; height: 1rem; }
`;

export interface MenuItemProps {
  children: ReactNode;
  onSelect: () => void;
  icon?: ReactNode;
  dangerous?: boolean;
  disabled?: boolean;
  /** The item opens the page that is shown: it is marked as the current one. */
  current?: boolean;
}

/** One action of a `DropdownMenu`. */
export function MenuItem({
  children,
  onSelect,
  icon,
  dangerous = false,
  disabled = false,
  current = false,
}: MenuItemProps) {
  return (
    <Item
      {...langProps(children)}
      onSelect={onSelect}
      disabled={disabled}
      aria-current={current ? 'page' : undefined}
      $dangerous={dangerous}
    >
      {icon}
      {children}
    </Item>
  );
}

const RadioItem = styled(Menu.RadioItem)`
  ${menuItemStyle}
  padding-right: ${space(8)};
  & > svg { flex: none; width: 1rem; height: 1rem; }
`;

const SelectedIndicator = styled(Menu.ItemIndicator)`
  position: absolute;
  right: ${space(2)};
  display: inline-flex;
  color: ${color('accentText')};
`;

export interface MenuRadioGroupProps<Value extends string> {
  label: string;
  value: Value;
  onValueChange: (value: Value) => void;
  options: readonly { value: Value; label: string; icon?: ReactNode }[];
}

/** A group of radio items in a `DropdownMenu`, such as the appearance. */
export function MenuRadioGroup<Value extends string>({
  label,
  value,
  onValueChange,
  options,
}: MenuRadioGroupProps<Value>) {
  const choose = (next: string) => {
    const option = options.find((candidate) => candidate.value === next);
    if (option) onValueChange(option.value);
  };
  return (
    <Menu.RadioGroup value={value} onValueChange={choose} aria-label={label}>
      <MenuLabel>{label}</MenuLabel>
      {options.map((option) => (
        <RadioItem key={option.value} {...langProps(option.label)} value={option.value}>
          {option.icon}
          {option.label}
          <SelectedIndicator>
            <Check size={15} aria-hidden="true" />
          </SelectedIndicator>
        </RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}

/** A group of items with a heading in a `DropdownMenu`. */
export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Menu.Group aria-label={label}>
      <MenuLabel {...langProps(label)}>{label}</MenuLabel>
      {children}
    </Menu.Group>
  );
}

/** A heading in a `DropdownMenu`. */
export const MenuLabel = styled(Menu.Label)`
  padding: ${space(1.5)} ${space(2)} ${space(1)};
  color: ${color('textMuted')};
  font-size: ${fontSize.tiny};
  font-weight: ${fontWeight.medium};
  overflow-wrap: anywhere;
`;

/** A line between two groups of a `DropdownMenu`. */
export const MenuSeparator = styled(Menu.Separator)`
  height: 1px;
  margin: ${space(1)} 0;
  background: ${color('border')};
`;
