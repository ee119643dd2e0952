import { fakeEventSource } from '@khmer-learning/console-kit/testing';
import { queryKeys, useApi, useNavigation } from '@khmer-learning/console-sdk';
import {
  chooseRowAction,
  clickButton,
  clickHeaderAction,
  errorResponse,
  type FakeApi,
  fillField,
  goBack,
  paginate,
  renderView,
  resetBrowserState,
  selectOption,
  testTeacher,
} from '@khmer-learning/console-sdk/testing';
import { type ItemEdits, type ListTotal, quizzes as quizEndpoints } from '@khmer-learning/contracts';
import { axeViolations, columnHeaders } from '@khmer-learning/ui-kit/testing';
import { useQuery } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  buildLessons,
  fakeContentApi,
  firstWordsMainLesson,
  greetingsLesson,
} from '../testing/content-fixtures.ts';
import { fillInLesson } from '../testing/lesson-test-utils.tsx';
import { LessonList } from './lesson-list.tsx';

const open = () => renderView(LessonList, 'lessons');
let api: FakeApi;

/** The lesson list, while the query cache also holds data of another remote. */
function LessonsBesideQuizzes() {
  const client = useApi();
  useQuery({
    queryKey: queryKeys('quizzes').list(),
    queryFn: () => client.call(quizEndpoints.list, { query: {} }),
  });
  return <LessonList />;
}

/** The list endpoint returns these lessons from now on. Filtering and paging are left to the real service. */
function serveLessons(
  lessons: (typeof greetingsLesson)[],
  counted: ListTotal = { total: lessons.length },
): void {
  api.route('GET /api/lessons', ({ query }) => ({ body: { lessons: paginate(lessons, query), ...counted } }));
}

const lastQuery = () => {
  const { sections, ...query } = Object.fromEntries(api.sent('GET', '/api/lessons').at(-1)?.query ?? []);
  expect(sections).toBe('false');
  return query;
};

beforeEach(() => {
  resetBrowserState();
  api = fakeContentApi();
});

const workingCopy = { version: 3, savedAt: '2026-11-23T02:30:00.000Z', savedBy: null };

describe('the status of a lesson in the list', () => {
  const schedule = {
    action: 'publish',
    at: '2026-11-23T23:00:00.000Z',
    version: 3,
    of: 'working-copy',
    isPinned: true,
    scheduledBy: null,
    failure: null,
  } as const;

  it('shows changes that are not published, and what is scheduled in the school’s time zone', async () => {
    document.head.innerHTML = '<meta name="console-time-zone" content="Asia/Phnom_Penh">';
    const failed = { ...schedule, action: 'unpublish', failure: 'Main lesson not found' } as const;
    serveLessons([
      { ...greetingsLesson, id: 1, workingCopy, schedule },
      { ...greetingsLesson, id: 2, schedule: failed },
    ]);
    open();
    const changed = (await screen.findByText('Publishes Nov 24, 2026, 06:00')).closest('td');
    expect(changed?.textContent).toContain('Published · changes not publishedPublishes Nov 24, 2026, 06:00');
    const failure = screen.getByText('Could not be unpublished Nov 24, 2026, 06:00').closest('[role="note"]');
    expect(failure?.getAttribute('tabindex')).toBe('0');
    await userEvent.hover(failure ?? document.body);
    expect((await screen.findByRole('tooltip')).textContent).toBe('Main lesson not found');
    expect(await axeViolations()).toEqual([]);
  });

  it('says that a scheduled publication does not include what was saved later', async () => {
    serveLessons([
      { ...greetingsLesson, id: 1, workingCopy: { ...workingCopy, version: 4 }, schedule },
      { ...greetingsLesson, id: 2, status: 'draft', version: 4, schedule: { ...schedule, of: 'item' } },
      { ...greetingsLesson, id: 3, status: 'draft', version: 3, schedule: { ...schedule, of: 'item' } },
    ]);
    open();
    expect(await screen.findAllByText(/^Publishes .* · without later changes$/)).toHaveLength(2);
    expect(screen.getAllByText(/^Publishes .*\d$/)).toHaveLength(1);
  });

  it('previews the published lesson and its working copy', async () => {
    const lesson = { ...greetingsLesson, workingCopy };
    serveLessons([lesson]);
    api.route('GET /api/lessons/7', () => ({ body: lesson }));
    const { mainLessonId, description, level, image, sections } = greetingsLesson;
    const contents = { mainLessonId, lessonTypeId: 2, title: 'Hello', description, level, image, sections };
    api.route('GET /api/lessons/7/working-copy', () => ({
      body: { ...workingCopy, baseVersion: 4, contents },
    }));
    open();
    await screen.findByText('Greetings');
    await chooseRowAction('Greetings', 'Preview');
    expect(within(await screen.findByRole('dialog', { name: 'Hello' })).getByText('Reading')).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: 'Published' }));
    const shown = await screen.findByRole('dialog', { name: 'Greetings' });
    expect(within(shown).getByText('Vocabulary')).toBeTruthy();
    expect(within(shown).getByText('This is how your lesson appears to students now')).toBeTruthy();
    expect(await axeViolations()).toEqual([]);
  });
});

describe('the list of lessons', () => {
  it('shows each lesson with its type, level, status, day of change and actions', async () => {
    open();
    const row = await screen.findByRole('row', { name: /Greetings/ });
    expect(within(row).getByText('Say hello')).toBeTruthy();
    expect(within(row).getByText('Vocabulary')).toBeTruthy();
    expect(within(row).getByText('Beginner')).toBeTruthy();
    expect(within(row).getByText('Published')).toBeTruthy();
    expect(within(row).getByText('May 4, 2026')).toBeTruthy();
    expect(within(row).getByRole('checkbox', { name: 'Select Greetings' })).toBeTruthy();
    const headers = columnHeaders();
    expect(headers.slice(1)).toEqual([
      'Lesson',
      'Main Lesson',
      'Type',
      'Level',
      'Status',
      'Updated',
      'Actions',
    ]);
  });

  it('shows recordings and quiz in columns that can be chosen', async () => {
    serveLessons([
      { ...greetingsLesson, id: 1, words: 12, recordedWords: 3, quiz: 'draft' },
      { ...greetingsLesson, id: 2, words: 0, recordedWords: 0, quiz: 'none' },
    ]);
    open();
    await screen.findAllByText('Greetings');
    await clickButton('Columns');
    const dialog = await screen.findByRole('dialog', { name: 'Columns' });
    for (const name of ['Recordings', 'Quiz'])
      await userEvent.click(within(dialog).getByRole('checkbox', { name }));
    await clickButton('Done', dialog);
    expect(columnHeaders().slice(-4)).toEqual(['Updated', 'Recordings', 'Quiz', 'Actions']);
    expect(screen.getByText('3 of 12 recorded')).toBeTruthy();
    expect(screen.getAllByText(/^Draft quiz only$|^No quiz$/)).toHaveLength(2);
  });

  it('marks the lessons that others have open', async () => {
    const streams = fakeEventSource();
    try {
      open();
      const row = await screen.findByRole('row', { name: /Greetings/ });
      await waitFor(() => expect(streams).toHaveLength(1));
      const page = {
        page: '0'.repeat(32),
        userId: 2,
        name: 'Sokha Chan',
        items: [`lesson:${greetingsLesson.id}`],
      };
      const tell = (pages: readonly object[]) => {
        const event = new MessageEvent('presence', { data: JSON.stringify(pages) });
        act(() => streams.forEach((stream) => void stream.dispatchEvent(event)));
      };
      tell([page]);
      expect(within(row).getByRole('img', { name: 'Open now: Sokha Chan' })).toBeTruthy();
      tell([]);
      expect(within(row).queryByRole('img', { name: /Open now/ })).toBeNull();
    } finally {
      Reflect.deleteProperty(globalThis, 'EventSource');
    }
  });

  it('requests fifteen at a time and shows the range and the total', async () => {
    serveLessons(buildLessons(32));
    open();
    expect(await screen.findByText('Showing 1 to 15 of 32 lessons')).toBeTruthy();
    expect(lastQuery()).toEqual({ limit: '15', offset: '0' });
    await clickButton('Next');
    expect(await screen.findByText('Lesson 17')).toBeTruthy();
    expect(screen.getByText('Showing 16 to 30 of 32 lessons')).toBeTruthy();
    await clickButton('Next');
    expect(await screen.findByText('Lesson 2')).toBeTruthy();
    expect(screen.getByText('Showing 31 to 32 of 32 lessons')).toBeTruthy();
    await clickButton('Previous');
    expect(await screen.findByText('Lesson 17')).toBeTruthy();
  });

  it('says that a large total is an estimate', async () => {
    serveLessons(buildLessons(32), { total: 12_300, totalIsEstimate: true });
    open();
    expect(await screen.findByText('Showing 1 to 15 of about 12,300 lessons')).toBeTruthy();
    await clickButton('Next');
    expect(await screen.findByText('Showing 16 to 30 of about 12,300 lessons')).toBeTruthy();
  });

  it('shows the last page instead of one past the end', async () => {
    serveLessons(buildLessons(32));
    const { unmount } = open();
    await screen.findByText('Lesson 32');
    await clickButton('Next');
    await screen.findByText('Lesson 17');
    unmount();
    serveLessons(buildLessons(9));
    open();
    expect(await screen.findByText('Showing 1 to 9 of 9 lessons')).toBeTruthy();
    expect(lastQuery().offset).toBe('0');
  });

  it('shows the last page that the service returns instead of a stored one beyond it', async () => {
    const stored = { search: '', filters: {}, offset: 60_000 };
    sessionStorage.setItem(`khmer-learning.${testTeacher.id}.lessons.list`, JSON.stringify(stored));
    api.route('GET /api/lessons', () => ({
      body: { lessons: buildLessons(15), total: 80_000, totalIsEstimate: true },
    }));
    open();
    const range = 'Showing 9991 to 10005 of about 80,000 lessons. Search or filter to see the others.';
    expect(await screen.findByText(range)).toBeTruthy();
    expect(lastQuery().offset).toBe('9990');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true);
  });

  it('sends filters and search with the query, from the first page on', async () => {
    serveLessons(buildLessons(32));
    const { user } = open();
    await screen.findByText('Lesson 32');
    await clickButton('Next');
    await screen.findByText('Lesson 17');
    await selectOption('Level', 'Beginner');
    await waitFor(() => expect(lastQuery()).toEqual({ limit: '15', offset: '0', level: 'Beginner' }));
    await selectOption('Type', 'vocabulary');
    await selectOption('Status', 'Draft');
    await user.type(screen.getByRole('searchbox', { name: 'Search lessons' }), 'សួស្តី');
    await waitFor(() =>
      expect(lastQuery()).toEqual({
        limit: '15',
        offset: '0',
        level: 'Beginner',
        type: 'vocabulary',
        status: 'draft',
        search: 'សួស្តី',
      }),
    );
  });

  it('shows what the nearest words find when nothing has those that were typed', async () => {
    api.route('GET /api/lessons', ({ query }) => {
      const lessons = query.get('search')?.startsWith('docte') ? [] : [greetingsLesson];
      return { body: { lessons, total: lessons.length } };
    });
    api.route('GET /api/lessons/search-suggestion', ({ query }) =>
      query.get('search') === 'docter'
        ? { body: { searchFor: 'doctor' } }
        : errorResponse(500, { message: 'Server error' }),
    );
    const { user } = open();
    const search = screen.getByRole('searchbox', { name: 'Search lessons' });
    await user.type(search, 'docte');
    await screen.findByText('No lessons found');
    await user.type(search, 'r');
    await screen.findByText('Nothing for docter. Showing doctor.');
    await screen.findByText('Greetings');
    expect(lastQuery()).toMatchObject({ search: 'doctor' });
    await clickButton('Search for docter only');
    await screen.findByText('No lessons found');
    expect(screen.queryByText(/Showing doctor/)).toBeNull();
    await user.clear(search);
    await screen.findByText('Greetings');
  });

  it('shows the line by which a search finds a lesson, and opens the lesson there', async () => {
    api.route('GET /api/lessons/search-matches', ({ query }) => ({
      body: {
        data: [{ id: Number(query.get('ids')), text: 'Good bye : លា', places: [{ start: 5, end: 8 }] }],
      },
    }));
    const { user } = open();
    await user.type(screen.getByRole('searchbox', { name: 'Search lessons' }), 'by');
    const mark = await screen.findByText('bye', { selector: 'mark' });
    expect(mark.parentElement?.textContent).toBe('Good bye : លា');
    await user.click(mark);
    expect(await screen.findByRole('textbox', { name: 'Find' })).toHaveProperty('value', 'bye');
  });

  it.each([
    ['Level', ['All levels', 'Beginner', 'Intermediate', 'Advanced']],
    ['Type', ['All types', 'reading', 'vocabulary']],
    ['Status', ['All statuses', 'Published', 'Draft', 'Scheduled', 'Changes not published']],
    ['Recordings', ['All recordings', 'All words recorded', 'Recordings missing', 'Outdated']],
    ['Quiz', ['All quizzes', 'No quiz', 'Draft quiz only', 'Active quiz']],
  ])('can be narrowed by %s', async (filter, options) => {
    open();
    await screen.findByText('Greetings');
    await userEvent.click(screen.getByRole('combobox', { name: filter }));
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(options);
  });

  it('shows those with outdated recordings when an address asks for them, as the dashboard does', async () => {
    window.history.replaceState(null, '', '#/lessons?recordings=stale');
    open();
    await waitFor(() => expect(lastQuery().recordings).toBe('stale'));
    expect((await screen.findByRole('combobox', { name: 'Recordings' })).textContent).toBe('Outdated');
    await selectOption('Recordings', 'All recordings');
    await waitFor(() => expect(lastQuery()).not.toHaveProperty('recordings'));
    expect(screen.getByRole('combobox', { name: 'Recordings' })).toBe(document.activeElement);
  });

  it('ignores what an address asks for that does not exist, and drops it from the address', async () => {
    api.route('GET /api/lessons', ({ query }) =>
      query.has('status') || query.has('level')
        ? errorResponse(400, { message: 'Must be one of: all' })
        : { body: { lessons: query.has('type') ? [] : [greetingsLesson], total: 1 } },
    );
    const unknown = 'status=nosuch&level=Expert&type=nosuch&recordings=x&color=red&sort=size';
    window.history.replaceState(null, '', `#/lessons?${unknown}`);
    open();
    expect(await screen.findByText('Greetings')).toBeTruthy();
    expect(window.location.hash).toBe('#/lessons');
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
  });

  it.each([
    ['hidden by a filter', { ...greetingsLesson, id: 8, title: 'Market' }, true],
    ['shown', greetingsLesson, false],
  ])('says whether a lesson that was just created is hidden: it is %s', async (_is, created, isHidden) => {
    window.history.replaceState(null, '', '#/lessons?level=Beginner');
    api.route('POST /api/lessons', () => ({ status: 201, body: created }));
    open();
    await screen.findByText('Greetings');
    await clickHeaderAction();
    await screen.findByRole('dialog', { name: 'Create New Lesson' });
    await fillInLesson();
    await clickButton('Save as Draft');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await waitFor(() => expect(api.sent('GET', '/api/lessons').length).toBeGreaterThan(1));
    if (isHidden) {
      await clickButton('Show', await screen.findByRole('alert'));
      await waitFor(() => expect(lastQuery()).not.toHaveProperty('level'));
    }
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('says of a published lesson that its main lesson is a draft, with the way to publish that', async () => {
    const hiddenBy = { entity: 'main-lesson', id: 2 } as const;
    serveLessons([{ ...greetingsLesson, hiddenBy }]);
    open();
    const row = await screen.findByRole('row', { name: /Greetings/ });
    const link = within(row).getByRole('link', { name: 'Published · main lesson is a draft' });
    expect(link.getAttribute('href')).toBe('#/main_lessons?open=2');
    expect(await axeViolations()).toEqual([]);
  });

  it('marks a filter that is set, and clears it beside the filters', async () => {
    window.history.replaceState(null, '', '#/lessons?status=draft');
    open();
    await screen.findByText('Greetings');
    const isMarked = () => screen.getByRole('combobox', { name: 'Status' }).hasAttribute('data-active');
    expect(isMarked()).toBe(true);
    expect(screen.getByRole('combobox', { name: 'Level' }).hasAttribute('data-active')).toBe(false);
    await clickButton('Clear filters');
    await waitFor(() => expect(lastQuery()).not.toHaveProperty('status'));
    expect(isMarked()).toBe(false);
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
  });

  it('keeps filters and page over a reload and takes them back with the back button', async () => {
    serveLessons(buildLessons(32));
    const { unmount } = open();
    await screen.findByText('Lesson 32');
    await selectOption('Level', 'Advanced');
    await clickButton('Next');
    await screen.findByText('Lesson 17');
    unmount();
    open();
    await screen.findByText('Lesson 17');
    expect(screen.getByRole('combobox', { name: 'Level' }).textContent).toBe('Advanced');
    await goBack();
    expect(await screen.findByText('Lesson 32')).toBeTruthy();
    await goBack();
    await waitFor(() =>
      expect(screen.getByRole('combobox', { name: 'Level' }).textContent).toBe('All levels'),
    );
  });

  it('says what to do when there is no lesson yet', async () => {
    serveLessons([]);
    open();
    expect(await screen.findByText('No lessons found')).toBeTruthy();
    expect(screen.getByText('Create your first lesson to get started')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull();
    await clickButton('Create Lesson');
    expect(await screen.findByRole('dialog', { name: 'Create New Lesson' })).toBeTruthy();
  });

  it('says so when nothing matches, and clears the filters', async () => {
    api.route('GET /api/lessons', ({ query }) => ({
      body: query.has('status') ? { lessons: [], total: 0 } : { lessons: [greetingsLesson], total: 1 },
    }));
    open();
    await screen.findByText('Greetings');
    await selectOption('Status', 'Draft');
    expect(await screen.findByText('No lessons found')).toBeTruthy();
    expect(screen.queryByText('Create your first lesson to get started')).toBeNull();
    await clickButton('Clear filters');
    expect(await screen.findByText('Greetings')).toBeTruthy();
  });

  it('shows what went wrong, and tries again', async () => {
    api.route('GET /api/lessons', () =>
      errorResponse(503, { message: 'Content is not available right now' }),
    );
    open();
    expect(await screen.findByText('Lessons could not be loaded')).toBeTruthy();
    expect(screen.getByText('Content is not available right now')).toBeTruthy();
    serveLessons([greetingsLesson]);
    await clickButton('Try again');
    expect(await screen.findByText('Greetings')).toBeTruthy();
  });

  it('opens the form of a new lesson from the header, and of a lesson as it is now', async () => {
    open();
    await screen.findByText('Greetings');
    await clickHeaderAction();
    expect(await screen.findByRole('dialog', { name: 'Create New Lesson' })).toBeTruthy();
    await clickButton('Close');
    await clickButton('Edit Greetings');
    expect(await screen.findByRole('dialog', { name: 'Edit Lesson' })).toBeTruthy();
    expect(api.sent('GET', '/api/lessons/7')).toHaveLength(1);
  });

  it('opens the form of the lesson that the address names, and names the lesson that is open', async () => {
    window.history.replaceState(null, '', '#/lessons?open=7');
    open();
    expect(await screen.findByRole('dialog', { name: 'Edit Lesson' })).toBeTruthy();
    await clickButton('Close');
    expect(window.location.hash).toBe('#/lessons');
    await clickButton('Edit Greetings');
    await screen.findByRole('dialog', { name: 'Edit Lesson' });
    expect(window.location.hash).toBe('#/lessons?open=7');
  });

  it('says when the lesson that the address names does not exist', async () => {
    api.route('GET /api/lessons/7', () => errorResponse(404, { message: 'Lesson not found' }));
    window.history.replaceState(null, '', '#/lessons?open=7');
    open();
    expect(await screen.findByText('Lesson not found')).toBeTruthy();
    expect(await screen.findByText('Greetings')).toBeTruthy();
  });

  it('is refreshed after a lesson was saved', async () => {
    api.route('PATCH /api/lessons/7', () => ({ body: greetingsLesson }));
    open();
    await screen.findByText('Greetings');
    await clickButton('Edit Greetings');
    await screen.findByRole('dialog');
    serveLessons([{ ...greetingsLesson, title: 'Good morning' }]);
    await clickButton('Publish Lesson');
    expect(await screen.findByRole('row', { name: /Good morning/ })).toBeTruthy();
  });

  it('goes on to the next and the previous lesson of the list, by button and key, up to its ends', async () => {
    const lessons = buildLessons(3);
    serveLessons(lessons);
    for (const lesson of lessons) api.route(`GET /api/lessons/${lesson.id}`, () => ({ body: lesson }));
    open();
    await screen.findByText('Lesson 2');
    await clickButton('Edit Lesson 2');
    const title = (name: string) => screen.findByDisplayValue(name);
    await title('Lesson 2');
    await clickButton('Next lesson');
    await title('Lesson 1');
    expect(window.location.hash).toBe('#/lessons?open=1');
    expect(screen.getByRole('button', { name: 'Next lesson' })).toHaveProperty('disabled', true);
    await userEvent.keyboard('{Alt>}{PageDown}{/Alt}');
    await userEvent.keyboard('{Alt>}{PageUp}{/Alt}');
    await title('Lesson 2');
    await clickButton('Previous lesson');
    await title('Lesson 3');
    expect(screen.getByRole('button', { name: 'Previous lesson' })).toHaveProperty('disabled', true);
    await goBack();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('asks before the next lesson takes the place of unsaved changes', async () => {
    const lessons = buildLessons(2);
    serveLessons(lessons);
    for (const lesson of lessons) api.route(`GET /api/lessons/${lesson.id}`, () => ({ body: lesson }));
    open();
    await screen.findByText('Lesson 2');
    await clickButton('Edit Lesson 2');
    await fillField(await screen.findByDisplayValue('Lesson 2'), 'Half done');
    await clickButton('Next lesson');
    await clickButton('Stay', await screen.findByRole('alertdialog', { name: 'Leave without saving?' }));
    expect(screen.getByDisplayValue('Half done')).toBeTruthy();
    await userEvent.keyboard('{Alt>}{PageDown}{/Alt}');
    await clickButton('Leave', await screen.findByRole('alertdialog'));
    await screen.findByDisplayValue('Lesson 1');
  });

  it('says why a lesson cannot be opened', async () => {
    api.route('GET /api/lessons/7', () => errorResponse(404, { message: 'Lesson not found' }));
    open();
    await screen.findByText('Greetings');
    await clickButton('Edit Greetings');
    expect(await screen.findByText('Lesson not found')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('drafts of lessons in this browser', () => {
  const leave = (item: string, title: string, savedAt: string) => {
    const values = {
      mainLessonId: 1,
      lessonTypeId: 1,
      title,
      description: '',
      level: '',
      image: '',
      sections: [],
    };
    const draft = JSON.stringify({ savedAt, version: null, values });
    localStorage.setItem(`khmer-learning.draft.${testTeacher.id}.lesson.${item}.${title}`, draft);
  };
  const offer = (title: string) => screen.findByRole('group', { name: new RegExp(title) });
  const row = (name: RegExp) => within(screen.getByRole('row', { name }));

  it('mark their lesson in the list', async () => {
    leave('2', 'Half', '2026-05-05T10:42:00.000Z');
    serveLessons(buildLessons(2));
    open();
    expect(await screen.findByText('Unsaved draft')).toBeTruthy();
    expect(row(/Lesson 2/).getByText('Unsaved draft')).toBeTruthy();
    expect(row(/Lesson 1/).queryByText('Unsaved draft')).toBeNull();
  });

  it('of new lessons are offered above the list side by side, to continue or to discard', async () => {
    leave('new', 'Rivers', '2026-05-05T10:42:00.000Z');
    leave('new', 'Hills', '2026-05-05T10:44:00.000Z');
    open();
    await screen.findByText('New lesson not saved yet');
    await offer('Rivers');
    await clickButton('Discard', await offer('Hills'));
    await waitFor(() => expect(screen.queryByRole('group', { name: /Hills/ })).toBeNull());
    await clickButton('Continue', await offer('Rivers'));
    expect(await screen.findByRole('dialog', { name: 'Create New Lesson' })).toBeTruthy();
    expect(await screen.findByDisplayValue('Rivers')).toBeTruthy();
    await clickButton('Close');
    await clickButton('Leave', await screen.findByRole('alertdialog'));
    expect(await offer('Rivers')).toBeTruthy();
  });

  it('of a new lesson is continued when another view opens the list for it', async () => {
    leave('new', 'Rivers', '2026-05-05T10:42:00.000Z');
    leave('new', 'Hills', '2026-05-05T10:44:00.000Z');
    function Dashboard() {
      const { openView } = useNavigation();
      const draft = `khmer-learning.draft.${testTeacher.id}.lesson.new.Rivers`;
      return (
        <>
          <button type="button" onClick={() => void openView('lessons', { intent: 'create', draft })}>
            Open Rivers
          </button>
          <LessonList />
        </>
      );
    }
    renderView(Dashboard, 'lessons');
    await clickButton('Open Rivers');
    expect(await screen.findByRole('dialog', { name: 'Create New Lesson' })).toBeTruthy();
    expect(await screen.findByDisplayValue('Rivers')).toBeTruthy();
  });

  it('appear when a form is left with unsaved changes', async () => {
    open();
    await screen.findByText('Greetings');
    await clickButton('Edit Greetings');
    await fillField(await screen.findByDisplayValue('Greetings'), 'Half done');
    await clickButton('Close');
    await clickButton('Leave', await screen.findByRole('alertdialog'));
    expect(await screen.findByText('Unsaved draft')).toBeTruthy();
  });
});

describe('deleting', () => {
  it('asks in the words of the console, deletes, and refreshes the list', async () => {
    api.route('DELETE /api/lessons/7', () => ({ body: { message: 'Lesson deleted successfully' } }));
    open();
    await screen.findByText('Greetings');
    await chooseRowAction('Greetings', 'Delete');
    const dialog = screen.getByRole('alertdialog', { name: 'Confirm Deletion' });
    expect(within(dialog).getByText('This action cannot be undone.')).toBeTruthy();
    expect(
      within(dialog).getByText(
        'Are you sure you want to delete this lesson? This will permanently remove all content and associated data.',
      ),
    ).toBeTruthy();
    expect(within(dialog).getByText('Greetings')).toBeTruthy();
    serveLessons([]);
    await clickButton('Delete', dialog);
    expect(await screen.findByText('Lesson deleted successfully')).toBeTruthy();
    expect(await screen.findByText('No lessons found')).toBeTruthy();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('can be undone from the toast', async () => {
    api.route('DELETE /api/lessons/7', () => ({ body: { message: 'Lesson deleted successfully' } }));
    api.route('POST /api/deleted-lessons/7/restore', () => ({ body: greetingsLesson }));
    open();
    await screen.findByText('Greetings');
    await chooseRowAction('Greetings', 'Delete');
    serveLessons([]);
    await clickButton('Delete', screen.getByRole('alertdialog'));
    await screen.findByText('No lessons found');
    serveLessons([greetingsLesson]);
    await clickButton('Undo');
    expect(await screen.findByText('The lesson “Greetings” was restored')).toBeTruthy();
    // After the first fetch, the deletion and the restoration, once more: its quizzes come back a moment later.
    await waitFor(() => expect(api.sent('GET', '/api/lessons')).toHaveLength(4), { timeout: 5_000 });
    expect(await screen.findByText('Greetings')).toBeTruthy();
  });

  it('says why it cannot be undone', async () => {
    api.route('DELETE /api/lessons/7', () => ({ body: { message: 'Lesson deleted successfully' } }));
    const message = 'Restore the main lesson “First Words” first';
    api.route('POST /api/deleted-lessons/7/restore', () => errorResponse(409, { message }));
    open();
    await screen.findByText('Greetings');
    await chooseRowAction('Greetings', 'Delete');
    await clickButton('Delete', screen.getByRole('alertdialog'));
    await screen.findByText('Lesson deleted successfully');
    await clickButton('Undo');
    expect(await screen.findByText(message)).toBeTruthy();
  });

  it.each([
    [{ total: 3 }, '3 quizzes will be deleted as well.'],
    [{ total: 1 }, '1 quiz will be deleted as well.'],
    [{ total: 1000, isMinimum: true }, 'More than 1,000 quizzes will be deleted as well.'],
    [{ total: 0 }, 'It has no quizzes.'],
    [null, 'All its quizzes will be deleted as well. It is not known how many there are.'],
  ])('names the number of its quizzes: %j', async (quizzes, sentence) => {
    api.route('GET /api/quizzes/count', ({ query }) =>
      quizzes && query.toString() === 'lessonIds=7'
        ? { body: quizzes }
        : errorResponse(503, { message: 'Not now' }),
    );
    open();
    await screen.findByText('Greetings');
    await chooseRowAction('Greetings', 'Delete');
    const dialog = screen.getByRole('alertdialog', { name: 'Confirm Deletion' });
    expect(await within(dialog).findByText(sentence)).toBeTruthy();
    expect(within(dialog).getByRole('button', { name: 'Delete' })).toHaveProperty('disabled', false);
  });

  it('refreshes what other views show of lessons: their quizzes go with them', async () => {
    api.route('DELETE /api/lessons/7', () => ({ body: { message: 'Lesson deleted successfully' } }));
    api.route('GET /api/quizzes', () => ({ body: [] }));
    renderView(LessonsBesideQuizzes, 'lessons');
    await screen.findByText('Greetings');
    await waitFor(() => expect(api.sent('GET', '/api/quizzes')).toHaveLength(1));
    await chooseRowAction('Greetings', 'Delete');
    await clickButton('Delete', screen.getByRole('alertdialog'));
    await waitFor(() => expect(api.sent('GET', '/api/quizzes')).toHaveLength(2));
  });

  it('keeps the question open and says why when it fails', async () => {
    api.route('DELETE /api/lessons/7', () => ({ status: 500, body: 'x' }));
    open();
    await screen.findByText('Greetings');
    await chooseRowAction('Greetings', 'Delete');
    const dialog = screen.getByRole('alertdialog');
    await clickButton('Delete', dialog);
    expect(await within(dialog).findByText('Failed to delete lesson')).toBeTruthy();
    expect(screen.getAllByText('Failed to delete lesson').length).toBeGreaterThan(1);
  });
});

describe('previewing', () => {
  it('is named by the address, which opens it, and Back closes it', async () => {
    window.history.replaceState(null, '', '#/lessons?open=7-preview');
    open();
    expect(await screen.findByRole('dialog', { name: 'Greetings' })).toBeTruthy();
    await goBack();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(window.location.hash).toBe('#/lessons');
    await chooseRowAction('Greetings', 'Preview');
    await screen.findByRole('dialog', { name: 'Greetings' });
    expect(window.location.hash).toBe('#/lessons?open=7-preview');
  });

  it('says when the lesson that the address names does not exist, above the list', async () => {
    api.route('GET /api/lessons/99', () => errorResponse(404, { message: 'Lesson not found' }));
    window.history.replaceState(null, '', '#/lessons?open=99-preview');
    open();
    const dialog = await screen.findByRole('dialog', { name: 'Preview of lesson 99' });
    expect(within(dialog).getByText('Lesson not found')).toBeTruthy();
    expect(await screen.findByText('Greetings')).toBeTruthy();
    expect(window.location.hash).toBe('#/lessons?open=99-preview');
    await clickButton('Close', dialog);
    await waitFor(() => expect(window.location.hash).toBe('#/lessons'));
  });

  it('shows the lesson as it is now', async () => {
    open();
    await screen.findByText('Greetings');
    await chooseRowAction('Greetings', 'Preview');
    const dialog = await screen.findByRole('dialog', { name: 'Greetings' });
    expect(
      within(dialog).getByText('This is a preview of how your lesson will appear to students'),
    ).toBeTruthy();
    expect(within(dialog).getByText('Key words')).toBeTruthy();
    expect(api.sent('GET', '/api/lessons/7')).toHaveLength(1);
  });

  it('says which lesson cannot be shown and why, and shows it on Try again', async () => {
    let isDown = true;
    api.route('GET /api/lessons/7', () =>
      isDown ? errorResponse(503, { message: 'The service is not available' }) : { body: greetingsLesson },
    );
    open();
    await screen.findByText('Greetings');
    await chooseRowAction('Greetings', 'Preview');
    const dialog = await screen.findByRole('dialog', { name: 'Preview of “Greetings”' });
    expect(within(dialog).getByText('The service is not available')).toBeTruthy();
    await clickButton('Try again', dialog);
    await waitFor(() => expect(api.sent('GET', '/api/lessons/7')).toHaveLength(2));
    isDown = false;
    await clickButton('Try again', await screen.findByRole('dialog', { name: 'Preview of “Greetings”' }));
    expect(await screen.findByRole('dialog', { name: 'Greetings' })).toBeTruthy();
  });
});

describe('with many lessons', () => {
  const tick = (title: string) => userEvent.click(screen.getByRole('checkbox', { name: `Select ${title}` }));
  const dialog = () => screen.getByRole('dialog');
  const sent = () =>
    api.sent('POST', '/api/lesson-edits').map(({ body }) => (body as { edits: object[] }).edits);
  const begun: ItemEdits = {
    ...{ id: 5, state: 'applying', change: 'deleted', items: 2, done: 0, problem: null },
    ...{ titles: 'Lesson 2, Lesson 1', createdAt: '2026-11-23T02:30:00.000Z' },
  };
  /** The service answers edits like this from now on. */
  const answer = (edits: Partial<ItemEdits>) =>
    api.route('POST /api/lesson-edits', ({ body }) => ({
      status: 201,
      body: { ...begun, items: (body as { edits: object[] }).edits.length, state: 'applied', ...edits },
    }));
  const openTwo = async () => {
    serveLessons(buildLessons(2));
    const opened = open();
    await screen.findByText('Lesson 2');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }));
    await clickButton('Delete (2)');
    return opened;
  };

  beforeEach(() => answer({}));

  it('publishes drafts only, as one act, and says which learners cannot see', async () => {
    const lessons = buildLessons(3).map((lesson) => ({
      ...lesson,
      status: lesson.id === 2 ? ('published' as const) : ('draft' as const),
    }));
    serveLessons(lessons);
    api.route('GET /api/main-lessons', () => ({
      body: { mainLessons: [{ ...firstWordsMainLesson, status: 'draft' }], total: 1 },
    }));
    open();
    await screen.findByText('Lesson 3');
    expect(screen.queryByText(/selected/)).toBeNull();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }));
    expect(screen.getByText('3 lessons selected')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Unpublish (1)' })).toBeTruthy();
    await clickButton('Publish (2)');
    expect(within(dialog()).getByText('Are you sure you want to publish these 2 lessons?')).toBeTruthy();
    await clickButton('Publish', dialog());
    await screen.findByText(
      '2 lessons published successfully. Learners cannot see 2 of them: the main lesson is a draft.',
    );
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent()).toEqual([
      [3, 1].map((id) => ({ id, version: greetingsLesson.version, status: 'published' })),
    ]);
    expect(screen.getByText('1 lesson selected')).toBeTruthy();
  });

  it('publishes and unpublishes with the changes of a lesson, and says what happens to them', async () => {
    serveLessons([{ ...greetingsLesson, workingCopy }]);
    open();
    await screen.findByText('Greetings');
    await tick('Greetings');
    await clickButton('Publish (1)');
    expect(
      within(dialog()).getByText(
        'One lesson has changes that are not published yet. Learners will see these changes, too.',
      ),
    ).toBeTruthy();
    await clickButton('Cancel', dialog());
    await clickButton('Unpublish (1)');
    expect(within(dialog()).getByText(/The draft will have these changes/)).toBeTruthy();
    await clickButton('Unpublish', dialog());
    expect(await screen.findByText('1 lesson unpublished successfully')).toBeTruthy();
    expect(sent()).toMatchObject([[{ id: 7, status: 'draft' }]]);
  });

  it('deletes, and restores all of them by one click', async () => {
    api.route('POST /api/lesson-edits/5/undo', () => ({ body: { ...begun, state: 'undone' } }));
    await openTwo();
    expect(within(dialog()).getByText(/delete these 2 lessons\?/)).toBeTruthy();
    await clickButton('Delete', dialog());
    await screen.findByText('2 lessons deleted successfully');
    expect(sent()).toMatchObject([
      [
        { id: 2, deleted: true },
        { id: 1, deleted: true },
      ],
    ]);
    await clickButton('Undo');
    expect(await screen.findByText('All is as it was')).toBeTruthy();
  });

  it('changes nothing when some cannot be changed, says which and why, and can leave them out', async () => {
    await openTwo();
    api.route('POST /api/lesson-edits', () =>
      errorResponse(409, {
        message: 'Nothing was changed: some items cannot be edited now',
        issues: [{ path: 'edits.1', message: 'This lesson was changed by someone else' }],
      }),
    );
    await clickButton('Delete', dialog());
    await within(dialog()).findByText('Nothing was changed: some items cannot be edited now');
    expect(within(dialog()).getByRole('listitem').textContent).toBe(
      'Lesson 1This lesson was changed by someone else',
    );
    expect(await axeViolations()).toEqual([]);
    answer({});
    await clickButton('Delete the others (1)', dialog());
    expect(await screen.findByText('Lesson deleted successfully')).toBeTruthy();
    expect(sent().at(-1)).toMatchObject([{ id: 2 }]);
    expect(screen.getByText('1 lesson selected')).toBeTruthy();
  });

  it('shows the progress of what takes longer, and cancels it', async () => {
    answer({ state: 'applying', done: 1 });
    await openTwo();
    await clickButton('Delete', dialog());
    await within(dialog()).findByText('1 of 2');
    expect(within(dialog()).getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50');
    api.route('POST /api/lesson-edits/5/undo', () => ({ body: { ...begun, state: 'undoing' } }));
    api.route('GET /api/lesson-edits/5', () => ({ body: { ...begun, state: 'undone' } }));
    await clickButton('Cancel', dialog());
    await screen.findByText('Cancelled: all is as it was', undefined, { timeout: 5_000 });
    expect(screen.getByText('2 lessons selected')).toBeTruthy();
  });

  it.each([
    ['all were', {}, '2 lessons deleted successfully'],
    ['none was', { state: 'failed', problem: 'Main lesson not found' } as const, 'Main lesson not found'],
  ])('goes on when the view is left, and says at the end what was done: %s', async (_what, ended, said) => {
    answer({ state: 'applying' });
    const { unmount } = await openTwo();
    await clickButton('Delete', dialog());
    await within(dialog()).findByText('0 of 2');
    unmount();
    api.route('GET /api/lesson-edits/5', () => ({ body: { ...begun, state: 'applied', ...ended } }));
    open();
    expect(await screen.findByText(said, undefined, { timeout: 5_000 })).toBeTruthy();
  });

  it.each([
    [{ total: 7 }, '7 quizzes will be deleted as well.'],
    [{ total: 0 }, 'They have no quizzes.'],
    [null, 'All their quizzes will be deleted as well. It is not known how many there are.'],
  ])('names the number of quizzes that are deleted with them: %j', async (quizzes, sentence) => {
    serveLessons(buildLessons(3));
    api.route('GET /api/quizzes/count', () =>
      quizzes ? { body: quizzes } : errorResponse(503, { message: 'Not now' }),
    );
    open();
    await screen.findByText('Lesson 3');
    await tick('Lesson 3');
    await tick('Lesson 1');
    await clickButton('Delete (2)');
    expect(await within(dialog()).findByText(sentence)).toBeTruthy();
    expect(api.sent('GET', '/api/quizzes/count')[0]?.query.get('lessonIds')).toBe('3,1');
    await clickButton('Cancel', dialog());
    await clickButton('Unpublish (2)');
    expect(api.sent('GET', '/api/quizzes/count')).toHaveLength(1);
  });

  it('counts the quizzes of a hundred lessons at a time', async () => {
    const lessons = buildLessons(105);
    serveLessons(lessons);
    api.route('GET /api/quizzes/count', ({ query }) => ({
      body: { total: query.get('lessonIds')?.split(',').length },
    }));
    open();
    for (let page = 0; page < 7; page += 1) {
      await screen.findByText(`Lesson ${105 - page * 15}`);
      await userEvent.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }));
      if (page < 6) await clickButton('Next');
    }
    await clickButton('Delete (105)');
    expect(await within(dialog()).findByText('105 quizzes will be deleted as well.')).toBeTruthy();
    expect(api.sent('GET', '/api/quizzes/count')).toHaveLength(2);
  });

  it('keeps the selection from page to page', async () => {
    serveLessons(buildLessons(17));
    open();
    await screen.findByText('Lesson 17');
    await tick('Lesson 17');
    await clickButton('Next');
    await screen.findByText('Lesson 2');
    await tick('Lesson 2');
    await clickButton('Delete (2)');
    expect(
      within(dialog())
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Lesson 17', 'Lesson 2']);
    await clickButton('Cancel', dialog());
    await clickButton('Clear selection');
    expect(screen.queryByText(/selected/)).toBeNull();
  });
});

describe('duplicating a lesson', () => {
  const copy = { ...greetingsLesson, id: 90, title: 'Greetings (copy)', status: 'draft' as const };

  it('says what the copy is called and shows where it is, whatever the list was narrowed to', async () => {
    let rows = [greetingsLesson];
    api.route('GET /api/lessons', ({ query }) => {
      const found = rows.filter(({ status }) =>
        [status, ''].some((one) => one === (query.get('status') ?? '')),
      );
      return { body: { lessons: paginate(found, query), total: found.length } };
    });
    api.route('POST /api/lessons/7/duplicate', () => {
      rows = [copy, greetingsLesson];
      return { status: 201, body: copy };
    });
    open();
    await screen.findByText('Greetings');
    await selectOption('Status', 'Published');
    await waitFor(() => expect(lastQuery()).toMatchObject({ status: 'published' }));
    await chooseRowAction('Greetings', 'Duplicate');
    expect(
      await screen.findByText('Lesson duplicated successfully: “Greetings (copy)” is a draft'),
    ).toBeTruthy();
    const row = await screen.findByRole('row', { name: /Greetings \(copy\)/ });
    expect(within(row).getByText('Draft')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says that the changes that are not published were copied', async () => {
    serveLessons([{ ...greetingsLesson, workingCopy }]);
    api.route('POST /api/lessons/7/duplicate', () => ({ status: 201, body: greetingsLesson }));
    open();
    await screen.findByRole('row', { name: /Greetings/ });
    await chooseRowAction('Greetings', 'Duplicate');
    expect(
      await screen.findByText(/“Greetings” is a draft with the changes that are not published/),
    ).toBeTruthy();
  });

  it('says when it cannot be', async () => {
    api.route('POST /api/lessons/7/duplicate', () => ({ status: 500, body: {} }));
    open();
    await screen.findByText('Greetings');
    await chooseRowAction('Greetings', 'Duplicate');
    expect(await screen.findByText('Failed to duplicate lesson')).toBeTruthy();
  });
});

describe('the order and the page size of the list', () => {
  const state = () => ({ ...lastQuery(), address: window.location.hash });
  const sortBy = (header: string) => userEvent.click(screen.getByRole('button', { name: header }));
  const expectState = (expected: object) => waitFor(() => expect(state()).toEqual(expected));

  beforeEach(() => serveLessons(buildLessons(40)));

  it('begins at the first page when they change, and the back button undoes it', async () => {
    open();
    await screen.findByText('Showing 1 to 15 of 40 lessons');
    await clickButton('Next');
    await expectState({ limit: '15', offset: '15', address: '#/lessons?page=2' });
    await sortBy('Lesson');
    await expectState({ sort: 'title', limit: '15', offset: '0', address: '#/lessons?sort=title' });
    expect(screen.getByRole('columnheader', { name: 'Lesson' }).getAttribute('aria-sort')).toBe('ascending');
    await sortBy('Lesson');
    await clickButton('Next');
    await expectState({ sort: '-title', limit: '15', offset: '15', address: '#/lessons?sort=-title&page=2' });
    await selectOption('Rows per page', '25 per page');
    await expectState({
      sort: '-title',
      limit: '25',
      offset: '0',
      address: '#/lessons?sort=-title&limit=25',
    });
    await goBack();
    await waitFor(() => expect(window.location.hash).toBe('#/lessons?sort=-title&page=2'));
  });

  it('is kept for the next time, unless an address says otherwise', async () => {
    const first = open();
    await screen.findByText('Showing 1 to 15 of 40 lessons');
    await selectOption('Rows per page', '50 per page');
    await sortBy('Updated');
    await screen.findByText('Showing 1 to 40 of 40 lessons');
    expect(screen.queryByRole('button', { name: 'Next' })).toBeNull();
    first.unmount();

    sessionStorage.clear();
    window.history.replaceState(null, '', '/#/lessons?level=Beginner');
    const second = open();
    await expectState({
      level: 'Beginner',
      sort: 'updatedAt',
      limit: '50',
      offset: '0',
      address: '#/lessons?level=Beginner&sort=updatedAt&limit=50',
    });
    second.unmount();

    sessionStorage.clear();
    window.history.replaceState(null, '', '/#/lessons?sort=nothing&page=2');
    open();
    await screen.findByText('Showing 16 to 30 of 40 lessons');
    expect(lastQuery()).toEqual({ limit: '15', offset: '15' });
  });
});
