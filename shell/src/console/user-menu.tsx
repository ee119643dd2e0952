import { useSession } from '@khmer-learning/console-sdk';
import {
  type Appearance,
  Button,
  ChevronDownIcon,
  DropdownMenu,
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
import type { ReactNode } from 'react';
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

/** The user menu: views with the placement `user-menu`, and the appearance. */
export function UserMenu({ views, onOpenView }: UserMenuProps) {
  const { user } = useSession();
  const { appearance, setAppearance } = useAppearance();
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
      {views.map((view) => (
        <MenuItem key={view.id} icon={<ViewIcon name={view.icon} />} onSelect={() => onOpenView(view)}>
          {view.label}
        </MenuItem>
      ))}
      {views.length === 0 ? null : <MenuSeparator />}
      <MenuRadioGroup
        label="Appearance"
        value={appearance}
        onValueChange={setAppearance}
        options={appearances}
      />
    </DropdownMenu>
  );
}
