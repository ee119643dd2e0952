import {
  FieldRow,
  type ItemFields,
  type ItemMapping,
  plainKind,
  lineField,
  PlainForm,
} from '@khmer-learning/console-kit';
import {
  lessonTypesCreate,
  lessonTypesDelete,
  lessonTypesListDeleted,
  lessonTypesRestoreDeleted,
  lessonTypesUpdate,
  lessonTypesVersionGet,
  lessonTypesVersionRestore,
  lessonTypesVersions,
} from '@khmer-learning/contracts';
import { Button } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { defineComponentPage } from '../component-page.ts';
import { khmerText, longText } from '../sample-texts.ts';

interface WordValues {
  title: string;
}
interface Word extends WordValues {
  id: number;
  version: number;
  updatedAt: string;
}

const word: Word = { id: 1, version: 3, title: 'River', updatedAt: '2026-11-23T03:00:00.000Z' };
const wordKind = plainKind<Word, WordValues>(
  {
    create: lessonTypesCreate,
    update: lessonTypesUpdate,
    delete: lessonTypesDelete,
    versions: {
      list: lessonTypesVersions,
      get: lessonTypesVersionGet,
      restore: lessonTypesVersionRestore,
    },
    deleted: { list: lessonTypesListDeleted, restore: lessonTypesRestoreDeleted },
  },
  {
    entity: 'catalogue.word',
    itemType: () => 'word',
    messages: {
      created: 'Word created',
      updated: 'Word updated',
      deleted: 'Word deleted',
      createFailed: 'Failed to create the word',
      updateFailed: 'Failed to update the word',
      deleteFailed: 'Failed to delete the word',
    },
    fetch: async () => word,
  },
);
const wordFields: ItemFields<WordValues, Word> = { title: { ...lineField('Title'), required: true } };
const wordMapping: ItemMapping<Word, WordValues, WordValues> = {
  toValues: (item) => ({ title: item?.title ?? '' }),
  toParts: (values) => values,
  fromParts: (parts) => parts,
};

function WordForm({ title, onClose }: { title: string; onClose: () => void }) {
  const form = useForm<WordValues, unknown, WordValues>({ defaultValues: wordMapping.toValues(word) });
  return (
    <PlainForm
      kind={wordKind}
      item={word}
      form={form}
      fields={wordFields}
      mapping={wordMapping}
      title={title}
      saveLabel="Save Changes"
      unsavedHint="They will be lost."
      reloadHint="Your changes will be lost."
      onClose={onClose}
      onReload={onClose}
    >
      <FieldRow fields={wordFields} name="title" />
    </PlainForm>
  );
}

function Opened({ title = 'Edit Word' }: { title?: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {isOpen ? <WordForm title={title} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

export const itemFormPage = defineComponentPage({
  components: { PlainForm, FieldRow },
  purpose: 'The form of an item, with its history and activity, whose fields are described once.',
  examples: {
    default: () => <Opened />,
    'long text': () => <Opened title={longText} />,
    'Khmer text': () => <Opened title={khmerText} />,
  },
  keyboard: { 'Ctrl S': 'Saves the form.', Esc: 'Closes it; asks first when there are changes.' },
  dos: ['Render the rows in screen order: the first invalid one gets the focus.'],
  donts: ['Do not compare or merge a field anywhere else.'],
});
