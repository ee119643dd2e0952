import {
  Badge,
  Button,
  Card,
  CardGrid,
  type Column,
  chartColors,
  DataTable,
  DayChart,
  DescriptionList,
  EmptyState,
  IconButton,
  Inline,
  LanguageToggle,
  LayersIcon,
  LevelBadge,
  Pagination,
  PencilIcon,
  RowLink,
  SortSelect,
  StatCard,
  StatCardSkeleton,
  StatusBadge,
  Text,
  toast,
} from '@khmer-learning/ui-kit';
import { type ComponentProps, useState } from 'react';
import { defineComponentPage } from '../component-page.ts';
import { khmerSentence, khmerText, longText, longWord, withTexts } from '../sample-texts.ts';

export const badgePage = defineComponentPage({
  components: { Badge },
  purpose: 'A short label for a category or state.',
  examples: {
    default: () => (
      <Inline>
        <Badge>Draft</Badge>
        <Badge tone="green">Free</Badge>
        <Badge tone="yellow">Paid</Badge>
        <Badge tone="red">Failed</Badge>
        <Badge tone="greyBlue">Noun</Badge>
        <Badge tone="accent">New</Badge>
        <Badge tone="teal">Quiz</Badge>
        <Badge tone="green" dot>
          Online
        </Badge>
      </Inline>
    ),
    'long text': () => <Badge>{longText}</Badge>,
    'Khmer text': () => <Badge tone="accent">{khmerText}</Badge>,
  },
  keyboard: {},
  dos: ['Use one or two words.'],
  donts: ['Do not let the colour be the only information.', 'Do not make it clickable.'],
});

export const cardPage = defineComponentPage({
  components: { Card },
  purpose: 'A section of a page.',
  examples: {
    default: () => (
      <Card title="Recent lessons" actions={<Button size="small">Show all</Button>}>
        <Text>Content</Text>
      </Card>
    ),
    'without title': () => (
      <Card>
        <Text>Content</Text>
      </Card>
    ),
    flush: () => (
      <Card title="A table fills this card" flush>
        <Text>No padding</Text>
      </Card>
    ),
    'long text': () => (
      <Card title={longWord} actions={<Button size="small">Show all</Button>}>
        <Text>Content</Text>
      </Card>
    ),
    'Khmer text': () => (
      <Card title={khmerText}>
        <Text>{khmerText}</Text>
      </Card>
    ),
  },
  keyboard: {},
  dos: ['Give it a title: screen readers list it as a region.'],
  donts: ['Do not nest cards.'],
});

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

const bars = (values: readonly number[]) =>
  values.map((value, index) => ({
    day: `2026-05-${String(index + 1).padStart(2, '0')}`,
    title: `May ${index + 1}: ${value} lessons`,
    parts: [
      { name: 'created', fill: chartColors[0], value },
      { name: 'changed', fill: chartColors[1], value: Math.floor(value / 2) },
    ],
  }));

export const dayChartPage = defineComponentPage({
  components: { DayChart },
  purpose: 'What happened on each of the last days.',
  examples: {
    default: () => (
      <DayChart
        bars={bars([3, 8, 0, 5, 13, 2, 9])}
        label="Lessons per day, May 1 to 7"
        top="At most 19 per day"
      />
    ),
    empty: () => <DayChart bars={bars([0, 0, 0])} label="No lessons, May 1 to 3" top="None" />,
    'many days': () => (
      <DayChart
        bars={bars(Array.from({ length: 31 }, (_, index) => (index * 7) % 23))}
        label="Lessons per day in May"
        top="At most 33 per day"
      />
    ),
  },
  keyboard: {},
  dos: ['Say in the label what the chart shows.', 'Offer the numbers as a table, too.'],
  donts: ['Do not use it for values other than counts.'],
});

export const descriptionListPage = defineComponentPage({
  components: { DescriptionList },
  purpose: 'The values of one item.',
  examples: {
    default: () => (
      <DescriptionList
        items={[
          { term: 'Lesson', detail: 'Greetings' },
          { term: 'Status', detail: <StatusBadge status="published" /> },
        ]}
      />
    ),
    'long text': () => <DescriptionList items={[{ term: 'Explanation of the word', detail: longWord }]} />,
    'Khmer text': () => (
      <DescriptionList items={[{ term: 'Translation', detail: <span lang="km">{khmerSentence}</span> }]} />
    ),
  },
  keyboard: {},
  dos: ['Say what a missing value means: Never, None.'],
  donts: ['Do not use it to edit values: use FormField.'],
});

export const languageTogglePage = defineComponentPage({
  components: { LanguageToggle },
  purpose:
    'Switches the language of the page where there is no account menu: before sign-in and after a payment.',
  examples: { default: () => <LanguageToggle /> },
  keyboard: { 'Left, Right': 'Chooses the other language.' },
  dos: ['Show it on screens that people see without signing in.'],
  donts: ['Do not translate the names of the languages.'],
});

export const levelBadgePage = defineComponentPage({
  components: { LevelBadge },
  purpose: 'The level of a lesson.',
  examples: {
    default: () => (
      <Inline>
        <LevelBadge level="Beginner" />
        <LevelBadge level="Intermediate" />
        <LevelBadge level="Advanced" />
      </Inline>
    ),
  },
  keyboard: {},
  dos: ['Use it wherever a level is shown, so that colours agree.'],
  donts: ['Do not use its colours for other things.'],
});

function Pages(props: Partial<ComponentProps<typeof Pagination>>) {
  const [offset, setOffset] = useState(props.offset ?? 15);
  const [limit, setLimit] = useState(15);
  return (
    <Pagination
      limit={limit}
      total={42}
      itemsLabel="lessons"
      {...props}
      offset={offset}
      onOffsetChange={setOffset}
      {...(props.pageSizes ? { onLimitChange: setLimit } : {})}
    />
  );
}

export const paginationPage = defineComponentPage({
  components: { Pagination },
  purpose: 'Goes through the pages of a list.',
  examples: {
    default: () => <Pages />,
    'page sizes': () => <Pages offset={0} pageSizes={[15, 25, 50, 100]} />,
    'first page': () => <Pages offset={0} />,
    'one page': () => <Pages offset={0} total={3} />,
    empty: () => <Pages offset={0} total={0} />,
    estimate: () => <Pages total={12_300} totalIsEstimate />,
    'unreachable rows': () => <Pages offset={30} total={12_300} maxOffset={30} />,
  },
  keyboard: {
    'Enter, Space': 'Goes to the previous or next page. On the last page, focus moves to the other button.',
  },
  dos: ['Name the items in the plural.'],
  donts: ['Do not show it above a list that is still loading.'],
});

function Sorting({ initial, label = 'Title' }: { initial: string | null; label?: string }) {
  const [value, setValue] = useState(initial);
  return (
    <SortSelect
      value={value}
      onChange={setValue}
      options={[
        { sort: 'title', label },
        { sort: 'updatedAt', label: 'Updated' },
      ]}
    />
  );
}

export const sortSelectPage = defineComponentPage({
  components: { SortSelect },
  purpose: 'Sorts a list whose columns have no headers, such as one of cards.',
  examples: {
    default: () => <Sorting initial={null} />,
    sorted: () => <Sorting initial="-updatedAt" />,
    ...withTexts((text) => <Sorting initial="title" label={text} />),
  },
  keyboard: { 'Enter, Space, ↑ ↓': 'Opens the options and goes through them.' },
  dos: ['Put it after the filters of the toolbar.'],
  donts: ['Do not use it beside a DataTable: that has its own.'],
});

export const statCardPage = defineComponentPage({
  components: { StatCard, StatCardSkeleton },
  purpose: 'One figure of the dashboard, and its placeholder.',
  examples: {
    default: () => (
      <CardGrid>
        <StatCard label="Lessons" value="128" growth={4.25} icon={<LayersIcon aria-hidden="true" />} />
        <StatCard label="Users" value="54" growth={-2} />
        <StatCard label="Revenue" value="$1,204.50" detail="Average price: $4.20" growth={0} />
      </CardGrid>
    ),
    'link and curve': () => (
      <StatCard
        label="Lessons"
        value="128"
        href="#lessons"
        curve={{ values: [119, 119, 121, 124, 124, 128], label: 'Last 6 days: from 119 to 128' }}
      />
    ),
    loading: () => <StatCardSkeleton />,
    'long text': () => <StatCard label={longWord} value="1,234,567,890,123" />,
    'Khmer text': () => <StatCard label={khmerText} value="១២៨" />,
  },
  keyboard: { Enter: 'Opens the list of a card with a link' },
  dos: ['Format the value for people: 1,204 and $4.20.'],
  donts: ['Do not show a growth when last month is unknown.'],
});

export const statusBadgePage = defineComponentPage({
  components: { StatusBadge },
  purpose: 'The status of an item.',
  examples: {
    default: () => (
      <Inline>
        <StatusBadge status="published" />
        <StatusBadge status="draft" />
        <StatusBadge status="active" />
        <StatusBadge status="inactive" />
      </Inline>
    ),
    'other statuses': () => (
      <Inline>
        <StatusBadge status="partially_refunded" tone="yellow" />
        <StatusBadge status="failed" tone="red" label="Payment failed" />
      </Inline>
    ),
  },
  keyboard: {},
  dos: ['Pass the status as the API sends it.'],
  donts: ['Do not choose a tone for a known status.'],
});
