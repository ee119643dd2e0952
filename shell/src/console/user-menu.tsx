import { isUserMenuGroup, useExtensions, useSession } from '@khmer-learning/console-sdk';
import {
  type Appearance,
  Button,
  ChevronDownIcon,
  DropdownMenu,
  MenuGroup,
  MenuItem,
  MenuLabel,
  MenuRadioGroup,
  MenuSeparator,
  MonitorIcon,
  MoonIcon,
  narrowBreakpoint,
  SettingsIcon,
  SunIcon,
  useAppearance,
} from '@khmer-learning/ui-kit';
import { Fragment, type ReactNode } from 'react';
import styled from 'styled-components';
import type { ConsoleViewEntry } from './console-views.ts';
import { ViewIcon } from './view-icon.tsx';

/* The header has no room for it on narrow screens. */
const Chevron = styled(ChevronDownIcon)`
  @media (max-width: ${narrowBreakpoint}) { display: none; }
`;

const appearances: readonly { value: Appearance; label: string; icon: ReactNode }[] = [
  { value: 'system', label: 'System', icon: <MonitorIcon aria-hidden="true" /> },
  { value: 'light', label: 'Light', icon: <SunIcon aria-hidden="true" /> },
  { value: 'dark', label: 'Dark', icon: <MoonIcon aria-hidden="true" /> },
];

export interface UserMenuProps {
  /** The views listed in the menu, in order. */
  views: readonly ConsoleViewEntry[];
  onOpenView: (view: ConsoleViewEntry) => void;
}

/** The groups that have views, by order, and the views of no known group. */
function useMenuGroups(views: readonly ConsoleViewEntry[]) {
  const declared = useExtensions(isUserMenuGroup).map(({ extension }) => extension);
  const groups = [...new Map(declared.toReversed().map((group) => [group.id, group])).values()]
    .toReversed()
    .map(({ id, label }) => ({ id, label, items: views.filter(({ menuGroup }) => menuGroup === id) }));
  return {
    groups: groups.filter(({ items }) => items.length > 0),
    ungrouped: views.filter(({ menuGroup }) => !groups.some(({ id }) => id === menuGroup)),
  };
}

/** The user menu: views with the placement `user-menu` in their groups, and the appearance. */
export function UserMenu({ views, onOpenView }: UserMenuProps) {
  const { user } = useSession();
  const { appearance, setAppearance } = useAppearance();
  const { groups, ungrouped } = useMenuGroups(views);
  const toMenuItem = (view: ConsoleViewEntry) => (
    <MenuItem key={view.id} icon={<ViewIcon name={view.icon} />} onSelect={() => onOpenView(view)}>
      {view.label}
    </MenuItem>
  );
  return (
    <DropdownMenu
      trigger={
        <Button variant="ghost" aria-label="User menu" icon={<SettingsIcon aria-hidden="true" />}>
          <Chevron aria-hidden="true" />
        </Button>
      }
    >
      <MenuLabel>{user.email}</MenuLabel>
      <MenuSeparator />
      {ungrouped.map(toMenuItem)}
      {ungrouped.length === 0 ? null : <MenuSeparator />}
      {groups.map(({ id, label, items }) => (
        <Fragment key={id}>
          <MenuGroup label={label}>{items.map(toMenuItem)}</MenuGroup>
          <MenuSeparator />
        </Fragment>
      ))}
      <MenuRadioGroup
        label="Appearance"
        value={appearance}
        onValueChange={setAppearance}
        options={appearances}
      />
    </DropdownMenu>
  );
}
