import { useApi } from '@khmer-learning/console-sdk';
import {
  clickButton,
  errorResponse,
  type FakeApi,
  fakeApi,
  renderView,
  resetBrowserState,
} from '@khmer-learning/console-sdk/testing';
import { type Lesson, lessons, type VersionEntry } from '@khmer-learning/contracts';
import { currentLanguage, setLanguage } from '@khmer-learning/ui-kit';
import { axeViolations } from '@khmer-learning/ui-kit/testing';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HistoryButton } from './history-button.tsx';

const endpoints = {
  list: lessons.versions.list,
  get: lessons.versions.get,
  restore: lessons.versions.restore,
};
const titles = ['', 'Greeting', 'Greetings', 'សួស្តី Greetings', 'Hello'];
/** The lesson as it was at a version; the fields that the history itself reads. */
const lessonAt = (version: number) =>
  ({ id: 7, version, title: titles[version], status: version === 1 ? 'draft' : 'published' }) as Lesson;

const entry = (version: number, change: Partial<VersionEntry> = {}): VersionEntry => ({
  version,
  track: 'item',
  savedAt: `2026-05-0${version}T03:00:00.000Z`,
  savedBy: { id: 1, name: 'Sokha Chan' },
  action: 'updated',
  changedFields: ['title'],
  ...change,
});
const entries = [
  entry(4),
  entry(3),
  entry(2),
  entry(1, { action: 'created', changedFields: [], savedBy: null }),
];

let api: FakeApi;
const onRestored = jest.fn();
let unsavedHint: string | null = null;

function View() {
  const client = useApi();
  return (
    <HistoryButton
      itemType="lesson"
      id={7}
      endpoints={endpoints}
      fetchItem={(id) => client.call(lessons.get, { params: { id } })}
      compare={(earlier, later) => [
        {
          label: currentLanguage() === 'km' ? 'ចំណងជើង' : 'Title',
          theirs: earlier.title,
          yours: later.title,
        },
      ]}
      unsavedHint={unsavedHint}
      changes={[]}
      onRestored={onRestored}
    />
  );
}

beforeEach(() => {
  resetBrowserState();
  onRestored.mockClear();
  unsavedHint = null;
  api = fakeApi({
    'GET /api/lessons/7': () => ({ body: lessonAt(4) }),
    'GET /api/lessons/7/versions': ({ query }) => {
      const before = Number(query.get('before')?.split('.')[0] ?? 5);
      const limit = Number(query.get('limit') ?? 2);
      const older = entries.filter(({ version }) => version < before);
      const data = older.slice(0, limit);
      return { body: { data, next: older.length > limit ? `${data.at(-1)?.version}.1` : null } };
    },
    'GET /api/lessons/7/versions/*': ({ path }) => ({ body: lessonAt(Number(path.split('/').at(-1))) }),
  });
});

async function open() {
  renderView(View, 'lessons');
  await clickButton('History');
  const dialog = await screen.findByRole('dialog', { name: 'History' });
  await within(dialog).findByRole('region', { name: 'Title' });
  return dialog;
}
const difference = () => screen.getByRole('region', { name: 'Title' }).textContent;
const choose = (time: RegExp) => userEvent.click(screen.getByRole('button', { name: time }));

it('lists the versions by day with who changed what, and compares the last one with the present', async () => {
  const dialog = await open();
  const days = within(dialog).getAllByRole('region', { name: /2026$/ });
  expect(days.map((day) => day.getAttribute('aria-label'))).toEqual([
    'Monday, May 4, 2026',
    'Sunday, May 3, 2026',
  ]);
  expect(days[0]?.textContent).toMatch(/Sokha ChanNowChanged title$/);
  expect(difference()).toMatch(/^TitleMay 3, 2026, \d\d:00សួស្តី GreetingsNowHello$/);
  expect(await axeViolations()).toEqual([]);
});

it('loads older versions', async () => {
  const dialog = await open();
  await clickButton('Load older', dialog);
  await within(dialog).findByRole('region', { name: /May 1, 2026/ });
  expect(within(dialog).queryByRole('button', { name: 'Load older' })).toBeNull();
  expect(within(dialog).getByRole('region', { name: /May 1, 2026/ }).textContent).toMatch(/UnknownCreated$/);
});

it('compares with the present or with the version before, also across pages of the list', async () => {
  await open();
  await userEvent.click(screen.getByLabelText('With the one before'));
  await waitFor(() =>
    expect(difference()).toMatch(/^TitleMay 2, .*:\d\dGreetingsMay 3, .*:\d\dសួស្តី Greetings$/),
  );
  expect(document.querySelector('mark')?.textContent).toMatch(/^សួស្តី/);
});

it('compares the present version only with the one before, and does not offer to restore it', async () => {
  await open();
  await choose(/Now/);
  await waitFor(() => expect(difference()).toMatch(/May 3, .*May 4, .*Hello$/));
  expect(screen.queryByRole('button', { name: 'Restore this version' })).toBeNull();
});

it('restores a version of a draft as a new one after a question, which names unsaved changes', async () => {
  api.route('GET /api/lessons/7', () => ({ body: { ...lessonAt(4), status: 'draft' } }));
  unsavedHint = 'They will be lost.';
  const dialog = await open();
  await clickButton('Load older', dialog);
  await within(dialog).findByRole('region', { name: /May 1, 2026/ });
  await choose(/Created/);
  api.route('POST /api/lessons/7/versions/1/restore', () => ({ body: lessonAt(5) }));
  await clickButton('Restore this version');
  const question = screen.getByRole('alertdialog', { name: 'Restore this version?' });
  expect(question.textContent).toContain('The lesson becomes what it was on May 1, 2026');
  expect(question.textContent).toContain('They will be lost.');
  await clickButton('Restore', question);
  await screen.findByText(/^The version of May 1, 2026, .* was restored as version 5$/);
  expect(onRestored).toHaveBeenCalled();
  expect(api.sent('POST', '/api/lessons/7/versions/1/restore')[0]?.headers.get('if-match')).toBe('"4"');
});

it('says why a version could not be restored, and shows what someone else saved meanwhile', async () => {
  await open();
  const route = 'POST /api/lessons/7/versions/3/restore';
  api.route(route, () =>
    errorResponse(409, { message: 'Its main lesson no longer exists', code: 'conflict' }),
  );
  await clickButton('Restore this version');
  const question = screen.getByRole('alertdialog');
  expect(question.textContent).not.toContain('not saved');
  await clickButton('Restore', question);
  await within(question).findByText('Its main lesson no longer exists');
  api.route(route, () => errorResponse(409, { message: 'Changed', code: 'stale_version' }));
  api.route('GET /api/lessons/7', () => ({ body: { ...lessonAt(4), title: 'Theirs', version: 5 } }));
  await clickButton('Restore', question);
  await within(question).findByText(/^Someone else saved this lesson in the meantime/);
  await clickButton('Cancel', question);
  await waitFor(() => expect(difference()).toMatch(/NowTheirs$/));
  expect(onRestored).not.toHaveBeenCalled();
});

it('says that there are no earlier versions, and that they could not be loaded', async () => {
  api.route('GET /api/lessons/7/versions', () => errorResponse(503, { message: 'Not now' }));
  renderView(View, 'lessons');
  await clickButton('History');
  await screen.findByText('The history could not be loaded');
  api.route('GET /api/lessons/7/versions', () => ({ body: { data: [entry(4)], next: null } }));
  await clickButton('Try again');
  expect(await screen.findByText('No earlier versions yet')).toBeTruthy();
});

it('can compare again after the differences could not be loaded', async () => {
  await open();
  api.route('GET /api/lessons/7/versions/3', () => errorResponse(503, { message: 'Not now' }));
  api.route('GET /api/lessons/7/versions/2', () => errorResponse(503, { message: 'Not now' }));
  await userEvent.click(screen.getByLabelText('With the one before'));
  await screen.findByText('The differences could not be loaded');
  api.route('GET /api/lessons/7/versions/3', () => ({ body: lessonAt(3) }));
  api.route('GET /api/lessons/7/versions/2', () => ({ body: lessonAt(2) }));
  await clickButton('Try again');
  await waitFor(() => expect(difference()).toContain('May 2, 2026'));
});

it('compares in the language of the page, also after it has changed', async () => {
  await open();
  await act(() => setLanguage('km'));
  const field = await screen.findByRole('region', { name: 'ចំណងជើង' });
  expect(field.textContent).toMatch(/^ចំណងជើង3 ឧសភា 2026, .*ឥឡូវនេះHello$/);
  await act(() => setLanguage('en'));
  expect(await screen.findByRole('region', { name: 'Title' })).toBeTruthy();
});

it('can be used by keyboard', async () => {
  const dialog = await open();
  const rows = within(dialog).getAllByRole('button', { name: /Changed title/ });
  expect(rows.map((row) => row.getAttribute('aria-current'))).toEqual(['false', 'true']);
  rows[0]?.focus();
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(rows[0]?.getAttribute('aria-current')).toBe('true'));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

describe('with a working copy', () => {
  const copyEntry = (version: number, change: Partial<VersionEntry> = {}) =>
    entry(version, { track: 'working-copy', savedAt: '2026-05-06T03:00:00.000Z', ...change });
  const both = [
    copyEntry(9, { action: 'discarded', changedFields: [] }),
    copyEntry(8, { action: 'autosaved' }),
    entry(4, { isPublished: true }),
    entry(3, { isPublished: false }),
  ];
  beforeEach(() => {
    api.route('GET /api/lessons/7/versions', ({ query }) => {
      const track = query.get('track');
      return { body: { data: both.filter((one) => track === null || one.track === track), next: null } };
    });
    api.route('GET /api/lessons/7/versions/*', ({ path, query }) => ({
      body: { ...lessonAt(4), title: `${query.get('track')} ${path.split('/').at(-1)}` },
    }));
  });

  it('shows both tracks in one list, and each of them alone', async () => {
    const dialog = await open();
    const texts = () =>
      within(dialog)
        .getAllByRole('listitem')
        .map((row) => row.textContent?.replace(/^.*?Sokha Chan/, ''));
    expect(texts()).toEqual([
      'Working copy · Discarded',
      'Working copy · Saved automatically: title',
      'NowPublished · Changed title',
      'Draft · Changed title',
    ]);
    await userEvent.click(screen.getByLabelText('Working copy'));
    await waitFor(() => expect(texts()).toHaveLength(2));
    await userEvent.click(screen.getByLabelText('Published'));
    await waitFor(() => expect(texts()).toEqual(['NowPublished · Changed title', 'Draft · Changed title']));
    await userEvent.click(screen.getByLabelText('All'));
    await waitFor(() => expect(texts()).toHaveLength(4));
    expect(difference()).toMatch(/working-copy 9NowHello$/);
  });

  it('restores something published into its working copy, so that learners keep what they see', async () => {
    const dialog = await open();
    await userEvent.click(within(dialog).getByRole('button', { name: /Saved automatically/ }));
    api.route('POST /api/lessons/7/versions/8/restore', () => ({ body: lessonAt(4) }));
    await clickButton('Restore this version');
    const question = screen.getByRole('alertdialog', { name: 'Restore this version?' });
    expect(question.textContent).toContain('Learners keep what they see until you publish it.');
    await clickButton('Restore', question);
    await screen.findByText(/^The version of May 6, 2026, .* is the working copy now/);
    const [request] = api.sent('POST', '/api/lessons/7/versions/8/restore');
    expect(request?.query.get('track')).toBe('working-copy');
    expect(onRestored).toHaveBeenCalled();
  });
});
