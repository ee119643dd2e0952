import { Button, Callout, Stack } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { defineComponentPage } from '../component-page.ts';
import { khmerSentence, longWord } from '../sample-texts.ts';

function Announced() {
  const [isShown, setShown] = useState(false);
  return (
    <Stack>
      <Button onClick={() => setShown(!isShown)}>{isShown ? 'Hide' : 'Show'}</Button>
      {isShown ? (
        <Callout tone="danger" announce>
          The lesson could not be saved.
        </Callout>
      ) : null}
    </Stack>
  );
}

export const calloutPage = defineComponentPage({
  components: { Callout },
  purpose: 'A message that stays on the page.',
  examples: {
    default: () => (
      <Stack gap={2}>
        <Callout title="Learners see this lesson">Changes are visible at once.</Callout>
        <Callout tone="success">All lines are valid.</Callout>
        <Callout tone="warning">2 lines are left out.</Callout>
        <Callout tone="danger">The file could not be read.</Callout>
      </Stack>
    ),
    announced: Announced,
    'long text': () => <Callout title={longWord}>{longWord}</Callout>,
    'Khmer text': () => (
      <Callout>
        <span lang="km">{khmerSentence}</span>
      </Callout>
    ),
  },
  keyboard: {},
  dos: ['Use announce for what has just happened.', 'Say what to do next.'],
  donts: ['Do not use it for a confirmation that can pass: use toast.'],
});
