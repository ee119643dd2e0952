import { ViewErrorBoundary } from '@khmer-learning/console-sdk';
import { Button, Text } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { defineComponentPage } from '../component-page.ts';

function Fragile() {
  const [isBroken, setBroken] = useState(false);
  if (isBroken) throw new Error('This example throws on purpose');
  return (
    <Button variant="danger" onClick={() => setBroken(true)}>
      Throw an error
    </Button>
  );
}

export const viewErrorBoundaryPage = defineComponentPage({
  components: { ViewErrorBoundary },
  purpose: 'Keeps the failure of a view in that view.',
  examples: {
    default: () => (
      <ViewErrorBoundary label="Lessons">
        <Text>The view</Text>
      </ViewErrorBoundary>
    ),
    error: () => (
      <ViewErrorBoundary label="Lessons">
        <Fragile />
      </ViewErrorBoundary>
    ),
  },
  keyboard: { 'Enter, Space': 'Tries again.' },
  dos: ['Use it around a part that may fail alone.'],
  donts: ['Do not wrap a whole view: the shell does.'],
});
