import { Heading, KhmerText, Stack, Text } from '@khmer-learning/ui-kit';
import { defineComponentPage } from '../component-page.ts';
import { khmerSentence, khmerText, longText, longWord } from '../sample-texts.ts';

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
