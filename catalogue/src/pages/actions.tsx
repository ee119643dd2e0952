import { Button, IconButton, Inline, PencilIcon, PlusIcon, TrashIcon } from '@khmer-learning/ui-kit';
import { defineComponentPage } from '../component-page.ts';
import { withTexts } from '../sample-texts.ts';

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
    ...withTexts((text) => <Button>{text}</Button>),
  },
  keyboard: { 'Enter, Space': 'Starts the action. While it is loading, focus stays and returns afterwards.' },
  dos: ['Begin the label with a verb.', 'Show one primary button per form or dialog.'],
  donts: [
    'Do not use a button to go to another page: use TextLink.',
    'Do not hide why a button is disabled.',
  ],
});

export const iconButtonPage = defineComponentPage({
  components: { IconButton },
  purpose: 'A button without visible text, for actions that repeat in rows.',
  examples: {
    default: () => (
      <Inline>
        <IconButton label="Edit Greetings" tooltip="Edit" icon={<PencilIcon aria-hidden="true" />} />
        <IconButton
          label="Delete Greetings"
          tooltip="Delete"
          dangerous
          icon={<TrashIcon aria-hidden="true" />}
        />
        <IconButton label="Edit Greetings" size="small" icon={<PencilIcon aria-hidden="true" />} />
      </Inline>
    ),
    loading: () => <IconButton label="Edit Greetings" loading icon={<PencilIcon aria-hidden="true" />} />,
    disabled: () => <IconButton label="Edit Greetings" disabled icon={<PencilIcon aria-hidden="true" />} />,
    'Khmer text': () => <IconButton label="Edit សួស្តី" icon={<PencilIcon aria-hidden="true" />} />,
  },
  keyboard: {
    Tab: 'Focuses it and shows the tooltip.',
    'Enter, Space': 'Starts the action.',
    Esc: 'Hides the tooltip.',
  },
  dos: ['Name action and object in the label: Edit Greetings.'],
  donts: ['Do not use an icon that users must guess: use Button.'],
});
