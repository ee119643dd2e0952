import {
  Button,
  Callout,
  chartColors,
  EmptyState,
  ErrorPanel,
  Inline,
  ProgressBar,
  Skeleton,
  Spinner,
  SpinnerRing,
  Stack,
  Text,
  toast,
} from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { defineComponentPage } from '../component-page.ts';
import { khmerSentence, khmerText, longText, longWord, withTexts } from '../sample-texts.ts';

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

export const emptyStatePage = defineComponentPage({
  components: { EmptyState },
  purpose: 'Stands in for a list or view without content.',
  examples: {
    default: () => (
      <EmptyState
        title="No lessons yet"
        hint="Lessons group the words that learners practise."
        action={<Button variant="primary">New lesson</Button>}
      />
    ),
    'title only': () => <EmptyState title="Nothing here" />,
    ...withTexts((text) => <EmptyState title={text} hint={text} />),
  },
  keyboard: {},
  dos: ['Offer the action that ends the emptiness.'],
  donts: ['Do not use it for failures: use ErrorPanel.'],
});

export const errorPanelPage = defineComponentPage({
  components: { ErrorPanel },
  purpose: 'Stands in for a list or view that could not be shown.',
  examples: {
    default: () => (
      <ErrorPanel
        title="Lessons could not be loaded"
        message="The server did not answer."
        requestId="req-7f3a"
        onRetry={() => {}}
        action={<Button variant="ghost">Open console health</Button>}
      />
    ),
    retrying: () => <ErrorPanel title="Lessons could not be loaded" onRetry={() => {}} retrying />,
    'without retry': () => <ErrorPanel title="You may not see this" />,
    'long text': () => <ErrorPanel title={longText} message={longWord} requestId={longWord} />,
    'Khmer text': () => <ErrorPanel title={khmerText} message={khmerText} />,
  },
  keyboard: { 'Enter, Space': 'Tries again.' },
  dos: ['Say what failed, not only why.', 'Show the request id, so that users can report it.'],
  donts: ['Do not offer Try again where it cannot help.'],
});

export const progressBarPage = defineComponentPage({
  components: { ProgressBar },
  purpose: 'How far something is, or a share.',
  examples: {
    default: () => (
      <Stack>
        <ProgressBar label="Upload" value={0} />
        <ProgressBar label="Upload" value={40} />
        <ProgressBar label="Share of beginners" value={100} fill={chartColors[2]} />
      </Stack>
    ),
    loading: () => <ProgressBar label="Import" value={null} />,
  },
  keyboard: {},
  dos: ['Show the number as text, too.', 'Use null while the end is not known.'],
  donts: ['Do not use it for a wait of less than a second.'],
});

export const skeletonPage = defineComponentPage({
  components: { Skeleton },
  purpose: 'Keeps the place of text that is loading.',
  examples: {
    default: () => (
      <Stack gap={2} role="status" aria-label="Loading lessons">
        <Skeleton width="40%" height="1.25rem" />
        <Skeleton />
        <Skeleton width="70%" />
      </Stack>
    ),
  },
  keyboard: {},
  dos: ['Announce the loading once, with text or aria-busy.', 'Make it as large as what will come.'],
  donts: ['Do not show it in place of content that is already there.'],
});

export const spinnerPage = defineComponentPage({
  components: { Spinner, SpinnerRing },
  purpose: 'Something is loading, and its shape is not known.',
  examples: {
    default: () => <Spinner label="Loading lessons" />,
    'beside a text': () => (
      <Inline>
        <SpinnerRing />
        <Text>Checking the file...</Text>
      </Inline>
    ),
    large: () => <Spinner size={40} />,
  },
  keyboard: {},
  dos: ['Use SpinnerRing beside a text, and Spinner alone.'],
  donts: ['Do not use it in buttons: they have loading.'],
});

export const toastPage = defineComponentPage({
  components: { toast },
  purpose: 'Confirms an action. A new toast replaces the current one.',
  examples: {
    default: () => (
      <Inline>
        <Button onClick={() => toast.success('Lesson created successfully')}>Success</Button>
        <Button onClick={() => toast.show({ tone: 'info', title: 'API Key Generated' })}>Info</Button>
      </Inline>
    ),
    error: () => <Button onClick={() => toast.error('The server did not answer')}>Error</Button>,
    'with an action': () => (
      <Button
        onClick={() =>
          toast.show({
            tone: 'success',
            title: 'Section removed',
            action: { label: 'Undo', onSelect: () => toast.success('Section restored') },
          })
        }
      >
        With Undo
      </Button>
    ),
    'long text': () => <Button onClick={() => toast.error(longText)}>Long text</Button>,
    'Khmer text': () => <Button onClick={() => toast.success(khmerSentence)}>Khmer text</Button>,
  },
  keyboard: { F8: 'Focuses the toast.', Esc: 'Dismisses the focused toast.' },
  dos: ['Offer Undo where the action can be undone.'],
  donts: ['Do not show an error that must be corrected: use FormField or Callout.'],
});
