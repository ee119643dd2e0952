import {
  Badge,
  Card,
  type Column,
  DataTable,
  EmptyState,
  IconButton,
  PencilIcon,
  RowLink,
  Text,
  toast,
} from '@khmer-learning/ui-kit';
import { type ComponentProps, useState } from 'react';
import { defineComponentPage } from '../component-page.ts';
import { khmerText, longText, longWord } from '../sample-texts.ts';

interface Lesson {
  id: number;
  title: string;
  words: number;
}

const lessons: readonly Lesson[] = [
  { id: 1, title: 'Greetings', words: 12 },
  { id: 2, title: 'At the market', words: 34 },
];

const columns: readonly Column<Lesson>[] = [
  {
    id: 'title',
    header: 'Lesson',
    main: true,
    sort: 'title',
    cell: ({ title }) => (
      <Text strong lines={2}>
        {title}
      </Text>
    ),
  },
  { id: 'status', header: 'Status', narrow: 'line', cell: () => <Badge tone="green">Published</Badge> },
  {
    id: 'words',
    header: 'Words',
    align: 'end',
    nowrap: true,
    sort: 'words',
    narrow: 'line',
    cell: ({ words }) => words,
  },
];

const cardColumns = columns.map(({ narrow: _narrow, ...column }) => column);

function Lessons(props: Partial<ComponentProps<typeof DataTable<Lesson, number>>>) {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set([1]));
  return (
    <Card flush>
      <DataTable
        caption="Lessons"
        columns={columns}
        rows={lessons}
        rowKey={({ id }) => id}
        rowName={({ title }) => title}
        empty={<EmptyState title="No lessons yet" hint="Create the first one." />}
        selection={{ selected, onChange: setSelected }}
        onOpen={({ title }) => toast.success(`Opens ${title}`)}
        addressOf={({ id }) => `#lesson-${id}`}
        actions={({ title }) => (
          <IconButton
            size="small"
            label={`Edit ${title}`}
            tooltip="Edit"
            icon={<PencilIcon aria-hidden="true" />}
          />
        )}
        {...props}
      />
    </Card>
  );
}

function Sorted() {
  const [value, setValue] = useState<string | null>('-words');
  return <Lessons sorting={{ value, onChange: setValue }} />;
}

export const dataTablePage = defineComponentPage({
  components: { DataTable, RowLink },
  purpose:
    'A list of items with their values and actions. On a narrow screen a row takes two lines, or is a card with all values.',
  examples: {
    default: () => <Lessons />,
    'cards on a narrow screen': () => <Lessons columns={cardColumns} />,
    sorted: () => <Sorted />,
    loading: () => <Lessons rows={undefined} skeletonRows={3} />,
    refreshing: () => <Lessons refreshing />,
    empty: () => <Lessons rows={[]} />,
    error: () => (
      <Lessons
        error={{
          title: 'Lessons could not be loaded',
          message: 'The server did not answer.',
          requestId: 'req-7f3a',
          onRetry: () => {},
        }}
      />
    ),
    'long text': () => (
      <Lessons
        rows={[
          { id: 1, title: longText, words: 1_234_567 },
          { id: 2, title: longWord, words: 0 },
        ]}
      />
    ),
    'Khmer text': () => <Lessons rows={[{ id: 1, title: khmerText, words: 8 }]} />,
  },
  keyboard: {
    Tab: 'Goes through checkboxes, links and buttons.',
    'j, k': 'Move to the next and the previous row; so do the arrow keys on a row.',
    Enter: 'Opens the row.',
    Space: 'Selects a row, or all rows of the page.',
  },
  dos: [
    'Give rows that open an address, so that they open in new tabs.',
    'Name the columns that a phone shows in the line below the title.',
    'Mark the column that names the row as main.',
    'Offer an action in the empty state.',
  ],
  donts: ['Do not replace visible rows by skeletons while newer ones are fetched: use refreshing.'],
});
