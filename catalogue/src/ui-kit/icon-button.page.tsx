import { IconButton, Inline, PencilIcon, TrashIcon } from '@khmer-learning/ui-kit';
import { defineComponentPage } from '../component-page.ts';

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
