import {
  Button,
  ChevronDownIcon,
  DropdownMenu,
  LogOutIcon,
  MenuGroup,
  MenuItem,
  MenuLabel,
  MenuRadioGroup,
  MenuSeparator,
  PencilIcon,
  TrashIcon,
} from '@khmer-learning/ui-kit';
import { type ReactNode, useState } from 'react';
import { defineComponentPage } from '../component-page.ts';
import { khmerText, longText } from '../sample-texts.ts';

function Menu({ children }: { children: ReactNode }) {
  return (
    <DropdownMenu align="start" trigger={<Button icon={<ChevronDownIcon aria-hidden="true" />}>Menu</Button>}>
      {children}
    </DropdownMenu>
  );
}

function Languages() {
  const [value, setValue] = useState('en');
  return (
    <Menu>
      <MenuRadioGroup
        label="Language"
        value={value}
        onValueChange={setValue}
        options={[
          { value: 'en', label: 'English' },
          { value: 'km', label: 'ខ្មែរ' },
        ]}
      />
    </Menu>
  );
}

const ignore = () => {};

export const dropdownMenuPage = defineComponentPage({
  components: { DropdownMenu, MenuItem, MenuGroup, MenuLabel, MenuRadioGroup, MenuSeparator },
  purpose: 'A menu of actions or settings behind a button.',
  examples: {
    default: () => (
      <Menu>
        <MenuLabel>Greetings</MenuLabel>
        <MenuItem icon={<PencilIcon aria-hidden="true" />} onSelect={ignore}>
          Edit
        </MenuItem>
        <MenuItem icon={<TrashIcon aria-hidden="true" />} dangerous onSelect={ignore}>
          Delete
        </MenuItem>
        <MenuSeparator />
        <MenuGroup label="Account">
          <MenuItem icon={<LogOutIcon aria-hidden="true" />} onSelect={ignore}>
            Sign out
          </MenuItem>
        </MenuGroup>
      </Menu>
    ),
    'radio group': Languages,
    disabled: () => (
      <Menu>
        <MenuItem disabled onSelect={ignore}>
          Delete
        </MenuItem>
      </Menu>
    ),
    'long text': () => (
      <Menu>
        <MenuLabel>{longText}</MenuLabel>
        <MenuItem onSelect={ignore}>{longText}</MenuItem>
      </Menu>
    ),
    'Khmer text': () => (
      <Menu>
        <MenuItem onSelect={ignore}>{khmerText}</MenuItem>
      </Menu>
    ),
  },
  keyboard: {
    'Enter, Space, Arrow Down': 'Opens the menu.',
    'Arrow keys, Home, End': 'Go through the items.',
    Letters: 'Go to the item that starts with them.',
    Esc: 'Closes the menu. Focus returns to its button.',
  },
  dos: ['Put destructive items last.'],
  donts: ['Do not use it to choose the value of a field: use Select.'],
});
