import { KitProvider } from '@khmer-learning/ui-kit';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, useSyncExternalStore } from 'react';
import { z } from 'zod';
import { useConsole, useHeaderAction, useUnsavedChangesGuard } from './console-context.ts';
import { ConsoleProvider, ViewProvider } from './console-provider.tsx';
import { useIntent, useNavigation } from './use-navigation.ts';
import { useViewState } from './use-view-state.ts';

const sokha = {
  id: 1,
  firstName: 'Sokha',
  lastName: 'Chan',
  email: 'sokha@khmer.local',
  role: 'admin',
} as const;
const filters = z.object({ search: z.string(), page: z.number() });
const noFilters = { search: '', page: 1 };

function List() {
  const [{ search, page }, setFilters] = useViewState('filters', filters, noFilters);
  return (
    <>
      <input
        aria-label="Search"
        value={search}
        onChange={({ target }) => setFilters((last) => ({ ...last, search: target.value }))}
      />
      <button type="button" onClick={() => setFilters({ search, page: page + 1 }, { mode: 'push' })}>
        Next
      </button>
      <p>Page {page}</p>
    </>
  );
}

function Form() {
  const [text, setText] = useState('');
  const [created, setCreated] = useState(0);
  useUnsavedChangesGuard(text !== '');
  useHeaderAction(() => setText('from the header'));
  useIntent('create', () => setCreated((times) => times + 1));
  return (
    <>
      <input aria-label="Title" value={text} onChange={({ target }) => setText(target.value)} />
      <p>Created {created}</p>
    </>
  );
}

function Screen() {
  const { currentView, openView } = useNavigation();
  const { headerAction } = useConsole();
  const action = useSyncExternalStore(headerAction.subscribe, headerAction.current);
  return (
    <>
      <nav>
        <button type="button" onClick={() => openView('list')}>
          Open list
        </button>
        <button type="button" onClick={() => openView('form')}>
          Open form
        </button>
        <button type="button" onClick={() => openView('form', { intent: 'create' })}>
          Create
        </button>
      </nav>
      <button type="button" disabled={action === null} onClick={() => action?.()}>
        Header action
      </button>
      <h1>{currentView}</h1>
      <ViewProvider id={currentView} key={currentView}>
        {currentView === 'list' ? <List /> : <Form />}
      </ViewProvider>
    </>
  );
}

function open(user: typeof sokha | (Omit<typeof sokha, 'id'> & { id: number }) = sokha) {
  const { unmount } = render(
    <KitProvider>
      <ConsoleProvider user={user} signOut={async () => {}} defaultView="list">
        <Screen />
      </ConsoleProvider>
    </KitProvider>,
  );
  return {
    reload: () => {
      unmount();
      return open(user);
    },
    close: unmount,
  };
}

const click = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const currentView = () => screen.getByRole('heading', { level: 1, hidden: true }).textContent;

async function goBack(): Promise<void> {
  await act(async () => {
    const moved = new Promise((done) => window.addEventListener('popstate', done, { once: true }));
    window.history.back();
    await moved;
  });
}

beforeEach(() => {
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
});

describe('a view’s state', () => {
  it('survives a reload, together with the view', async () => {
    const page = open();
    await click('Open form');
    await click('Open list');
    await userEvent.type(screen.getByLabelText('Search'), 'ផ្សារ');
    page.reload();
    expect(currentView()).toBe('list');
    expect(screen.getByLabelText('Search')).toHaveProperty('value', 'ផ្សារ');
  });

  it('is restored when the view is opened again', async () => {
    open();
    await userEvent.type(screen.getByLabelText('Search'), 'greet');
    await click('Open form');
    await click('Open list');
    expect(screen.getByLabelText('Search')).toHaveProperty('value', 'greet');
  });

  it('is restored by the back button after a push', async () => {
    open();
    await userEvent.type(screen.getByLabelText('Search'), 'a');
    await click('Next');
    await click('Next');
    await click('Open form');
    expect(currentView()).toBe('form');
    await goBack();
    expect(currentView()).toBe('list');
    expect(screen.getByText('Page 3')).toBeTruthy();
    await goBack();
    expect(screen.getByText('Page 2')).toBeTruthy();
    expect(screen.getByLabelText('Search')).toHaveProperty('value', 'a');
  });

  it('goes back to the initial value', async () => {
    open();
    await click('Next');
    expect(screen.getByText('Page 2')).toBeTruthy();
    await goBack();
    expect(screen.getByText('Page 1')).toBeTruthy();
  });

  it('is kept per user', async () => {
    const page = open();
    await userEvent.type(screen.getByLabelText('Search'), 'secret');
    page.close();
    open({ ...sokha, id: 2 });
    expect(screen.getByLabelText('Search')).toHaveProperty('value', '');
  });

  it('is ignored when the stored value does not match the schema', () => {
    sessionStorage.setItem('khmer-learning.1.list.filters', '{"search":5}');
    open();
    expect(screen.getByText('Page 1')).toBeTruthy();
  });
});

describe('the header action', () => {
  it('is that of the current view, or none', async () => {
    open();
    expect(screen.getByRole('button', { name: 'Header action' })).toHaveProperty('disabled', true);
    await click('Open form');
    await click('Header action');
    expect(screen.getByLabelText('Title')).toHaveProperty('value', 'from the header');
  });
});

describe('opening a view with an intent', () => {
  it('delivers the intent once', async () => {
    const page = open();
    await click('Create');
    expect(screen.getByText('Created 1')).toBeTruthy();
    await click('Create');
    expect(screen.getByText('Created 2')).toBeTruthy();
    page.reload();
    expect(screen.getByText('Created 0')).toBeTruthy();
  });
});

describe('unsaved changes', () => {
  async function makeDirty() {
    open();
    await click('Open form');
    await userEvent.type(screen.getByLabelText('Title'), 'x');
  }
  const dialog = () => screen.findByRole('alertdialog');

  it('are discarded only after a confirmation', async () => {
    await makeDirty();
    await click('Open list');
    await userEvent.click(within(await dialog()).getByRole('button', { name: 'Stay' }));
    expect(currentView()).toBe('form');
    expect(screen.getByLabelText('Title')).toHaveProperty('value', 'x');
    await click('Open list');
    await userEvent.click(within(await dialog()).getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(currentView()).toBe('list'));
  });

  it('also make the back button ask', async () => {
    await makeDirty();
    await goBack();
    const question = await dialog();
    expect(currentView()).toBe('form');
    await userEvent.click(within(question).getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(currentView()).toBe('list'));
  });

  it('make the browser ask before the page is closed, until they are gone', async () => {
    const leave = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    await makeDirty();
    expect(leave()).toBe(true);
    await userEvent.clear(screen.getByLabelText('Title'));
    expect(leave()).toBe(false);
  });
});
