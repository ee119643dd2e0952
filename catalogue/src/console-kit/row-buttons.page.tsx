import { DuplicateButton, EditButton, RowMenu, ViewButton } from '@khmer-learning/console-kit';
import { CopyIcon, Inline, MenuItem } from '@khmer-learning/ui-kit';
import { defineComponentPage } from '../component-page.ts';

const ignore = () => {};
const row = (name: string, loading: boolean) => (
  <Inline>
    <ViewButton name={name} tooltip="View detail" loading={loading} onClick={ignore} />
    <DuplicateButton name={name} loading={loading} onClick={ignore} />
    <EditButton name={name} loading={loading} onClick={ignore} />
    <RowMenu
      name={name}
      loading={loading}
      extensions={{ entity: 'working', item: { id: 1, name } }}
      onDelete={ignore}
    >
      <MenuItem icon={<CopyIcon aria-hidden="true" />} onSelect={ignore}>
        Duplicate
      </MenuItem>
    </RowMenu>
  </Inline>
);

export const rowButtonsPage = defineComponentPage({
  components: { EditButton, RowMenu, ViewButton, DuplicateButton },
  purpose:
    'The actions of a row in a list: one button, and a menu with the others and those that other remotes add.',
  examples: {
    default: () => row('Greetings', false),
    loading: () => row('Greetings', true),
    'Khmer text': () => row('សួស្តី', false),
  },
  keyboard: {
    Tab: 'Goes through the buttons and shows their tooltips.',
    'Enter, Space': 'Starts the action or opens the menu.',
    'Arrow keys': 'Move in the menu.',
  },
  dos: [
    'Pass the name of the item: each button is named after it.',
    'Show one button, and put the other actions into the menu.',
  ],
  donts: ['Do not delete without a question: open DeleteDialog.'],
});
