import * as RadixTabs from 'radix-ui/tabs';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { color, duration, fontWeight, space } from '../foundation/tokens.ts';

const List = styled(RadixTabs.List)`
  display: flex;
  gap: ${space(5)};
  border-bottom: 1px solid ${color('border')};
  overflow-x: auto;
  scrollbar-width: none;
`;

const Tab = styled(RadixTabs.Trigger)`
  flex: none;
  padding: ${space(2)} ${space(0.5)};
  border: 0;
  background: transparent;
  box-shadow: inset 0 0 0 ${color('accent')};
  color: ${color('textMuted')};
  font-weight: ${fontWeight.medium};
  cursor: pointer;
  transition: color ${duration.fast}, box-shadow ${duration.fast};

  &:hover { color: ${color('text')}; }
  &[data-state='active'] { color: ${color('text')}; box-shadow: inset 0 -2px 0 ${color('accentText')}; }
  &:focus-visible { outline-offset: -2px; }
  &:disabled { opacity: 0.55; cursor: not-allowed; }
`;

const Panel = styled(RadixTabs.Content)`
  padding-top: ${space(4)};
  &[data-state='inactive'] { display: none; }
`;

export interface TabsProps<Value extends string> {
  /** The name of the tab list, for screen readers. */
  label: string;
  tabs: readonly { value: Value; label: ReactNode; content: ReactNode; disabled?: boolean }[];
  value: Value;
  /** Called with the tab to show. Keep `value` unchanged to stay on the current tab. */
  onValueChange: (value: Value) => void;
  /** Keeps hidden panels mounted, with their state. */
  keepMounted?: boolean;
}

/** Tabs with panels. One panel is visible at a time. */
export function Tabs<Value extends string>({
  label,
  tabs,
  value,
  onValueChange,
  keepMounted = false,
}: TabsProps<Value>) {
  const choose = (next: string) => {
    const tab = tabs.find((candidate) => candidate.value === next);
    if (tab) onValueChange(tab.value);
  };
  return (
    <RadixTabs.Root value={value} onValueChange={choose}>
      <List aria-label={label}>
        {tabs.map((tab) => (
          <Tab key={tab.value} value={tab.value} disabled={tab.disabled ?? false}>
            {tab.label}
          </Tab>
        ))}
      </List>
      {tabs.map((tab) => (
        <Panel key={tab.value} value={tab.value} {...(keepMounted ? { forceMount: true as const } : {})}>
          {tab.content}
        </Panel>
      ))}
    </RadixTabs.Root>
  );
}
