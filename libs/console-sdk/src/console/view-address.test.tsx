import { defaultPageSize, maxOffset, maxPageSize } from '@khmer-learning/contracts';
import { Dialog, KitProvider } from '@khmer-learning/ui-kit';
import { act, render, screen, waitFor } from '@testing-library/react';
import fc from 'fast-check';
import { lazy, Suspense, useState } from 'react';
import { clickButton, fillField, goBack, resetBrowserState, testTeacher } from '../testing.ts';
import { useUnsavedChangesGuard } from './console-context.ts';
import { ConsoleProvider, ViewProvider } from './console-provider.tsx';
import { noFilter } from './list-state.ts';
import { useListState } from './use-list-state.ts';
import { useAddressedItem, useFindText, useIntent, useNavigation } from './use-navigation.ts';
import { formatViewAddress, parseViewAddress } from './view-address.ts';

function Editor({ id, onClose }: { id: number; onClose: () => void }) {
  const [title, setTitle] = useState('');
  const { confirmLeave } = useUnsavedChangesGuard(title !== '');
  const find = useFindText();
  const close = async () => {
    if (await confirmLeave()) onClose();
  };
  return (
    <Dialog open onOpenChange={close} title={`Edit lesson ${id}`}>
      <input aria-label="Title" value={title} onChange={({ target }) => setTitle(target.value)} />
      <p>finds {find ?? 'nothing'}</p>
      <FollowLinks />
    </Dialog>
  );
}

function Lessons() {
  const list = useListState();
  const [editing, setEditing] = useState<number | null>(null);
  useAddressedItem(editing, setEditing);
  const [previewed, setPreviewed] = useState<number | null>(null);
  useAddressedItem(previewed, setPreviewed, 'preview');
  useIntent('create', () => setEditing(99));
  return (
    <>
      <p>
        {list.filterValue('level')} {list.search} from {list.offset}
      </p>
      <button type="button" onClick={() => list.setFilter('level', 'Beginner')}>
        Beginners
      </button>
      <button type="button" onClick={() => list.setOffset(defaultPageSize)}>
        Next
      </button>
      <button type="button" onClick={() => setEditing(12)}>
        Edit
      </button>
      <button type="button" onClick={() => setPreviewed(12)}>
        Preview
      </button>
      <Dialog
        open={previewed !== null}
        onOpenChange={(isOpen) => !isOpen && setPreviewed(null)}
        title={`Preview of lesson ${previewed}`}
      >
        How learners see it
      </Dialog>
      {editing === null ? null : <Editor key={editing} id={editing} onClose={() => setEditing(null)} />}
    </>
  );
}

/** What opens a place from anywhere, also above an open dialog. */
function FollowLinks() {
  const { openView } = useNavigation();
  return (
    <>
      <button type="button" onClick={() => openView('lessons', { item: 12, find: 'ទឹក [tɯk]' })}>
        Water in 12
      </button>
      <button type="button" onClick={() => openView('lessons', { item: 12, find: 'rice' })}>
        Rice in 12
      </button>
      <button type="button" onClick={() => openView('lessons', { item: 13 })}>
        Go to 13
      </button>
      <button type="button" onClick={() => openView('lessons', { intent: 'create' })}>
        Go to a new one
      </button>
    </>
  );
}

function Screen() {
  const { currentView, openView } = useNavigation();
  return (
    <>
      <FollowLinks />
      <button type="button" onClick={() => openView('lessons')}>
        Open lessons
      </button>
      <h1>{currentView}</h1>
      <ViewProvider id={currentView} key={currentView}>
        {currentView === 'lessons' ? <Lessons /> : null}
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

const address = () => window.location.hash;
const view = () => screen.getByRole('heading', { level: 1, hidden: true }).textContent;
const preview = (id: number) =>
  screen.queryByRole('dialog', { name: `Preview of lesson ${id}`, hidden: true });
const form = (id: number) => screen.queryByRole('dialog', { name: `Edit lesson ${id}`, hidden: true });

/** Opens the page with an address, as in a new tab. */
function openAt(fragment: string) {
  window.history.replaceState(null, '', fragment);
  return open();
}

/** Types an address into the browser while the console is open. */
async function typeAddress(fragment: string): Promise<void> {
  await act(async () => {
    const moved = new Promise((done) => window.addEventListener('popstate', done, { once: true }));
    window.location.hash = fragment;
    await moved;
  });
}

beforeEach(resetBrowserState);

it('formats and parses any place', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 });
  const filterName = text.filter(
    (name) => !['search', 'sort', 'limit', 'page', 'open', 'find', 'comment', '__proto__'].includes(name),
  );
  const open = fc.record({
    item: fc.integer({ min: 1, max: 10 ** 12 }),
    dialog: fc.option(fc.stringMatching(/^[a-z][a-z-]{0,20}$/)),
    find: fc.option(text),
    comment: fc.option(fc.integer({ min: 1 })),
  });
  const place = fc
    .tuple(
      fc.record({
        view: text,
        list: fc.integer({ min: 1, max: maxPageSize }).chain((limit) =>
          fc.record({
            search: fc.string({ unit: 'grapheme' }),
            filters: fc.dictionary(
              filterName,
              text.filter((value) => value !== noFilter),
              { noNullPrototype: true },
            ),
            sort: fc.option(text),
            limit: fc.constant(limit),
            offset: fc.nat(Math.floor(maxOffset / limit)).map((page) => page * limit),
          }),
        ),
      }),
      fc.oneof(open, fc.constant({ item: null, dialog: null, find: null, comment: null })),
    )
    .map(([where, item]) => ({ ...where, ...item }));
  fc.assert(
    fc.property(place, (one) => {
      const fragment = formatViewAddress(one);
      expect(parseViewAddress(new URL(fragment, 'https://school.example').hash)).toEqual(one);
    }),
  );
});

it.each(['', '#content', '#/', '#/%', 'lessons'])('takes no place from the address %p', (fragment) => {
  expect(parseViewAddress(fragment)).toBeNull();
});

it.each([
  'limit=0',
  'limit=101',
  'limit=x',
  'sort=',
  'page=0',
  'page=-1',
  'find=water',
  'open=x&find=water',
  'page=1e3',
  'open=x',
  'open=1.5',
  'open=0-preview',
  'open=1-',
  'open=1-2',
  `search=${'a'.repeat(501)}`,
])('ignores %s', (query) => {
  expect(formatViewAddress(parseViewAddress(`#/lessons?${query}`) ?? fail())).toBe('#/lessons');
});

function fail(): never {
  throw new Error('There is no place');
}

describe('the address', () => {
  it('mirrors view, filters and page, and keeps the rest of the URL', async () => {
    window.history.replaceState(null, '', '/dashboard?disable-remotes=quizzes');
    open();
    expect(address()).toBe('#/start');
    await clickButton('Open lessons');
    await clickButton('Beginners');
    await clickButton('Next');
    expect(window.location.pathname + window.location.search + address()).toBe(
      '/dashboard?disable-remotes=quizzes#/lessons?level=Beginner&page=2',
    );
    await goBack();
    expect(address()).toBe('#/lessons?level=Beginner');
  });

  it('names the open item until it is closed', async () => {
    open();
    await clickButton('Open lessons');
    await clickButton('Edit');
    expect(address()).toBe('#/lessons?open=12');
    await goBack();
    await waitFor(() => expect(form(12)).toBeNull());
    expect(address()).toBe('#/lessons');
    await goBack();
    await waitFor(() => expect(address()).toBe('#/start'));
  });

  it('opens the same place in another tab', async () => {
    openAt('#/lessons?search=%E1%9E%91%E1%9E%B9%E1%9E%80&level=Beginner&page=3&open=7');
    expect(view()).toBe('lessons');
    expect(screen.getByText('Beginner ទឹក from 30')).toBeTruthy();
    expect(form(7)).not.toBeNull();
    await clickButton('Close');
    expect(form(7)).toBeNull();
    expect(parseViewAddress(address())).toMatchObject({ view: 'lessons', item: null });
  });

  it('opens the item also when the console waits for its code', async () => {
    window.history.replaceState(null, '', '#/lessons?open=7');
    const LazyScreen = lazy(async () => ({ default: Screen }));
    render(
      <KitProvider>
        <Suspense>
          <ConsoleProvider user={testTeacher} signOut={async () => {}} defaultView="start">
            <LazyScreen />
          </ConsoleProvider>
        </Suspense>
      </KitProvider>,
    );
    expect(await screen.findByRole('dialog', { name: 'Edit lesson 7' })).toBeTruthy();
  });

  it('opens the same item after a reload, and Back closes it', async () => {
    const page = open();
    await clickButton('Open lessons');
    await clickButton('Edit');
    page.reload();
    expect(form(12)).not.toBeNull();
    await goBack();
    await waitFor(() => expect(form(12)).toBeNull());
    expect(view()).toBe('lessons');
    await goBack();
    await waitFor(() => expect(view()).toBe('start'));
  });

  it('can be typed while the console is open, and Back returns', async () => {
    open();
    await typeAddress('#/lessons?page=2&open=5');
    expect(view()).toBe('lessons');
    expect(await screen.findByText('all from 15')).toBeTruthy();
    expect(form(5)).not.toBeNull();
    await goBack();
    await waitFor(() => expect(form(5)).toBeNull());
    await goBack();
    await waitFor(() => expect(view()).toBe('start'));
  });

  it('closes an item that a typed address does not name, or opens the one that it names', async () => {
    open();
    await clickButton('Open lessons');
    await clickButton('Edit');
    await typeAddress('#/lessons?open=13');
    await waitFor(() => expect(form(13)).not.toBeNull());
    await typeAddress('#/lessons?page=2');
    await waitFor(() => expect(form(13)).toBeNull());
    expect(screen.getByText('all from 15')).toBeTruthy();
  });

  it('names the dialog that shows the item, if it is not the main one', async () => {
    const page = open();
    await clickButton('Open lessons');
    await clickButton('Preview');
    expect(address()).toBe('#/lessons?open=12-preview');
    page.reload();
    expect(preview(12)).not.toBeNull();
    expect(form(12)).toBeNull();
    await goBack();
    await waitFor(() => expect(preview(12)).toBeNull());
    expect(address()).toBe('#/lessons');
  });

  it('closes one dialog of an item for another one', async () => {
    openAt('#/lessons?open=12');
    await typeAddress('#/lessons?open=12-preview');
    await waitFor(() => expect(preview(12)).not.toBeNull());
    expect(form(12)).toBeNull();
    expect(address()).toBe('#/lessons?open=12-preview');
    await typeAddress('#/lessons?open=13');
    await waitFor(() => expect(form(13)).not.toBeNull());
    expect(preview(12)).toBeNull();
    expect(address()).toBe('#/lessons?open=13');
  });

  it('asks before an unsaved form is left for a typed address', async () => {
    open();
    await clickButton('Open lessons');
    await clickButton('Edit');
    await fillField(screen.getByLabelText('Title'), 'Greetings');
    await typeAddress('#/start');
    const question = () => screen.findByRole('alertdialog', { name: 'Leave without saving?' });
    await clickButton('Stay', await question());
    expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Greetings');
    expect(address()).toBe('#/lessons?open=12');
    await typeAddress('#/start');
    await clickButton('Leave', await question());
    await waitFor(() => expect(view()).toBe('start'));
    expect(address()).toBe('#/start');
  });

  it('is restored when it names nothing', async () => {
    open();
    await clickButton('Open lessons');
    await typeAddress('#nothing');
    await waitFor(() => expect(address()).toBe('#/lessons'));
    expect(view()).toBe('lessons');
  });
});

describe('an address with what its list does not know', () => {
  function Types({ types }: { types?: readonly string[] }) {
    const isYear = (value: string) => /^\d{4}$/.test(value);
    const list = useListState(['title'], { level: ['Beginner'], year: isYear, type: types });
    const values = ['level', 'year', 'type', 'author'].map(list.filterValue);
    return <p>{[...values, list.hasActiveFilters ? 'filtered' : 'unfiltered'].join(' ')}</p>;
  }

  function openTypes(fragment: string, types?: readonly string[]) {
    window.history.replaceState(null, '', fragment);
    const page = (present: readonly string[] | undefined) => (
      <KitProvider>
        <ConsoleProvider user={testTeacher} signOut={async () => {}} defaultView="lessons">
          <ViewProvider id="lessons">
            <Types {...(present === undefined ? {} : { types: present })} />
          </ViewProvider>
        </ConsoleProvider>
      </KitProvider>
    );
    const { rerender } = render(page(types));
    return (next: readonly string[]) => rerender(page(next));
  }

  it.each([
    'level=Expert',
    'year=now',
    'type=nosuch',
    'author=1',
    'constructor=1',
    'sort=nosuch',
    'sort=-level',
  ])('shows the list without %s, and drops it from the address', (query) => {
    openTypes(`#/lessons?${query}`, ['words']);
    expect(screen.getByText('all all all all unfiltered')).toBeTruthy();
    expect(address()).toBe('#/lessons');
  });

  it('keeps the rest of it, and spells values as the list does', () => {
    openTypes('#/lessons?search=a&level=beginner&year=2026&author=1&sort=-title&page=3', ['words']);
    expect(screen.getByText('Beginner 2026 all all filtered')).toBeTruthy();
    expect(address()).toBe('#/lessons?search=a&level=Beginner&year=2026&sort=-title&page=3');
  });

  it('keeps a value until the list knows its values', () => {
    const load = openTypes('#/lessons?type=words');
    expect(screen.getByText('all all words all filtered')).toBeTruthy();
    load(['words']);
    expect(address()).toBe('#/lessons?type=words');
    load(['stories']);
    expect(screen.getByText('all all all all unfiltered')).toBeTruthy();
    expect(address()).toBe('#/lessons');
  });
});

describe('opening an item from elsewhere', () => {
  const finds = (text: string) => screen.findByText(`finds ${text}`);

  it('opens its view and the item, at the text to find', async () => {
    open();
    await clickButton('Water in 12');
    expect(await finds('ទឹក [tɯk]')).toBeTruthy();
    expect(form(12)).not.toBeNull();
    expect(parseViewAddress(address())).toMatchObject({ view: 'lessons', item: 12, find: 'ទឹក [tɯk]' });
    await goBack();
    await waitFor(() => expect(form(12)).toBeNull());
    expect(address()).toBe('#/lessons');
    await goBack();
    await waitFor(() => expect(view()).toBe('start'));
  });

  it('finds the text again after a reload, but not when the item is opened by a click', async () => {
    const page = open();
    await clickButton('Water in 12');
    await finds('ទឹក [tɯk]');
    page.reload();
    expect(await finds('ទឹក [tɯk]')).toBeTruthy();
    await clickButton('Close');
    await clickButton('Edit');
    expect(await finds('nothing')).toBeTruthy();
    expect(address()).toBe('#/lessons?open=12');
  });

  it('keeps the list of the view as it was left', async () => {
    open();
    await clickButton('Open lessons');
    await clickButton('Beginners');
    await clickButton('Go to 13');
    expect(form(13)).not.toBeNull();
    expect(address()).toBe('#/lessons?level=Beginner&open=13');
  });

  it('finds another text in the open item without asking or losing what was typed', async () => {
    openAt('#/lessons?open=12&find=water');
    await finds('water');
    const dialog = form(12) ?? fail();
    await fillField(screen.getByLabelText('Title'), 'Greetings');
    await clickButton('Rice in 12', dialog);
    expect(await finds('rice')).toBeTruthy();
    expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Greetings');
    expect(address()).toBe('#/lessons?open=12&find=rice');
  });

  it.each([
    ['Go to 13', 13],
    ['Go to a new one', 99],
  ])('asks before another item of the view takes the place of unsaved changes: %s', async (link, id) => {
    openAt('#/lessons?open=12');
    await fillField(screen.getByLabelText('Title'), 'Greetings');
    await clickButton(link, form(12) ?? fail());
    const question = () => screen.findByRole('alertdialog', { name: 'Leave without saving?' });
    await clickButton('Stay', await question());
    expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Greetings');
    await clickButton(link, form(12) ?? fail());
    await clickButton('Leave', await question());
    await waitFor(() => expect(form(id)).not.toBeNull());
    expect(form(12)).toBeNull();
  });

  it('names the item again when a typed address names the open one', async () => {
    openAt('#/lessons?open=12');
    await typeAddress('#/lessons?open=12&find=rice');
    expect(await finds('rice')).toBeTruthy();
    expect(address()).toBe('#/lessons?open=12&find=rice');
  });
});
