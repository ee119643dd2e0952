import {
  CommentMark,
  DeleteItemDialog,
  FieldRow,
  ItemAuditLog,
  type ItemFields,
  type ItemFormProps,
  ItemList,
  type ItemMapping,
  ItemPresence,
  ItemPresenceMark,
  ItemTable,
  lineField,
  type OpenedItem,
  PlainForm,
  PublishableForm,
  useFetchOpenedItem,
} from '@khmer-learning/console-kit';
import { useListState } from '@khmer-learning/console-sdk';
import type { Schedule } from '@khmer-learning/contracts';
import { Inline, MenuItem, Text } from '@khmer-learning/ui-kit';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { defineComponentPage } from '../component-page.ts';
import { exampleIds } from '../example-api.ts';
import { Opened } from '../opened.tsx';
import { withTexts } from '../sample-texts.ts';
import { schedule, type Word, word, wordKind, workingCopy } from '../word-kind.ts';

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
function WordForm({ title = 'Edit Word', ...props }: ItemFormProps<OpenedItem<Word>> & { title?: string }) {
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

/** A button that opens the form of a word. */
function OpenedWord({ stored = word, title = 'Edit Word' }: { stored?: Word; title?: string }) {
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
    ...withTexts((text) => <OpenedWord title={text} />),
  },
  keyboard: {
    'Ctrl S': 'Saves what learners do not see.',
    'Enter, Space': 'Saves, publishes, discards, restores a draft or opens a dialog.',
    Esc: 'Closes it; asks first when there are changes.',
  },
  dos: ['Render the rows in screen order: the first invalid one gets the focus.'],
  donts: ['Do not disable the buttons because the form is not valid: show the errors.'],
});

export const commentMarkPage = defineComponentPage({
  components: { CommentMark },
  purpose:
    'The button with which a place of an item is commented on: here at the title. It opens the comments.',
  examples: {
    default: () => <OpenedWord stored={{ ...word, status: 'draft' }} />,
  },
  keyboard: {
    'Enter, Space': 'Opens the comments on the place.',
    '@': 'Offers people to mention; ↓ and ↑ choose, Enter and Tab take one.',
    'Ctrl Enter': 'Sends the comment.',
    Esc: 'Closes the people, then the comments. A text that was not sent stays.',
  },
  dos: [
    'Put `data-comment-place` on the element that shows the button when the pointer or the focus is in it.',
  ],
  donts: ['Do not name a row by its number: give its stored line, by which the comment finds it again.'],
});

function Words({ rows }: { rows: readonly Word[] }) {
  const list = useListState();
  return (
    <ItemList
      kind={wordKind}
      itemType="Word"
      itemsLabel="words"
      caption="Words"
      list={list}
      rows={rows}
      query={{ isFetching: false, error: null, refetch: () => {} }}
      loadForm={async () => WordForm}
      fetchItem={useFetchOpenedItem(wordKind)}
      searchLabel="Search words"
    >
      {(items) => (
        <ItemTable
          items={items}
          columns={[{ id: 'title', header: 'Title', main: true, cell: ({ title }) => title }]}
          emptyTitle="No words found"
          createLabel="Create Word"
          menu={() => <MenuItem onSelect={() => {}}>Duplicate</MenuItem>}
        />
      )}
    </ItemList>
  );
}

export const itemListPage = defineComponentPage({
  components: { ItemList, ItemTable, DeleteItemDialog },
  purpose:
    'The list of a kind of item: opens its form, deletes and restores, with the parts of other remotes.',
  examples: {
    default: () => <Words rows={[word, { ...word, id: 2, title: 'Stream' }]} />,
    'without rows': () => <Words rows={[]} />,
    deletion: () => (
      <Opened label="Delete">
        {(close) => <DeleteItemDialog kind={wordKind} item={word} onClose={close} />}
      </Opened>
    ),
    ...withTexts((text) => <Words rows={[{ ...word, title: text }]} />),
  },
  keyboard: { 'Enter, Space': 'Opens a row, its menu or a dialog.', Esc: 'Keeps the item, in the question.' },
  dos: ['Use it also when the rows are cards: actionsOf has their buttons.'],
  donts: ['Do not name the consequences of a deletion before they are known.'],
});

export const itemAuditLogPage = defineComponentPage({
  components: { ItemAuditLog },
  purpose: 'Who did what to an item, for admins. It is fetched when it is opened.',
  examples: {
    default: () => <ItemAuditLog entity="lesson" entityId={exampleIds.filled} />,
    loading: () => <ItemAuditLog entity="lesson" entityId={exampleIds.loading} />,
    empty: () => <ItemAuditLog entity="lesson" entityId={exampleIds.empty} />,
    error: () => <ItemAuditLog entity="lesson" entityId={exampleIds.failing} />,
  },
  keyboard: { 'Enter, Space': 'Opens or closes the section; loads more.' },
  dos: ['Put it below the fields of a form.'],
  donts: ['Do not check the role yourself: others see nothing.'],
});

export const itemPresencePage = defineComponentPage({
  components: { ItemPresence, ItemPresenceMark },
  purpose: 'Who else has an item open: in the head of its form, and as a mark in a list.',
  examples: {
    default: () => <ItemPresence entity="lesson" id={exampleIds.filled} />,
    'in a list': () => (
      <Inline>
        <Text>Greetings</Text>
        <ItemPresenceMark entity="lesson" id={exampleIds.filled} />
      </Inline>
    ),
    empty: () => <ItemPresence entity="lesson" id={exampleIds.empty} />,
  },
  keyboard: {},
  dos: ['Put ItemPresence into the head of a form: it also tells others that the item is open here.'],
  donts: ['Do not show an error without it: nothing is shown while it is not known who has the item open.'],
});
