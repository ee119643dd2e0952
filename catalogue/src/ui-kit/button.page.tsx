import { Button, Inline, PlusIcon } from '@khmer-learning/ui-kit';
import { defineComponentPage } from '../component-page.ts';
import { khmerText, longText } from '../sample-texts.ts';

export const buttonPage = defineComponentPage({
  components: { Button },
  purpose: 'Starts an action.',
  examples: {
    default: () => (
      <Inline>
        <Button variant="primary">Save</Button>
        <Button>Cancel</Button>
        <Button variant="ghost">Skip</Button>
        <Button variant="danger">Delete</Button>
      </Inline>
    ),
    'sizes and icon': () => (
      <Inline>
        <Button size="small" icon={<PlusIcon aria-hidden="true" />}>
          Small
        </Button>
        <Button icon={<PlusIcon aria-hidden="true" />}>Medium</Button>
        <Button size="large" icon={<PlusIcon aria-hidden="true" />}>
          Large
        </Button>
      </Inline>
    ),
    loading: () => (
      <Button variant="primary" loading loadingLabel="Saving...">
        Save
      </Button>
    ),
    disabled: () => <Button disabled>Save</Button>,
    'long text': () => <Button>{longText}</Button>,
    'Khmer text': () => <Button>{khmerText}</Button>,
  },
  keyboard: { 'Enter, Space': 'Starts the action. While it is loading, focus stays and returns afterwards.' },
  dos: ['Begin the label with a verb.', 'Show one primary button per form or dialog.'],
  donts: [
    'Do not use a button to go to another page: use TextLink.',
    'Do not hide why a button is disabled.',
  ],
});
