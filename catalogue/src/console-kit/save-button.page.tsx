import { PublishStatus, SaveButton } from '@khmer-learning/console-kit';
import type { Schedule } from '@khmer-learning/contracts';
import { Stack } from '@khmer-learning/ui-kit';
import { defineComponentPage } from '../component-page.ts';
import { review, schedule, word, workingCopy } from './word-kind.ts';

const failed: Schedule = { ...schedule, failure: 'Image cover is required' };

export const saveButtonPage = defineComponentPage({
  components: { SaveButton, PublishStatus },
  purpose: 'Save a form, and show in a list what learners see of an item.',
  examples: {
    default: () => <SaveButton>Save Changes</SaveButton>,
    loading: () => <SaveButton loading>Save Changes</SaveButton>,
    disabled: () => <SaveButton disabled>Save Changes</SaveButton>,
    'in a list': () => (
      <Stack>
        <PublishStatus item={{ status: 'draft' }} />
        <PublishStatus item={{ ...word, workingCopy, review }} />
        <PublishStatus item={{ ...word, workingCopy, schedule }} />
        <PublishStatus item={{ ...word, schedule: failed }} />
      </Stack>
    ),
  },
  keyboard: { 'Enter, Space': 'Saves the form.', Tab: 'Shows why a schedule failed, in a list.' },
  dos: ['Use PublishableForm for what can be published: it has the buttons for it.'],
  donts: ['Do not disable it because the form is not valid: show the errors.'],
});
