import { EditDialog, ItemHead, SaveButton, useUndoHistory } from '@khmer-learning/console-kit';
import { Button, FormField, TextInput } from '@khmer-learning/ui-kit';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { defineComponentPage } from '../component-page.ts';
import { khmerText, longText } from '../sample-texts.ts';

interface LessonFormProps {
  title?: string;
  saving?: boolean;
  onClose: () => void;
}

function LessonForm({ title = 'Edit lesson', saving = false, onClose }: LessonFormProps) {
  const form = useForm({ defaultValues: { title: 'Greetings' } });
  const undoHistory = useUndoHistory(form);
  return (
    <EditDialog
      title={title}
      description={
        <ItemHead title="Greetings" savedAt="2026-11-23T03:00:00.000Z" status={{ status: 'draft' }} />
      }
      dirty={form.formState.isDirty}
      saving={saving}
      onClose={onClose}
      undoHistory={undoHistory}
      footer={
        <SaveButton type="button" loading={saving} onClick={onClose}>
          Save
        </SaveButton>
      }
    >
      <FormField label="Title" required>
        <TextInput {...form.register('title')} />
      </FormField>
    </EditDialog>
  );
}

function Opened(props: Omit<LessonFormProps, 'onClose'>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {isOpen ? <LessonForm {...props} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** A dialog that is being saved cannot be closed, so this one is saved after three seconds. */
function Saving() {
  const [isOpen, setOpen] = useState(false);
  const open = () => {
    setOpen(true);
    setTimeout(() => setOpen(false), 3_000);
  };
  return (
    <>
      <Button onClick={open}>Open for three seconds</Button>
      {isOpen ? <LessonForm saving onClose={() => {}} /> : null}
    </>
  );
}

export const editDialogPage = defineComponentPage({
  components: { EditDialog, ItemHead },
  purpose: 'A dialog with a form. It asks before unsaved changes are lost.',
  examples: {
    default: () => <Opened />,
    saving: Saving,
    'long text': () => <Opened title={longText} />,
    'Khmer text': () => <Opened title={khmerText} />,
  },
  keyboard: {
    Tab: 'Stays in the dialog. The first field has the first focus.',
    'Ctrl Z': 'Undoes the last change of the form.',
    'Ctrl Shift Z, Ctrl Y': 'Redoes it.',
    Esc: 'Closes the dialog; asks first when there are changes.',
  },
  dos: ['Pass dirty from the form, not from your own state.'],
  donts: ['Do not close it while it is saving.'],
});
