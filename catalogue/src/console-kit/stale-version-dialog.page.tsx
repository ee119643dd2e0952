import { StaleVersionDialog, type VersionComparison } from '@khmer-learning/console-kit';
import { Button } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { defineComponentPage } from '../component-page.ts';
import { khmerSentence, khmerText, longText } from '../sample-texts.ts';

function Stale({ compare }: { compare: () => Promise<VersionComparison | null> }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {isOpen ? (
        <StaleVersionDialog
          itemType="lesson"
          reloadHint="Your version is kept in this browser, and you can restore it."
          compare={compare}
          onKeepEditing={close}
          onReload={close}
          onOverwrite={close}
        />
      ) : null}
    </>
  );
}

const title = (theirs: string, yours: string) => async () => ({
  version: 4,
  fields: [{ label: 'Title', theirs, yours }],
});

export const staleVersionDialogPage = defineComponentPage({
  components: { StaleVersionDialog },
  purpose: 'Shows what another user saved in the meantime and asks which version to keep.',
  examples: {
    default: () => <Stale compare={title('Greetings and farewells', 'Greetings')} />,
    loading: () => <Stale compare={() => new Promise(() => {})} />,
    empty: () => <Stale compare={async () => null} />,
    error: () => <Stale compare={() => Promise.reject(new Error('The server did not answer'))} />,
    'long text': () => <Stale compare={title(longText, `${longText}.`)} />,
    'Khmer text': () => <Stale compare={title(khmerText, khmerSentence)} />,
  },
  keyboard: { Tab: 'Stays in the dialog.', Esc: 'Keeps editing.' },
  dos: ['Open it when useSave reports a stale request. PublishingQuestions does so.'],
  donts: ['Do not overwrite a version that the user has not seen.'],
});
