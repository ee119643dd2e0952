import {
  ConsoleProvider,
  useIntent,
  useListState,
  useNavigation,
  useUnsavedChangesGuard,
  ViewProvider,
} from '@khmer-learning/console-sdk';
import {
  clickButton,
  fillField,
  goBack,
  resetBrowserState,
  testTeacher,
} from '@khmer-learning/console-sdk/testing';
import { ConfirmDialog, Dialog, KitProvider } from '@khmer-learning/ui-kit';
import { render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { EditDialog } from './item-editor.tsx';

function Editor({ onSaved, onClose }: { onSaved: () => void; onClose: () => void }) {
  const [title, setTitle] = useState('');
  const [isPreviewing, setPreviewing] = useState(false);
  return (
    <EditDialog title="Edit Lesson" dirty={title !== ''} saving={false} onClose={onClose}>
      <input aria-label="Title" value={title} onChange={({ target }) => setTitle(target.value)} />
      <button type="button" onClick={() => setPreviewing(true)}>
        Preview
      </button>
      <button type="button" onClick={onSaved}>
        Save
      </button>
      <Dialog open={isPreviewing} onOpenChange={setPreviewing} title="Preview of the lesson">
        How learners see it
      </Dialog>
    </EditDialog>
  );
}

function List() {
  const list = useListState();
  const [isEditing, setEditing] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  useIntent('create', () => setEditing(true));
  return (
    <>
      <input
        aria-label="Search"
        value={list.search}
        onChange={({ target }) => list.setSearch(target.value)}
      />
      <button type="button" onClick={() => list.setOffset(list.offset + 15)}>
        Next
      </button>
      <button type="button" onClick={() => setEditing(true)}>
        Edit
      </button>
      <button type="button" onClick={() => setDeleting(true)}>
        Remove
      </button>
      <p>From {list.offset}</p>
      <ConfirmDialog
        open={isDeleting}
        onOpenChange={setDeleting}
        title="Confirm Deletion"
        description="This action cannot be undone."
        confirmLabel="Delete"
        onConfirm={() => new Promise(() => {})}
      />
      {isEditing ? (
        <Editor
          onClose={() => setEditing(false)}
          onSaved={() => {
            list.resetToFirstPage();
            setEditing(false);
          }}
        />
      ) : null}
    </>
  );
}

function Settings() {
  const [name, setName] = useState('');
  useUnsavedChangesGuard(name !== '');
  return <input aria-label="Name" value={name} onChange={({ target }) => setName(target.value)} />;
}

function Screen() {
  const { currentView, openView } = useNavigation();
  const views: Record<string, React.ReactNode> = { list: <List />, settings: <Settings /> };
  return (
    <>
      <button type="button" onClick={() => openView('list')}>
        Open list
      </button>
      <button type="button" onClick={() => openView('list', { intent: 'create' })}>
        Create
      </button>
      <button type="button" onClick={() => openView('settings')}>
        Open settings
      </button>
      <h1>{currentView}</h1>
      <ViewProvider id={currentView} key={currentView}>
        {views[currentView] ?? null}
      </ViewProvider>
    </>
  );
}

function open() {
  const { unmount } = render(
    <KitProvider>
      <ConsoleProvider user={testTeacher} signOut={async () => {}} defaultView="start">
        <Screen />
      </ConsoleProvider>
    </KitProvider>,
  );
  return {
    reload: () => {
      unmount();
      open();
    },
  };
}

const view = () => screen.getByRole('heading', { level: 1, hidden: true }).textContent;
const form = () => screen.queryByRole('dialog', { name: 'Edit Lesson', hidden: true });
const question = () => screen.findByRole('alertdialog', { name: 'Leave without saving?' });

/** Fires the popstate event of a second press of Back, to this entry, before the console has handled the first. */
function pressAgainAtOnce(state: unknown): void {
  const tell = () => window.dispatchEvent(new PopStateEvent('popstate', { state }));
  window.addEventListener('popstate', tell, { once: true });
}

beforeEach(resetBrowserState);

describe('Back with a form open', () => {
  it('closes the form and leaves the list behind it on its page; the next Back goes on from there', async () => {
    open();
    await clickButton('Open list');
    await clickButton('Next');
    await clickButton('Next');
    await clickButton('Edit');
    await goBack();
    await waitFor(() => expect(form()).toBeNull());
    expect(screen.getByText('From 30')).toBeTruthy();
    await goBack();
    expect(await screen.findByText('From 15')).toBeTruthy();
    expect(view()).toBe('list');
  });

  it('closes only the form when it was opened from another view, and the view after that', async () => {
    open();
    await clickButton('Create');
    expect(form()).not.toBeNull();
    await goBack();
    await waitFor(() => expect(form()).toBeNull());
    expect(view()).toBe('list');
    await goBack();
    await waitFor(() => expect(view()).toBe('start'));
  });

  it('asks before a changed form is closed', async () => {
    open();
    await clickButton('Create');
    await fillField(screen.getByLabelText('Title'), 'Greetings');
    await goBack();
    await clickButton('Stay', await question());
    expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Greetings');
    await goBack();
    await clickButton('Leave', await question());
    await waitFor(() => expect(form()).toBeNull());
    expect(view()).toBe('list');
  });

  it('never closes a changed form without asking, however fast Back is pressed', async () => {
    open();
    const start: unknown = window.history.state;
    await clickButton('Open settings');
    await clickButton('Open list');
    await clickButton('Edit');
    await fillField(screen.getByLabelText('Title'), 'Greetings');
    pressAgainAtOnce(start);
    await goBack();
    expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Greetings');
    expect(view()).toBe('list');
  });

  it('closes the topmost dialog, one at a time', async () => {
    open();
    await clickButton('Create');
    await clickButton('Preview');
    await goBack();
    await waitFor(() => expect(screen.queryByText('How learners see it')).toBeNull());
    expect(form()).not.toBeNull();
    await goBack();
    await waitFor(() => expect(form()).toBeNull());
    expect(view()).toBe('list');
  });

  it('leaves a dialog open that refuses to close', async () => {
    open();
    await clickButton('Open list');
    await clickButton('Remove');
    await clickButton('Delete');
    await goBack();
    await goBack();
    const dialog = screen.getByRole('alertdialog', { name: 'Confirm Deletion' });
    expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', true);
    expect(view()).toBe('list');
  });
});

describe('Back after a form was closed in another way', () => {
  it('goes where it would have gone without the form', async () => {
    open();
    await clickButton('Open list');
    await clickButton('Next');
    for (const _ of [1, 2]) {
      await clickButton('Edit');
      await clickButton('Close');
      expect(form()).toBeNull();
    }
    await goBack();
    expect(await screen.findByText('From 0')).toBeTruthy();
    expect(view()).toBe('list');
  });

  it('goes back to the page that the list showed before saving moved it to another', async () => {
    open();
    await clickButton('Open list');
    await clickButton('Next');
    await clickButton('Edit');
    await clickButton('Save');
    expect(screen.getByText('From 0')).toBeTruthy();
    await goBack();
    expect(await screen.findByText('From 15')).toBeTruthy();
    await goBack();
    expect(await screen.findByText('From 0')).toBeTruthy();
    await goBack();
    await waitFor(() => expect(view()).toBe('start'));
  });

  it('goes back to what was searched for since', async () => {
    open();
    await clickButton('Open list');
    await clickButton('Edit');
    await clickButton('Close');
    await fillField(screen.getByLabelText('Search'), 'greet');
    await clickButton('Next');
    await goBack();
    expect(await screen.findByText('From 0')).toBeTruthy();
    expect(screen.getByLabelText('Search')).toHaveProperty('value', 'greet');
  });

  it('goes back to the page that was shown when the form was opened', async () => {
    open();
    await clickButton('Open list');
    await clickButton('Edit');
    await clickButton('Close');
    await clickButton('Next');
    await goBack();
    expect(await screen.findByText('From 0')).toBeTruthy();
    expect(view()).toBe('list');
  });

  it('goes back from another view to the list', async () => {
    open();
    await clickButton('Open list');
    await clickButton('Edit');
    await clickButton('Close');
    await clickButton('Open settings');
    await goBack();
    await waitFor(() => expect(view()).toBe('list'));
    await goBack();
    await waitFor(() => expect(view()).toBe('start'));
  });

  it('goes where it would have gone when a reload has closed the form', async () => {
    const page = open();
    await clickButton('Create');
    page.reload();
    expect(view()).toBe('list');
    await goBack();
    await waitFor(() => expect(view()).toBe('start'));
  });
});

describe('Back in a view with unsaved changes', () => {
  it('never leaves it without asking, however fast Back is pressed', async () => {
    open();
    const start: unknown = window.history.state;
    await clickButton('Open list');
    await clickButton('Open settings');
    await fillField(screen.getByLabelText('Name'), 'Sokha');
    pressAgainAtOnce(start);
    await goBack();
    await clickButton('Stay', await question());
    expect(view()).toBe('settings');
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Sokha');
  });

  it('goes to the intended entry once the user agrees', async () => {
    open();
    await clickButton('Open list');
    await clickButton('Open settings');
    await fillField(screen.getByLabelText('Name'), 'Sokha');
    await goBack();
    await clickButton('Leave', await question());
    await waitFor(() => expect(view()).toBe('list'));
    await goBack();
    await waitFor(() => expect(view()).toBe('start'));
  });
});
