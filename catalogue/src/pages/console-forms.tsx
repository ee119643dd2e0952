import {
  EditDialog,
  EditManyDialog,
  FormOutline,
  ItemHead,
  OutlinedForm,
  PublishStatus,
  SaveButton,
  SelectAll,
  SelectionBar,
  StaleVersionDialog,
  useUndoHistory,
  type VersionComparison,
} from '@khmer-learning/console-kit';
import { ApiError } from '@khmer-learning/console-sdk';
import type { ItemEdits, Schedule } from '@khmer-learning/contracts';
import { Button, Card, FormField, Stack, TextInput } from '@khmer-learning/ui-kit';
import { type ComponentProps, useState } from 'react';
import { useForm } from 'react-hook-form';
import { defineComponentPage } from '../component-page.ts';
import { Opened } from '../opened.tsx';
import { khmerSentence, khmerText, longText, withTexts } from '../sample-texts.ts';
import { review, schedule, word, workingCopy } from '../word-kind.ts';

interface LessonFormProps {
  title?: string | undefined;
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

const opened = (title?: string) => <Opened>{(close) => <LessonForm title={title} onClose={close} />}</Opened>;

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
    default: () => opened(),
    saving: Saving,
    ...withTexts(opened),
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

function EditMany({
  titles = ['Greetings', 'Family'],
  ...editing
}: Partial<Editing> & { titles?: string[] }) {
  const items = titles.map((title, id) => ({ id, title }));
  return (
    <Opened>
      {(close) => (
        <EditManyDialog
          title="Unpublish Lessons"
          description="Learners will not see them until they are published again."
          question="Are you sure you want to unpublish these 2 lessons?"
          confirmLabel="Unpublish"
          isDangerous={false}
          items={items}
          edits={items}
          editing={{ ...idle, ...editing }}
          onClose={close}
        />
      )}
    </Opened>
  );
}

export const editManyDialogPage = defineComponentPage({
  components: { EditManyDialog },
  purpose: 'Asks whether many items are to be edited, all of them or none, and shows how it goes.',
  examples: {
    default: () => <EditMany />,
    loading: () => <EditMany isPending progress={progress} cancel={async () => {}} />,
    error: () => <EditMany error={refused} />,
    ...withTexts((text) => <EditMany titles={[text, `${text} 2`]} />),
  },
  keyboard: { Tab: 'Stays in the dialog.', Esc: 'Closes it; edits under way go on.' },
  dos: ['Give it the edits of useItemEdits.'],
  donts: ['Do not call an endpoint for each item.'],
});

const ignore = () => {};
const outline = (names: readonly string[], place: { current: number; onJump: (place: number) => void }) => (
  <FormOutline
    label="Sections"
    places={names.map((name, index) => ({ name, invalid: index === 2 }))}
    {...place}
  />
);
const sections = ['General', '1. Key words', '2. A short talk'];

export const formOutlinePage = defineComponentPage({
  components: { FormOutline, OutlinedForm },
  purpose: 'The places of a long form, beside its fields on a wide screen. A place with errors is marked.',
  examples: {
    default: () => outline(sections, { current: 1, onJump: ignore }),
    details: () => (
      <FormOutline
        label="Questions"
        places={[{ name: '1. What does “ទន្លេ” mean?', detail: 'Choice', invalid: false }]}
        current={0}
        onJump={ignore}
      />
    ),
    'Khmer text': () => outline(['ទូទៅ', '1. ពាក្យគន្លឹះ'], { current: 0, onJump: ignore }),
    'around a form': () => (
      <OutlinedForm outline={(place) => outline(sections, place)}>
        {sections.map((name) => (
          <div key={name} data-form-place="">
            <Card title={name}>
              <TextInput aria-label={name} />
            </Card>
          </div>
        ))}
      </OutlinedForm>
    ),
  },
  keyboard: { 'Enter, Space': 'Scrolls to the place and focuses its first field.' },
  dos: ['Number the places as the form does.'],
  donts: ['Do not outline a form that fits on the screen.'],
});

const failed: Schedule = { ...schedule, failure: 'Image cover is required' };

export const saveButtonPage = defineComponentPage({
  components: { SaveButton, PublishStatus },
  purpose: 'Save a form, and show in a list what learners see of an item.',
  examples: {
    default: () => <SaveButton>Save Changes</SaveButton>,
    loading: () => <SaveButton loading>Save Changes</SaveButton>,
    disabled: () => <SaveButton disabled>Save Changes</SaveButton>,
    'in a list': () => (
      <Stack>
        <PublishStatus item={{ status: 'draft' }} />
        <PublishStatus item={{ ...word, workingCopy, review }} />
        <PublishStatus item={{ ...word, workingCopy, schedule }} />
        <PublishStatus item={{ ...word, schedule: failed }} />
      </Stack>
    ),
  },
  keyboard: { 'Enter, Space': 'Saves the form.', Tab: 'Shows why a schedule failed, in a list.' },
  dos: ['Use PublishableForm for what can be published: it has the buttons for it.'],
  donts: ['Do not disable it because the form is not valid: show the errors.'],
});

export const selectionBarPage = defineComponentPage({
  components: { SelectionBar, SelectAll },
  purpose: 'The bar above a list in which items are selected: how many, and what can be done with them.',
  examples: {
    default: () => (
      <SelectionBar
        label="Selected lessons"
        count="3 lessons selected"
        clearLabel="Clear selection"
        onClear={() => {}}
        selectAll={
          <SelectAll
            rows={[{ id: 1 }]}
            selection={{ ids: new Set([1, 2, 3]), add: () => {} }}
            total={{ total: 315 }}
            load={async () => []}
          />
        }
      >
        <Button size="small">Publish</Button>
        <Button size="small" variant="danger">
          Delete
        </Button>
      </SelectionBar>
    ),
  },
  keyboard: { Tab: 'Goes to the next action.' },
  dos: ['Keep the selection when the page of the list changes.'],
  donts: ['Do not show it while nothing is selected.'],
});

const stale = (compare: () => Promise<VersionComparison | null>) => (
  <Opened>
    {(close) => (
      <StaleVersionDialog
        itemType="lesson"
        reloadHint="Your version is kept in this browser, and you can restore it."
        compare={compare}
        onKeepEditing={close}
        onReload={close}
        onOverwrite={close}
      />
    )}
  </Opened>
);

const title = (theirs: string, yours: string) => async () => ({
  version: 4,
  fields: [{ label: 'Title', theirs, yours }],
});

export const staleVersionDialogPage = defineComponentPage({
  components: { StaleVersionDialog },
  purpose: 'Shows what another user saved in the meantime and asks which version to keep.',
  examples: {
    default: () => stale(title('Greetings and farewells', 'Greetings')),
    loading: () => stale(() => new Promise(() => {})),
    empty: () => stale(async () => null),
    error: () => stale(() => Promise.reject(new Error('The server did not answer'))),
    'long text': () => stale(title(longText, `${longText}.`)),
    'Khmer text': () => stale(title(khmerText, khmerSentence)),
  },
  keyboard: { Tab: 'Stays in the dialog.', Esc: 'Keeps editing.' },
  dos: ['Open it when useSave reports a stale request. PublishingQuestions does so.'],
  donts: ['Do not overwrite a version that the user has not seen.'],
});
