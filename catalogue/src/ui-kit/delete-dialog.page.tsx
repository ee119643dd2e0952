import { Button, DeleteDialog } from '@khmer-learning/ui-kit';
import { type ComponentProps, useState } from 'react';
import { defineComponentPage } from '../component-page.ts';
import { khmerText, longWord } from '../sample-texts.ts';

function Delete(props: Partial<ComponentProps<typeof DeleteDialog>>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)}>
        Delete
      </Button>
      <DeleteDialog
        open={isOpen}
        onOpenChange={setOpen}
        itemType="lesson"
        itemName="Greetings"
        onConfirm={() => {}}
        {...props}
      />
    </>
  );
}

const never = () => new Promise(() => {});
const fail = () => Promise.reject(new Error('The lesson is used by a quiz.'));

export const deleteDialogPage = defineComponentPage({
  components: { DeleteDialog },
  purpose: 'Asks before an item is deleted.',
  examples: {
    default: () => <Delete />,
    'with a consequence': () => (
      <Delete itemType="main lesson" consequence="3 lessons will be deleted as well" />
    ),
    loading: () => <Delete onConfirm={never} />,
    error: () => <Delete onConfirm={fail} />,
    disabled: () => <Delete confirmDisabled />,
    'long text': () => <Delete itemName={longWord} />,
    'Khmer text': () => <Delete itemName={khmerText} />,
  },
  keyboard: { Tab: 'Stays in the dialog. Cancel has the first focus.', Esc: 'Cancels.' },
  dos: ['Name what goes with the item in consequence.'],
  donts: ['Do not delete an item without it.'],
});
