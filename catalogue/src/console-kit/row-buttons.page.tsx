import { DeleteButton, DuplicateButton, EditButton, ViewButton } from '@khmer-learning/console-kit';
import { Inline } from '@khmer-learning/ui-kit';
import { defineComponentPage } from '../component-page.ts';

const ignore = () => {};
const row = (name: string, loading: boolean) => (
  <Inline>
    <ViewButton name={name} tooltip="View lessons" loading={loading} onClick={ignore} />
    <EditButton name={name} loading={loading} onClick={ignore} />
    <DuplicateButton name={name} loading={loading} onClick={ignore} />
    <DeleteButton name={name} loading={loading} onClick={ignore} />
  </Inline>
);

export const rowButtonsPage = defineComponentPage({
  components: { ViewButton, EditButton, DuplicateButton, DeleteButton },
  purpose: 'The buttons of a row in a list.',
  examples: {
    default: () => row('Greetings', false),
    loading: () => row('Greetings', true),
    'Khmer text': () => row('សួស្តី', false),
  },
  keyboard: {
    Tab: 'Goes through the buttons and shows their tooltips.',
    'Enter, Space': 'Starts the action.',
  },
  dos: ['Pass the name of the item: each button is named after it.'],
  donts: ['Do not delete without a question: open DeleteDialog.'],
});
