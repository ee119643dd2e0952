import * as kit from '@khmer-learning/ui-kit';
import {
  Avatar,
  CardGrid,
  DateText,
  Heading,
  Inline,
  Kbd,
  KhmerText,
  Stack,
  Text,
  TextLink,
  VisuallyHidden,
} from '@khmer-learning/ui-kit';
import { createElement } from 'react';
import { defineComponentPage } from '../component-page.ts';
import { khmerSentence, khmerText, longText, longWord } from '../sample-texts.ts';

export const avatarPage = defineComponentPage({
  components: { Avatar },
  purpose: 'The initials of a person, beside the name.',
  examples: {
    default: () => (
      <Inline>
        <Avatar name="Sokha Chan" />
        <Text as="span">Sokha Chan</Text>
      </Inline>
    ),
    sizes: () => (
      <Inline>
        <Avatar name="Sokha Chan" size={24} />
        <Avatar name="Sokha" size={48} />
      </Inline>
    ),
    empty: () => <Avatar name="" />,
    'Khmer text': () => <Avatar name="ស្រី សុខា" />,
  },
  keyboard: {},
  dos: ['Show the full name next to it: screen readers skip the initials.'],
  donts: ['Do not use it for things other than people.'],
});

const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1_000).toISOString();

export const dateTextPage = defineComponentPage({
  components: { DateText },
  purpose: 'A moment in the time zone of the school. The title has the exact time.',
  examples: {
    default: () => (
      <Stack gap={1}>
        <DateText at={secondsAgo(5)} />
        <DateText at={secondsAgo(3_600 * 3)} />
        <DateText at={secondsAgo(86_400)} />
      </Stack>
    ),
    'more than a week ago': () => <DateText at="2026-05-04T03:00:00.000Z" />,
    'to the minute': () => <DateText at="2026-05-04T03:00:00.000Z" format="minute" />,
    day: () => <DateText at="2026-05-04T03:00:00.000Z" format="day" />,
    'next day in Phnom Penh': () => <DateText at="2026-05-04T18:30:00.000Z" />,
  },
  keyboard: {},
  dos: ['Pass the time as the API sends it, in UTC.'],
  donts: [
    'Do not show days that people plan by as relative: use `format="day"`.',
    'Do not format dates by hand: browsers are in other time zones.',
  ],
});

const isIcon = (entry: [string, unknown]): entry is [string, typeof kit.PlusIcon] =>
  entry[0].endsWith('Icon');
const icons = Object.entries(kit).filter(isIcon);

export const iconsPage = defineComponentPage({
  components: { Icons: null, ...Object.fromEntries(icons) },
  purpose: 'The icons of the console, from Lucide.',
  examples: {
    default: () => (
      <CardGrid minColumnWidth="11rem">
        {icons.map(([name, icon]) => (
          <Inline key={name} wrap={false}>
            {createElement(icon, { 'aria-hidden': true, size: 18 })}
            <Text as="span" size="small">
              {name}
            </Text>
          </Inline>
        ))}
      </CardGrid>
    ),
  },
  keyboard: {},
  dos: ['Set aria-hidden="true": the text beside it or the label of the button has the meaning.'],
  donts: ['Do not import Lucide in a remote: add the icon to icons.ts.'],
});

export const kbdPage = defineComponentPage({
  components: { Kbd },
  purpose: 'A key on the keyboard.',
  examples: {
    default: () => (
      <Text>
        Press <Kbd>Ctrl</Kbd> <Kbd>Z</Kbd> to undo.
      </Text>
    ),
  },
  keyboard: {},
  dos: ['Use one Kbd per key.'],
  donts: ['Do not use it for names of buttons.'],
});

export const textPage = defineComponentPage({
  components: { Text, Heading, KhmerText },
  purpose: 'Running text, headings and Khmer text.',
  examples: {
    default: () => (
      <Stack gap={2}>
        <Heading size="page">Page</Heading>
        <Heading>Title</Heading>
        <Heading size="section">Section</Heading>
        <Text size="large">Large</Text>
        <Text>Body</Text>
        <Text strong>Strong</Text>
        <Text size="small" muted>
          Small and muted
        </Text>
        <Text size="tiny">Tiny</Text>
      </Stack>
    ),
    'two lines at most': () => <Text lines={2}>{`${longText}. `.repeat(10)}</Text>,
    'long text': () => (
      <Stack gap={2}>
        <Heading>{longWord}</Heading>
        <Text>{longWord}</Text>
      </Stack>
    ),
    'Khmer text': () => (
      <Stack gap={2}>
        <Heading>{khmerText}</Heading>
        <Text>{khmerSentence.repeat(3)}</Text>
        <KhmerText as="p">{khmerSentence}</KhmerText>
      </Stack>
    ),
  },
  keyboard: {},
  dos: ['Use Text for texts of users: it detects Khmer.', 'Choose the level of a heading by the outline.'],
  donts: ['Do not choose a level for its size: use size.'],
});

export const textLinkPage = defineComponentPage({
  components: { TextLink },
  purpose: 'A link in running text.',
  examples: {
    default: () => (
      <Text>
        Read <TextLink href="?">how imports work</TextLink> first.
      </Text>
    ),
    'long text': () => <TextLink href="?">{longText}</TextLink>,
    'Khmer text': () => (
      <TextLink href="?" lang="km">
        {khmerText}
      </TextLink>
    ),
  },
  keyboard: { Enter: 'Opens the link.' },
  dos: ['Say where it leads.'],
  donts: ['Do not use it for an action: use Button.', 'Do not write click here.'],
});

export const visuallyHiddenPage = defineComponentPage({
  components: { VisuallyHidden },
  purpose: 'A text for screen readers only.',
  examples: {
    default: () => (
      <Inline>
        <Text as="span">12 ↑</Text>
        <VisuallyHidden>more than last month</VisuallyHidden>
      </Inline>
    ),
  },
  keyboard: {},
  dos: ['Use it where the meaning is visible but not written.'],
  donts: ['Do not hide what sighted users need, too.'],
});
