import {
  type OpenedItem,
  PublishButtons,
  PublishingBar,
  PublishingQuestions,
  PublishStatus,
  SaveButton,
  useAutoSave,
  usePublishing,
} from '@khmer-learning/console-kit';
import type { Schedule } from '@khmer-learning/contracts';
import { Inline, Stack } from '@khmer-learning/ui-kit';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { defineComponentPage } from '../component-page.ts';
import { khmerText } from '../sample-texts.ts';
import { type Word, word, wordKind } from './word-kind.ts';

const ignore = () => {};
const idle = {
  savingAs: null,
  item: null,
  saveAsDraft: ignore,
  saveWorkingCopy: null,
  publish: ignore,
} as const;

const workingCopy = { version: 2, savedAt: '2026-11-23T03:00:00.000Z', savedBy: { id: 2, name: khmerText } };
const schedule: Schedule = {
  action: 'publish',
  at: '2026-11-23T23:00:00.000Z',
  version: 2,
  of: 'working-copy',
  scheduledBy: null,
  failure: null,
};
const failure = 'Image cover is required';

const wordSchema = z.object({ title: z.string() });
/** A form of a published item. */
function PublishedWord({ stored = word }: { stored?: Word }) {
  const item: OpenedItem<Word> = {
    id: stored.id,
    version: stored.version,
    workingCopyVersion: stored.workingCopy?.version ?? 0,
    stored,
    edited: stored.workingCopy ? { ...stored, title: 'Stream' } : stored,
  };
  const form = useForm({ defaultValues: { title: item.edited.title } });
  const autoSave = useAutoSave({ form, dirty: false, schema: wordSchema, name: 'word', item });
  const publishing = usePublishing({
    kind: wordKind,
    item,
    form,
    autoSave,
    onSaved: ignore,
    onItemChange: ignore,
  });
  const compare = (theirs: Word, yours: Word) => [
    { label: 'Title', theirs: theirs.title, yours: yours.title },
  ];
  return (
    <Stack>
      <PublishingBar publishing={publishing} compare={compare} onReload={ignore} />
      <Inline>
        <PublishButtons publishing={publishing} label="Publish Word" />
      </Inline>
      <PublishingQuestions publishing={publishing} compare={compare} onReload={ignore} />
    </Stack>
  );
}

export const publishButtonsPage = defineComponentPage({
  components: { SaveButton, PublishButtons, PublishingBar, PublishingQuestions, PublishStatus },
  purpose: 'Save a form as a draft or a working copy, publish it now or later; ask before it is unpublished.',
  examples: {
    default: () => (
      <Inline>
        <PublishButtons publishing={idle} label="Publish Lesson" />
      </Inline>
    ),
    loading: () => (
      <Inline>
        <PublishButtons publishing={{ ...idle, savingAs: 'published' }} label="Publish Lesson" />
      </Inline>
    ),
    disabled: () => (
      <Inline>
        <PublishButtons publishing={idle} label="Publish Lesson" disabled />
      </Inline>
    ),
    'only saved': () => <SaveButton>Save Changes</SaveButton>,
    published: () => <PublishedWord />,
    'working copy': () => <PublishedWord stored={{ ...word, workingCopy }} />,
    scheduled: () => <PublishedWord stored={{ ...word, workingCopy, schedule }} />,
    error: () => <PublishedWord stored={{ ...word, workingCopy, schedule: { ...schedule, failure } }} />,
    'in a list': () => (
      <Stack>
        <PublishStatus item={{ status: 'draft' }} />
        <PublishStatus item={{ ...word, workingCopy, schedule }} />
        <PublishStatus item={{ ...word, schedule: { ...schedule, failure } }} />
      </Stack>
    ),
  },
  keyboard: {
    'Enter, Space': 'Saves, publishes, discards or opens a dialog.',
    Tab: 'Shows why a schedule failed, in a list.',
    Esc: 'Keeps editing, in the questions.',
  },
  dos: ['Use usePublishing, and render PublishingBar and PublishingQuestions in the form.'],
  donts: ['Do not disable them because the form is not valid: show the errors.'],
});
