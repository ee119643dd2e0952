import { EditManyDialog } from '@khmer-learning/console-kit';
import { ApiError } from '@khmer-learning/console-sdk';
import type { ItemEdits } from '@khmer-learning/contracts';
import { Button } from '@khmer-learning/ui-kit';
import { type ComponentProps, useState } from 'react';
import { defineComponentPage } from '../component-page.ts';
import { khmerText, longText } from '../sample-texts.ts';

type Editing = ComponentProps<typeof EditManyDialog>['editing'];

const idle: Editing = {
  ...{ apply: () => {}, reset: () => {}, isPending: false, error: null, variables: undefined },
  ...{ progress: null, cancel: undefined },
};
const progress: ItemEdits = {
  ...{ id: 1, state: 'applying', change: 'unpublished', items: 2, done: 1, problem: null, titles: '' },
  createdAt: '2026-11-23T03:00:00.000Z',
};
const refused = new ApiError(
  409,
  JSON.stringify({
    message: 'Nothing was changed: some items cannot be edited now',
    code: 'conflict',
    requestId: 'catalogue',
    issues: [{ path: 'edits.1', message: 'This lesson was changed by someone else' }],
  }),
);

function Opened({ titles = ['Greetings', 'Family'], ...editing }: Partial<Editing> & { titles?: string[] }) {
  const [isOpen, setOpen] = useState(false);
  const items = titles.map((title, id) => ({ id, title }));
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {isOpen ? (
        <EditManyDialog
          title="Unpublish Lessons"
          description="Learners will not see them until they are published again."
          question="Are you sure you want to unpublish these 2 lessons?"
          confirmLabel="Unpublish"
          isDangerous={false}
          items={items}
          edits={items}
          editing={{ ...idle, ...editing }}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}

export const editManyDialogPage = defineComponentPage({
  components: { EditManyDialog },
  purpose: 'Asks whether many items are to be edited, all of them or none, and shows how it goes.',
  examples: {
    default: () => <Opened />,
    loading: () => <Opened isPending progress={progress} cancel={async () => {}} />,
    error: () => <Opened error={refused} />,
    'long text': () => <Opened titles={[longText, `${longText}.`]} />,
    'Khmer text': () => <Opened titles={[khmerText, `${khmerText}។`]} />,
  },
  keyboard: { Tab: 'Stays in the dialog.', Esc: 'Closes it; edits under way go on.' },
  dos: ['Give it the edits of useItemEdits.'],
  donts: ['Do not call an endpoint for each item.'],
});
