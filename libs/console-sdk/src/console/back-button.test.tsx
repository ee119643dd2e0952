import { ConfirmDialog, Dialog, KitProvider } from '@khmer-learning/ui-kit';
import { render, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { EditDialog } from '../editing/edit-dialog.tsx';
import { useListState } from '../lists/use-list-state.ts';
import { click, fill, forgetEverything, goBack, sokha } from '../testing.ts';
import { ConsoleProvider, ConsoleView } from './console-provider.tsx';
import { useLeaveGuard } from './use-leave-guard.ts';
import { useIntent, useNavigation } from './use-navigation.ts';

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
            list.goToStart();
            setEditing(false);
          }}
        />
      ) : null}
    </>
  );
}

function Settings() {
  const [name, setName] = useState('');
  useLeaveGuard(name !== '');
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
      <ConsoleView id={currentView} key={currentView}>
        {views[currentView] ?? null}
      </ConsoleView>
    </>
  );
}

function open() {
  const { unmount } = render(
    <KitProvider>
      <ConsoleProvider user={sokha} signOut={async () => {}} defaultView="start">
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

/** A second press of Back, to this stop, is told before anything the console does about the first. */
function pressAgainAtOnce(state: unknown): void {
  const tell = () => window.dispatchEvent(new PopStateEvent('popstate', { state }));
  window.addEventListener('popstate', tell, { once: true });
}

beforeEach(forgetEverything);

describe('Back with a form open', () => {
  it('closes the form and leaves the list behind it on its page; the next Back goes on from there', async () => {
    open();
    await click('Open list');
    await click('Next');
    await click('Next');
    await click('Edit');
    await goBack();
    await waitFor(() => expect(form()).toBeNull());
    expect(screen.getByText('From 30')).toBeTruthy();
    await goBack();
    expect(await screen.findByText('From 15')).toBeTruthy();
    expect(view()).toBe('list');
  });

  it('closes only the form when it was opened from another view, and the view after that', async () => {
    open();
    await click('Create');
    expect(form()).not.toBeNull();
    await goBack();
    await waitFor(() => expect(form()).toBeNull());
    expect(view()).toBe('list');
    await goBack();
    await waitFor(() => expect(view()).toBe('start'));
  });

  it('asks before a changed form is closed', async () => {
    open();
    await click('Create');
    await fill(screen.getByLabelText('Title'), 'Greetings');
    await goBack();
    await click('Stay', await question());
    expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Greetings');
    await goBack();
    await click('Leave', await question());
    await waitFor(() => expect(form()).toBeNull());
    expect(view()).toBe('list');
  });

  it('closes a changed form unasked with no number of quick steps', async () => {
    open();
    const start: unknown = window.history.state;
    await click('Open settings');
    await click('Open list');
    await click('Edit');
    await fill(screen.getByLabelText('Title'), 'Greetings');
    pressAgainAtOnce(start);
    await goBack();
    expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Greetings');
    expect(view()).toBe('list');
  });

  it('closes what lies on top, one thing at a time', async () => {
    open();
    await click('Create');
    await click('Preview');
    await goBack();
    await waitFor(() => expect(screen.queryByText('How learners see it')).toBeNull());
    expect(form()).not.toBeNull();
    await goBack();
    await waitFor(() => expect(form()).toBeNull());
    expect(view()).toBe('list');
  });

  it('leaves a dialog open that cannot be closed now', async () => {
    open();
    await click('Open list');
    await click('Remove');
    await click('Delete');
    await goBack();
    await goBack();
    const dialog = screen.getByRole('alertdialog', { name: 'Confirm Deletion' });
    expect(within(dialog).getByRole('button', { name: 'Cancel' })).toHaveProperty('disabled', true);
    expect(view()).toBe('list');
  });
});

describe('Back after a form was closed otherwise', () => {
  it('goes where it would have gone without the form', async () => {
    open();
    await click('Open list');
    await click('Next');
    for (const _ of [1, 2]) {
      await click('Edit');
      await click('Close');
      expect(form()).toBeNull();
    }
    await goBack();
    expect(await screen.findByText('From 0')).toBeTruthy();
    expect(view()).toBe('list');
  });

  it('goes back to the page of the list from which saving has moved it', async () => {
    open();
    await click('Open list');
    await click('Next');
    await click('Edit');
    await click('Save');
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
    await click('Open list');
    await click('Edit');
    await click('Close');
    await fill(screen.getByLabelText('Search'), 'greet');
    await click('Next');
    await goBack();
    expect(await screen.findByText('From 0')).toBeTruthy();
    expect(screen.getByLabelText('Search')).toHaveProperty('value', 'greet');
  });

  it('goes back to the page that was shown when the form was opened', async () => {
    open();
    await click('Open list');
    await click('Edit');
    await click('Close');
    await click('Next');
    await goBack();
    expect(await screen.findByText('From 0')).toBeTruthy();
    expect(view()).toBe('list');
  });

  it('goes back from another view to the list', async () => {
    open();
    await click('Open list');
    await click('Edit');
    await click('Close');
    await click('Open settings');
    await goBack();
    await waitFor(() => expect(view()).toBe('list'));
    await goBack();
    await waitFor(() => expect(view()).toBe('start'));
  });

  it('goes where it would have gone when a reload has closed the form', async () => {
    const page = open();
    await click('Create');
    page.reload();
    expect(view()).toBe('list');
    await goBack();
    await waitFor(() => expect(view()).toBe('start'));
  });
});

describe('Back in a view with unsaved changes', () => {
  it('leaves it unasked with no number of quick steps', async () => {
    open();
    const start: unknown = window.history.state;
    await click('Open list');
    await click('Open settings');
    await fill(screen.getByLabelText('Name'), 'Sokha');
    pressAgainAtOnce(start);
    await goBack();
    await click('Stay', await question());
    expect(view()).toBe('settings');
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Sokha');
  });

  it('goes, once agreed to, where it was meant to go', async () => {
    open();
    await click('Open list');
    await click('Open settings');
    await fill(screen.getByLabelText('Name'), 'Sokha');
    await goBack();
    await click('Leave', await question());
    await waitFor(() => expect(view()).toBe('list'));
    await goBack();
    await waitFor(() => expect(view()).toBe('start'));
  });
});
