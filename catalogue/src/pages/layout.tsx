import {
  Badge,
  Button,
  Card,
  CardGrid,
  FieldGrid,
  FormField,
  Inline,
  SearchInput,
  Select,
  Stack,
  Tabs,
  Text,
  TextInput,
  Toolbar,
  ViewBody,
} from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { defineComponentPage } from '../component-page.ts';
import { khmerText, longText } from '../sample-texts.ts';

export const cardGridPage = defineComponentPage({
  components: { CardGrid },
  purpose: 'Cards side by side, in as many columns as fit.',
  examples: {
    default: () => (
      <CardGrid>
        {['Lessons', 'Quizzes', 'Users', 'Purchases'].map((title) => (
          <Card key={title} title={title}>
            <Text>Content</Text>
          </Card>
        ))}
      </CardGrid>
    ),
    'wide columns': () => (
      <CardGrid minColumnWidth="25rem">
        {['Lessons', 'Quizzes'].map((title) => (
          <Card key={title} title={title}>
            <Text>Content</Text>
          </Card>
        ))}
      </CardGrid>
    ),
  },
  keyboard: {},
  dos: ['Set minColumnWidth for the widest content.'],
  donts: ['Do not set numbers of columns for screen sizes.'],
});

export const fieldGridPage = defineComponentPage({
  components: { FieldGrid },
  purpose: 'Short fields of a form side by side.',
  examples: {
    default: () => (
      <FieldGrid>
        <FormField label="First name">
          <TextInput defaultValue="Sokha" />
        </FormField>
        <FormField label="Last name">
          <TextInput defaultValue="Chan" />
        </FormField>
      </FieldGrid>
    ),
    error: () => (
      <FieldGrid>
        <FormField label="First name" error="First name is required">
          <TextInput />
        </FormField>
        <FormField label="Last name">
          <TextInput />
        </FormField>
      </FieldGrid>
    ),
  },
  keyboard: { Tab: 'Goes through the fields from left to right.' },
  dos: ['Put fields side by side that belong together.'],
  donts: ['Do not put long texts side by side.'],
});

const words = ['hello', 'goodbye', 'please', 'thank you'];
const badges = words.map((word) => <Badge key={word}>{word}</Badge>);

export const flexPage = defineComponentPage({
  components: { Stack, Inline },
  purpose: 'A column, and a row that wraps. Gaps are in steps of 4 px.',
  examples: {
    default: () => (
      <Stack gap={6}>
        <Stack gap={2}>{badges}</Stack>
        <Inline>{badges}</Inline>
      </Stack>
    ),
    justify: () => (
      <Stack>
        <Inline justify="between">{badges}</Inline>
        <Inline justify="center">{badges}</Inline>
        <Inline justify="end">{badges}</Inline>
      </Stack>
    ),
  },
  keyboard: {},
  dos: ['Use them instead of margins.'],
  donts: ['Do not set wrap to false for contents of unknown width.'],
});

function Sections({ labels }: { labels: readonly string[] }) {
  const [value, setValue] = useState('0');
  return (
    <Tabs
      label="Sections"
      value={value}
      onValueChange={setValue}
      tabs={labels.map((label, index) => ({
        value: String(index),
        label,
        content: <Text>{label}</Text>,
        disabled: label === 'Disabled',
      }))}
    />
  );
}

export const tabsPage = defineComponentPage({
  components: { Tabs },
  purpose: 'Parts of one page, one visible at a time.',
  examples: {
    default: () => <Sections labels={['Words', 'Texts', 'Preview']} />,
    disabled: () => <Sections labels={['Words', 'Disabled']} />,
    'long text': () => <Sections labels={[longText, 'Words', 'Texts']} />,
    'Khmer text': () => <Sections labels={[khmerText, 'សួស្តី']} />,
  },
  keyboard: {
    'Arrow Left, Arrow Right': 'Show the previous or next tab.',
    'Home, End': 'Show the first or last tab.',
    Tab: 'Goes from the tabs into the panel.',
  },
  dos: ['Use keepMounted for panels with unsaved input.'],
  donts: ['Do not hide an error in a tab that is not visible.'],
});

const level = (
  <Select
    aria-label="Level"
    value="all"
    options={[
      { value: 'all', label: 'All levels' },
      { value: 'beginner', label: 'Beginner' },
    ]}
    onValueChange={() => {}}
  />
);
const search = <SearchInput label="Search lessons" value="" onChange={() => {}} shortcut={false} />;

export const toolbarPage = defineComponentPage({
  components: { Toolbar },
  purpose: 'Search, filters and buttons above a list.',
  examples: {
    default: () => <Toolbar search={search} filters={level} actions={<Button>Refresh</Button>} />,
    'search only': () => <Toolbar search={search} />,
  },
  keyboard: { Tab: 'Goes from search to filters to buttons.' },
  dos: ['Keep the order: search, filters, buttons.'],
  donts: ['Do not put the action that creates an item here: it is in the header.'],
});

export const viewBodyPage = defineComponentPage({
  components: { ViewBody },
  purpose: 'The content of a view, with the padding of the console.',
  examples: {
    default: () => (
      <ViewBody>
        <Toolbar actions={<Text>Toolbar</Text>} />
        <Card title="Lessons">
          <Text>Content</Text>
        </Card>
      </ViewBody>
    ),
  },
  keyboard: {},
  dos: ['Render one as the outermost element of a view.'],
  donts: ['Do not add a heading: the header has the title of the view.'],
});
