import {
  FieldRow,
  type ItemFields,
  type ItemMapping,
  lineField,
  PlainForm,
  PublishableForm,
  plainKind,
} from '@khmer-learning/console-kit';
import { Button } from '@khmer-learning/ui-kit';
import { type ComponentType, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { defineComponentPage } from '../component-page.ts';
import { khmerText, longText } from '../sample-texts.ts';
import { type Word, word, wordEndpoints, wordKind, wordOptions } from './word-kind.ts';

const wordSchema = z.object({ title: z.string() });
type WordValues = z.output<typeof wordSchema>;
const plainWordKind = plainKind<Word, WordValues>(wordEndpoints, { ...wordOptions, fetch: async () => word });
const wordFields: ItemFields<WordValues, Word> = { title: { ...lineField('Title'), required: true } };
const wordMapping: ItemMapping<Word, WordValues, WordValues> = {
  toValues: (item) => ({ title: item?.title ?? '' }),
  toParts: (values) => values,
  fromParts: (parts) => parts,
};

interface FormProps {
  title: string;
  onClose: () => void;
}

function PlainWordForm({ title, onClose }: FormProps) {
  const form = useForm<WordValues, unknown, WordValues>({ defaultValues: wordMapping.toValues(word) });
  return (
    <PlainForm
      kind={plainWordKind}
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

function WordForm({ title, onClose }: FormProps) {
  const form = useForm<WordValues, unknown, WordValues>({ defaultValues: wordMapping.toValues(word) });
  const item = { id: word.id, version: word.version, workingCopyVersion: 0, stored: word, edited: word };
  return (
    <PublishableForm
      kind={wordKind}
      item={item}
      form={form}
      schema={wordSchema}
      fields={wordFields}
      mapping={wordMapping}
      title={title}
      publishLabel="Publish Word"
      size="large"
      busy={false}
      onClose={onClose}
      onReload={onClose}
      onItemChange={() => {}}
    >
      <FieldRow fields={wordFields} name="title" />
    </PublishableForm>
  );
}

function Opened({
  Form = WordForm,
  title = 'Edit Word',
}: {
  Form?: ComponentType<FormProps>;
  title?: string;
}) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {isOpen ? <Form title={title} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

export const itemFormPage = defineComponentPage({
  components: { PublishableForm, PlainForm, FieldRow },
  purpose: 'The form of an item, with its history and activity, whose fields are described once.',
  examples: {
    default: () => <Opened />,
    'only saved': () => <Opened Form={PlainWordForm} />,
    'long text': () => <Opened title={longText} />,
    'Khmer text': () => <Opened title={khmerText} />,
  },
  keyboard: { 'Ctrl S': 'Saves the form.', Esc: 'Closes it; asks first when there are changes.' },
  dos: ['Render the rows in screen order: the first invalid one gets the focus.'],
  donts: ['Do not compare or merge a field anywhere else.'],
});
