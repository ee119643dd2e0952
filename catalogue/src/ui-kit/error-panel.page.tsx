import { Button, ErrorPanel } from '@khmer-learning/ui-kit';
import { defineComponentPage } from '../component-page.ts';
import { khmerText, longText, longWord } from '../sample-texts.ts';

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
