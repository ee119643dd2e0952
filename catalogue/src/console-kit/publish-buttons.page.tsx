import { PublishButtons, UnpublishDialog } from '@khmer-learning/console-kit';
import { Button, Inline } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { defineComponentPage } from '../component-page.ts';

const ignore = () => {};
const idle = { isSaving: false, saveAsDraft: ignore, publish: ignore };

function Unpublish() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Save as Draft</Button>
      <UnpublishDialog
        open={isOpen}
        itemType="lesson"
        consequence="learners no longer see it."
        onCancel={close}
        onConfirm={close}
      />
    </>
  );
}

export const publishButtonsPage = defineComponentPage({
  components: { PublishButtons, UnpublishDialog },
  purpose: 'Save a form as a draft or publish it; ask before it is unpublished.',
  examples: {
    default: () => (
      <Inline>
        <PublishButtons publishing={idle} label="Publish Lesson" />
      </Inline>
    ),
    loading: () => (
      <Inline>
        <PublishButtons publishing={{ ...idle, isSaving: true }} label="Publish Lesson" />
      </Inline>
    ),
    disabled: () => (
      <Inline>
        <PublishButtons publishing={idle} label="Publish Lesson" disabled />
      </Inline>
    ),
    unpublish: Unpublish,
  },
  keyboard: { 'Enter, Space': 'Saves or publishes.', Esc: 'Keeps the item published, in the question.' },
  dos: ['Use usePublishing, which renders the questions, too.'],
  donts: ['Do not disable them because the form is not valid: show the errors.'],
});
