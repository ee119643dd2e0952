import {
  type PublishableKind,
  PublishButtons,
  PublishingQuestions,
  useAutoSave,
  usePublishing,
} from '@khmer-learning/console-sdk';
import { Inline } from '@khmer-learning/ui-kit';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { defineComponentPage } from '../component-page.ts';

const ignore = () => {};
const idle = { isSaving: false, saveAsDraft: ignore, publish: ignore };

const word = { id: 1, version: 3, status: 'published', title: 'River' };
const wordSchema = z.object({ title: z.string() });

const wordKind: PublishableKind<typeof word, z.output<typeof wordSchema>> = {
  itemType: 'word',
  changes: [],
  messages: {
    created: 'Word created',
    updated: 'Word updated',
    createFailed: 'Failed to create the word',
    updateFailed: 'Failed to update the word',
  },
  consequence: 'learners no longer see it.',
  fetch: async () => word,
  create: async (_api, contents) => ({ ...word, ...contents }),
  update: async (_api, _id, contents) => ({ ...word, ...contents }),
};

/** A form of a published item. */
function PublishedWord() {
  const form = useForm({ defaultValues: { title: word.title } });
  const autoSave = useAutoSave({ form, dirty: false, schema: wordSchema, name: 'word', item: word });
  const publishing = usePublishing({ kind: wordKind, item: word, form, autoSave, onSaved: ignore });
  return (
    <Inline>
      <PublishButtons publishing={publishing} label="Publish Word" />
      <PublishingQuestions
        publishing={publishing}
        compare={(stored, { contents }) => [{ label: 'Title', theirs: stored.title, yours: contents.title }]}
        onReload={ignore}
      />
    </Inline>
  );
}

export const publishButtonsPage = defineComponentPage({
  components: { PublishButtons, PublishingQuestions },
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
    unpublish: PublishedWord,
  },
  keyboard: { 'Enter, Space': 'Saves or publishes.', Esc: 'Keeps the item published, in the question.' },
  dos: ['Use usePublishing, and render PublishingQuestions in the form.'],
  donts: ['Do not disable them because the form is not valid: show the errors.'],
});
