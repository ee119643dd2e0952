import { Button, ConfirmDialog, Text } from '@khmer-learning/ui-kit';
import { type ComponentProps, useState } from 'react';
import { defineComponentPage } from '../component-page.ts';
import { khmerSentence, khmerText, longText, longWord } from '../sample-texts.ts';

function Confirm(props: Partial<ComponentProps<typeof ConfirmDialog>>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <ConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title="Send the refund?"
        description="The learner gets $4.20."
        confirmLabel="Send refund"
        onConfirm={() => {}}
        {...props}
      />
    </>
  );
}

const never = () => new Promise(() => {});
const fail = () => Promise.reject(new Error('The payment provider did not answer.'));

export const confirmDialogPage = defineComponentPage({
  components: { ConfirmDialog },
  purpose: 'Asks before an action. A click outside does not close it.',
  examples: {
    default: () => <Confirm />,
    dangerous: () => (
      <Confirm title="Leave without saving?" confirmLabel="Leave" cancelLabel="Stay" dangerous />
    ),
    loading: () => <Confirm confirmingLabel="Sending..." onConfirm={never} />,
    error: () => <Confirm onConfirm={fail} />,
    disabled: () => (
      <Confirm confirmDisabled>
        <Text>The amount is being checked.</Text>
      </Confirm>
    ),
    'long text': () => <Confirm title={longText} description={longWord} />,
    'Khmer text': () => <Confirm title={khmerText} description={<span lang="km">{khmerSentence}</span>} />,
  },
  keyboard: { Tab: 'Stays in the dialog. Cancel has the first focus.', Esc: 'Cancels.' },
  dos: ['Name the action on the button: Send refund.'],
  donts: ['Do not ask where Undo is possible.', 'Do not label the button OK.'],
});
