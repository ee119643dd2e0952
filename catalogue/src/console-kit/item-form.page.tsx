import {
  FieldRow,
  type ItemFields,
  type ItemFormProps,
  type ItemMapping,
  lineField,
  type OpenedItem,
  PlainForm,
  PublishableForm,
} from '@khmer-learning/console-kit';
import type { Schedule } from '@khmer-learning/contracts';
import { Button } from '@khmer-learning/ui-kit';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { defineComponentPage } from '../component-page.ts';
import { khmerText, longText } from '../sample-texts.ts';
import { schedule, type Word, word, wordKind, workingCopy } from './word-kind.ts';

const wordSchema = z.object({ title: z.string() });
type WordValues = z.output<typeof wordSchema>;

const wordFields: ItemFields<WordValues, Word> = { title: { ...lineField('Title'), required: true } };
const wordMapping: ItemMapping<Word, WordValues, WordValues> = {
  toValues: (item) => ({ title: item?.title ?? '' }),
  toParts: (values) => values,
  fromParts: (parts) => parts,
};

function PlainWordForm({ onClose }: { onClose: () => void }) {
  const form = useForm<WordValues, unknown, WordValues>({ defaultValues: wordMapping.toValues(word) });
  return (
    <PlainForm
      kind={wordKind}
      item={word}
      form={form}
      fields={wordFields}
      mapping={wordMapping}
      title="Edit Word"
      onClose={onClose}
      onReload={onClose}
    >
      <FieldRow fields={wordFields} name="title" />
    </PlainForm>
  );
}

/** The form of a word that is a draft or published. */
export function WordForm({
  title = 'Edit Word',
  ...props
}: ItemFormProps<OpenedItem<Word>> & { title?: string }) {
  const form = useForm<WordValues, unknown, WordValues>({
    defaultValues: wordMapping.toValues(props.item?.edited ?? null),
  });
  return (
    <PublishableForm
      {...props}
      kind={wordKind}
      form={form}
      schema={wordSchema}
      fields={wordFields}
      mapping={wordMapping}
      title={title}
      contentsSchema={wordSchema}
      publishLabel="Publish Word"
      size="large"
      busy={false}
    >
      <FieldRow fields={wordFields} name="title" />
    </PublishableForm>
  );
}

function Opened({ children }: { children: (close: () => void) => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {isOpen ? children(() => setOpen(false)) : null}
    </>
  );
}

/** A button that opens the form of a word. */
export function OpenedWord({ stored = word, title = 'Edit Word' }: { stored?: Word; title?: string }) {
  const item: OpenedItem<Word> = {
    id: stored.id,
    version: stored.version,
    workingCopyVersion: stored.workingCopy?.version ?? 0,
    stored,
    edited: stored.workingCopy ? { ...stored, title: 'Stream' } : stored,
  };
  return (
    <Opened>
      {(close) => (
        <WordForm
          title={title}
          item={item}
          preset={undefined}
          onClose={close}
          onReload={close}
          onItemChange={() => {}}
        />
      )}
    </Opened>
  );
}

const failed: Schedule = { ...schedule, failure: 'Image cover is required' };

export const itemFormPage = defineComponentPage({
  components: { PublishableForm, PlainForm, FieldRow },
  purpose: 'The form of an item, with its history and activity, whose fields are described once.',
  examples: {
    default: () => <OpenedWord stored={{ ...word, status: 'draft' }} />,
    published: () => <OpenedWord />,
    'working copy': () => <OpenedWord stored={{ ...word, workingCopy }} />,
    scheduled: () => <OpenedWord stored={{ ...word, workingCopy, schedule }} />,
    error: () => <OpenedWord stored={{ ...word, workingCopy, schedule: failed }} />,
    'only saved': () => <Opened>{(close) => <PlainWordForm onClose={close} />}</Opened>,
    'long text': () => <OpenedWord title={longText} />,
    'Khmer text': () => <OpenedWord title={khmerText} />,
  },
  keyboard: {
    'Ctrl S': 'Saves what learners do not see.',
    'Enter, Space': 'Saves, publishes, discards, restores a draft or opens a dialog.',
    Esc: 'Closes it; asks first when there are changes.',
  },
  dos: ['Render the rows in screen order: the first invalid one gets the focus.'],
  donts: ['Do not disable the buttons because the form is not valid: show the errors.'],
});
