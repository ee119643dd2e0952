import { Badge, Inline, Stack } from '@khmer-learning/ui-kit';
import { defineComponentPage } from '../component-page.ts';

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
