import { isUserMenuGroup, useExtensions } from '@khmer-learning/console-sdk';
import {
  Button,
  ChevronDownIcon,
  color,
  DropdownMenu,
  MenuGroup,
  MenuSeparator,
  narrowBreakpoint,
  SettingsIcon,
} from '@khmer-learning/ui-kit';
import { Fragment } from 'react';
import styled from 'styled-components';
import { NarrowHidden } from './console-layout.ts';
import type { ConsoleViewEntry } from './console-views.ts';
import { useMessages } from './messages/messages.ts';
import { ViewMenuItems, type ViewMenuItemsProps } from './view-menu-items.tsx';

/* The header has no room for it on narrow screens. */
const Chevron = styled(ChevronDownIcon)`
  @media (max-width: ${narrowBreakpoint}) { display: none; }
`;
const Trigger = styled(Button)`
  &[aria-current] { background: ${color('surfaceSelected')}; color: ${color('accentText')}; }
`;

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

/** The views outside the sidebar, in their groups. Its button and the item of the view that is shown are marked. */
export function ToolsMenu({ views, currentId, onOpenView }: ViewMenuItemsProps) {
  const t = useMessages();
  const { groups, ungrouped } = useMenuGroups(views);
  if (views.length === 0) return null;
  const sections = [...(ungrouped.length === 0 ? [] : [{ id: '', label: '', items: ungrouped }]), ...groups];
  const toItems = (items: readonly ConsoleViewEntry[]) => (
    <ViewMenuItems views={items} currentId={currentId} onOpenView={onOpenView} />
  );
  return (
    <DropdownMenu
      trigger={
        <Trigger
          variant="ghost"
          icon={<SettingsIcon aria-hidden="true" />}
          aria-current={views.some(({ id }) => id === currentId) ? 'true' : undefined}
        >
          <NarrowHidden>{t('toolsMenu.label')}</NarrowHidden>
          <Chevron aria-hidden="true" />
        </Trigger>
      }
    >
      {sections.map(({ id, label, items }, index) => (
        <Fragment key={id}>
          {index === 0 ? null : <MenuSeparator />}
          {label === '' ? toItems(items) : <MenuGroup label={label}>{toItems(items)}</MenuGroup>}
        </Fragment>
      ))}
    </DropdownMenu>
  );
}
