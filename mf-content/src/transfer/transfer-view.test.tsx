import {
  clickButton,
  clickHeaderAction,
  errorResponse,
  type FakeApi,
  type FakeResponse,
  fillField,
  paginate,
  renderView,
  resetBrowserState,
  selectOption,
  testTeacher,
} from '@khmer-learning/console-sdk/testing';
import {
  type Import,
  type ImportCell,
  type ImportLine,
  type ImportTable,
  importMessages,
  maxImportFileBytes,
  type SessionUser,
} from '@khmer-learning/contracts';
import { axeViolations } from '@khmer-learning/ui-kit/testing';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeContentApi } from '../testing/content-fixtures.ts';
import { selectFile } from '../testing/select-file.ts';
import { TransferView } from './transfer-view.tsx';

let api: FakeApi;
const open = (user: SessionUser = testTeacher) => renderView(TransferView, 'import-export', { user });
const admin: SessionUser = { ...testTeacher, role: 'admin' };
const region = (name: string) => screen.getByRole('region', { name });
const button = (name: string) => screen.getByRole('button', { name });

const lessonsHead = '{"format":"khmer-learning/lessons","version":1}';
const lessonsFile = new File([lessonsHead], 'school.json', { type: 'application/json' });
/** A file whose first bytes are read when the test calls `finishReading`. */
function slowFile() {
  let finishReading = (_head: string) => {};
  const head = new Promise<string>((resolve) => {
    finishReading = resolve;
  });
  const file = Object.defineProperties(new File([], 'school.json'), {
    size: { value: lessonsHead.length },
    slice: { value: () => ({ text: () => head }) },
  });
  return { file, finishReading };
}
const quizzesFile = new File(['{ "format" : "khmer-learning/quizzes" }'], 'x.json');
const wordsFile = new File(['English,Khmer'], 'words.csv', { type: 'text/csv' });

const checked: Import = {
  id: 5,
  kind: 'lessons',
  fileName: 'school.json',
  state: 'checked',
  progress: { done: 60, total: 60 },
  counts: { create: 1200, change: 3, unchanged: 40, refuse: 0 },
  problem: null,
  createdAt: '2026-05-01T03:00:00.000Z',
  updatedAt: '2026-05-01T03:00:00.000Z',
};
const lines: ImportLine[] = [
  { line: 1, thing: 'main lesson', title: 'First Words', outcome: 'unchanged', notes: [] },
  { line: 1, thing: 'lesson', title: 'Market', outcome: 'create', notes: [] },
  { line: 2, thing: 'lesson', title: 'Greetings', outcome: 'change', notes: ['title', 'level'] },
];

/** The import as stored by the fake service. Tests modify it. */
let stored: Import;
function serveImport(first: Import, shown: readonly ImportLine[] = lines, path = '/api/imports/5'): void {
  stored = first;
  api.route(`GET ${path}`, () => ({ body: stored }));
  api.route(`GET ${path}/lines`, ({ query }) => {
    const found = shown.filter(({ outcome }) => [null, outcome].some((one) => one === query.get('outcome')));
    return { body: { lines: paginate(found, query), total: found.length } };
  });
}

async function startWith(file: File, first: Import = checked, shown = lines): Promise<void> {
  serveImport(first, shown);
  api.route('POST /api/import/lessons', () => ({ status: 201, body: { ...first, state: 'checking' } }));
  open();
  await selectFile(file);
  await waitFor(() => expect(button('Check file')).toHaveProperty('disabled', false));
  await clickButton('Check file');
}

beforeEach(() => {
  resetBrowserState();
  api = fakeContentApi();
  for (const service of ['imports', 'quiz-imports', 'people-imports'])
    api.route(`GET /api/${service}`, () => ({ body: { data: [] } }));
});

describe('export', () => {
  let saved: { name: string; content: Blob } | null = null;

  beforeEach(() => {
    saved = null;
    let content = new Blob();
    URL.createObjectURL = (blob: Blob) => {
      content = blob;
      return 'blob:x';
    };
    URL.revokeObjectURL = () => {};
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
      this: HTMLAnchorElement,
    ) {
      saved = { name: this.download, content };
    });
  });
  afterEach(() => jest.restoreAllMocks());

  it.each([
    ['Lessons (JSON) as JSON', '/api/export/lessons', 'lessons.json', {}],
    ['Lessons and words (table) as CSV', '/api/export/vocabulary', 'vocabulary.csv', { format: 'csv' }],
    ['Quizzes as JSON', '/api/export/quizzes', 'quizzes.json', {}],
    ['Quizzes as Excel', '/api/export/quizzes', 'quizzes.xlsx', { format: 'xlsx' }],
    ['People as Excel', '/api/export/people', 'people.xlsx', { format: 'xlsx' }],
  ])('of all %s saves a file', async (label, path, name, query) => {
    const file = new Blob(['content']);
    api.route(`GET ${path}`, () => ({ body: file }));
    open(admin);
    await clickButton(`Export ${label}`);
    await waitFor(() => expect(saved).toEqual({ name, content: file }));
    expect(Object.fromEntries(api.sent('GET', path)[0]?.query ?? [])).toEqual(query);
  });

  it('of people, and their import, is offered to admins alone', async () => {
    open();
    expect(screen.queryByRole('button', { name: 'Export People as CSV' })).toBeNull();
    await selectFile(new File(['First name,E-mail'], 'people.csv'));
    await clickButton('Check file');
    expect(await screen.findByText('Choose what to import')).toBeTruthy();
    expect(api.sent('GET', '/api/people-imports')).toHaveLength(0);
  });

  it('of one main lesson requests only that one, and shows that it is in progress', async () => {
    let answer = (_with: FakeResponse) => {};
    api.route(
      'GET /api/export/lessons',
      () =>
        new Promise<FakeResponse>((resolve) => {
          answer = resolve;
        }),
    );
    open();
    await waitFor(() => expect(api.sent('GET', '/api/main-lessons')).toHaveLength(1));
    await selectOption('Main lesson', 'First Words');
    fireEvent.click(screen.getByRole('checkbox', { name: 'Include changes that are not published' }));
    await clickButton('Export Lessons (JSON) as JSON');
    expect(button('Export Lessons (JSON) as JSON').textContent).toBe('Exporting...');
    expect(button('Export Quizzes as JSON')).toHaveProperty('disabled', true);
    expect(await axeViolations()).toEqual([]);
    await act(async () => answer({ body: new Blob(['x']) }));
    await waitFor(() => expect(saved?.name).toBe('lessons.json'));
    expect(Object.fromEntries(api.sent('GET', '/api/export/lessons')[0]?.query ?? [])).toEqual({
      mainLessonId: '1',
      workingCopies: 'true',
    });
  });

  it('that fails shows the reason and saves nothing', async () => {
    api.route('GET /api/export/lessons', () =>
      errorResponse(503, { message: 'Content is not available right now' }),
    );
    open();
    await clickButton('Export Lessons (JSON) as JSON');
    expect(await screen.findByText('Lessons (JSON) could not be exported')).toBeTruthy();
    expect(screen.getAllByText('Content is not available right now').length).toBeGreaterThan(0);
    expect(saved).toBeNull();
  });
});

describe('a file to import', () => {
  it.each([
    [lessonsFile, 'Lessons (JSON)'],
    [quizzesFile, 'Quizzes'],
    [wordsFile, 'Lessons and words (table)'],
    [new File(['sep=;\nមេរៀន;សំណួរ'], 'quizzes.csv'), 'Quizzes'],
    [new File(['ឈ្មោះ\tអ៊ីមែល'], 'people.txt'), 'People'],
  ])('is recognised: %#', async (file, label) => {
    open(admin);
    await selectFile(file);
    const kind = screen.getByRole('combobox', { name: 'What to import' });
    await waitFor(() => expect(kind.textContent).toBe(label));
  });

  it('can be rows that are pasted from a spreadsheet', async () => {
    serveImport({ ...checked, kind: 'vocabulary' });
    api.route('POST /api/import/vocabulary', () => ({
      status: 201,
      body: { ...checked, kind: 'vocabulary' },
    }));
    open();
    await clickButton('Paste rows instead');
    await fillField(screen.getByLabelText('Rows from a spreadsheet'), 'English\tKhmer\nwater\tទឹក');
    await waitFor(() =>
      expect(screen.getByRole('combobox', { name: 'What to import' }).textContent).toBe(
        'Lessons and words (table)',
      ),
    );
    await clickButton('Check file');
    expect(await screen.findByText('1,200 to create')).toBeTruthy();
    const [{ body } = {}] = api.sent('POST', '/api/import/vocabulary');
    const { file } = body as { file: File };
    expect(await file.text()).toBe('English\tKhmer\nwater\tទឹក');
  });

  it('has a template in two formats', async () => {
    open();
    await selectOption('What to import', 'Quizzes');
    api.route('GET /api/import/quizzes/template', () => errorResponse(503, { message: 'Not now' }));
    await clickButton('Download the template as Excel');
    expect(await screen.findByText('Not now')).toBeTruthy();
    expect(api.sent('GET', '/api/import/quizzes/template')[0]?.query.get('format')).toBe('xlsx');
    expect(await axeViolations()).toEqual([]);
  });

  it('whose type cannot be detected requires the user to select it', async () => {
    serveImport({ ...checked, kind: 'quizzes' }, lines, '/api/quiz-imports/5');
    api.route('POST /api/import/quizzes', () => ({ status: 201, body: { ...checked, kind: 'quizzes' } }));
    open();
    await selectFile(new File(['[]'], 'old.json'));
    await clickButton('Check file');
    expect(await screen.findByText('Choose what to import')).toBeTruthy();
    await selectOption('What to import', 'Quizzes');
    expect(screen.queryByText('Choose what to import')).toBeNull();
    await clickButton('Check file');
    expect(await screen.findByText('1,200 to create')).toBeTruthy();
    expect(api.sent('GET', '/api/quiz-imports/5').length).toBeGreaterThan(0);
  });

  it('is sent with the detected type even if detection has not finished yet', async () => {
    serveImport(checked);
    api.route('POST /api/import/lessons', () => ({ status: 201, body: checked }));
    const slow = slowFile();
    open();
    await selectFile(slow.file);
    await clickButton('Check file');
    await act(async () => slow.finishReading(lessonsHead));
    expect(await screen.findByText('1,200 to create')).toBeTruthy();
  });

  it('that was replaced does not set the type of the next one', async () => {
    const replaced = slowFile();
    open();
    await selectFile(replaced.file);
    await selectFile(wordsFile);
    await act(async () => replaced.finishReading(lessonsHead));
    expect(screen.getByRole('combobox', { name: 'What to import' }).textContent).toBe(
      'Lessons and words (table)',
    );
  });

  it('is needed', async () => {
    open();
    await clickButton('Check file');
    expect(await screen.findByText('Choose a file to import')).toBeTruthy();
    expect(await axeViolations()).toEqual([]);
  });

  it.each([
    ['empty', new File([], 'school.json'), 'The file contains nothing to import'],
    [
      'too large',
      Object.defineProperty(new File(['x'], 'school.json'), 'size', { value: maxImportFileBytes + 1 }),
      'The file is larger than 64 MB',
    ],
  ])('that is %s is refused before it is sent', async (_what, file, message) => {
    open();
    await selectFile(file);
    expect(await screen.findByText(message)).toBeTruthy();
    expect(button('Check file')).toHaveProperty('disabled', true);
  });

  it('can be dropped', async () => {
    open();
    const zone = button('Choose file').parentElement as HTMLElement;
    await act(async () => {
      fireEvent.drop(zone, { dataTransfer: { files: [wordsFile] } });
    });
    expect(await screen.findByText('words.csv (1 KB)')).toBeTruthy();
  });

  it('is chosen by the button of the header', async () => {
    open();
    const picked = jest.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => {});
    await clickHeaderAction();
    expect(picked).toHaveBeenCalledTimes(1);
    picked.mockRestore();
  });

  it('shows the upload progress, and can be cancelled', async () => {
    api.route('POST /api/import/lessons', () => new Promise(() => {}));
    open();
    await selectFile(lessonsFile);
    await clickButton('Check file');
    const bar = await screen.findByRole('progressbar', { name: 'Uploading file' });
    await waitFor(() => expect(bar.getAttribute('aria-valuenow')).toBe('50'));
    await clickButton('Cancel upload');
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(button('Check file')).toHaveProperty('disabled', false);
  });

  it('that is refused shows the reason', async () => {
    api.route('POST /api/import/lessons', () =>
      errorResponse(400, { message: 'This file was not exported from this console' }),
    );
    open();
    await selectFile(lessonsFile);
    await clickButton('Check file');
    expect(await screen.findByText('This file was not exported from this console')).toBeTruthy();
  });
});

describe('an import', () => {
  it('is polled until it is checked', async () => {
    await startWith(lessonsFile, { ...checked, state: 'checking', progress: { done: 10, total: null } });
    expect(await screen.findByText('Checking: 10 lines')).toBeTruthy();
    expect(screen.getByRole('progressbar').hasAttribute('aria-valuenow')).toBe(false);
    stored = { ...checked, state: 'checking', progress: { done: 30, total: 60 } };
    expect(await screen.findByText('Checking: 30 of 60 lines')).toBeTruthy();
    expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('50');
    expect(await axeViolations()).toEqual([]);
    stored = checked;
    expect(await screen.findByText('1,200 to create')).toBeTruthy();
  });

  it('shows what each line would do, by outcome', async () => {
    await startWith(lessonsFile);
    const counts = await screen.findByRole('group', { name: 'Lines in the file by outcome' });
    expect(counts.textContent).toBe('1,200 to create3 to change40 unchanged0 refused');
    const row = await screen.findByRole('row', { name: /Greetings/ });
    expect(within(row).getByText('Changes: title, level')).toBeTruthy();
    expect(screen.getByText('Showing 1 to 3 of 3 lines')).toBeTruthy();
    await selectOption('Show', 'Create');
    expect(await screen.findByText('Showing 1 to 1 of 1 lines')).toBeTruthy();
    expect(screen.queryByText('Greetings')).toBeNull();
    await selectOption('Show', 'Refused');
    expect(await screen.findByText('No lines found')).toBeTruthy();
  });

  it('is applied after a confirmation, shows its progress and result, and refreshes the lists', async () => {
    await startWith(lessonsFile);
    await screen.findByText('1,200 to create');
    const before = api.sent('GET', '/api/main-lessons').length;
    api.route('POST /api/imports/5/apply', () => {
      stored = { ...checked, state: 'applying', progress: { done: 300, total: 1203 } };
      return { body: stored };
    });
    await clickButton('Import');
    const question = await screen.findByRole('alertdialog', { name: 'Import this file?' });
    expect(within(question).getByText('Items to create: 1,200. Items to change: 3.')).toBeTruthy();
    expect(await axeViolations()).toEqual([]);
    await clickButton('Import', question);
    expect(await screen.findByText('Importing: 300 of 1,203 lines')).toBeTruthy();
    stored = { ...checked, state: 'applied' };
    expect(await screen.findByText('Import finished')).toBeTruthy();
    expect(screen.getByText('1,200 created')).toBeTruthy();
    await waitFor(() => expect(api.sent('GET', '/api/main-lessons').length).toBeGreaterThan(before));
    await clickButton('Import another file');
    expect(await screen.findByRole('button', { name: 'Check file' })).toBeTruthy();
  });

  it('says how many items to be changed have changes that are not published', async () => {
    await startWith(lessonsFile, { ...checked, workingCopies: 2 });
    expect(
      await screen.findByText(
        '2 items to be changed have changes that are not published. Learners see what is imported; the changes stay beside it until someone publishes or discards them.',
      ),
    ).toBeTruthy();
  });

  it('of which thousands of lines are refused says how many are listed', async () => {
    await startWith(lessonsFile, { ...checked, counts: { ...checked.counts, refuse: 30_001 } });
    expect(await screen.findByText(/The first 1,000 of 30,001 are listed\./)).toBeTruthy();
  });

  it('that has stopped shows what to do, and can be retried', async () => {
    await startWith(lessonsFile, { ...checked, state: 'stopped', problem: importMessages.stopped });
    expect(await screen.findByText('The import could not be fully undone')).toBeTruthy();
    expect(screen.getByText(importMessages.stopped)).toBeTruthy();
    api.route('POST /api/imports/5/retry', () => {
      stored = { ...stored, state: 'undoing' };
      return { body: stored };
    });
    await clickButton('Try again');
    expect(await screen.findByText(/^Undoing the import/)).toBeTruthy();
    expect(api.sent('POST', '/api/imports/5/retry')).toHaveLength(1);
  });

  describe('with refused lines', () => {
    const refused: ImportLine = {
      line: 7,
      thing: 'lesson',
      title: 'Nameless',
      outcome: 'refuse',
      notes: ['Title is required', 'Level is required'],
    };
    const counts = { create: 50, change: 5, unchanged: 2, refuse: 5 };

    it('shows these, and imports the others', async () => {
      await startWith(lessonsFile, { ...checked, counts }, [refused]);
      expect(
        await screen.findByText(
          `${importMessages.refused}. Correct them in the grid and check again, or download them.`,
        ),
      ).toBeTruthy();
      expect(api.sent('GET', '/api/imports/5/lines')[0]?.query.get('outcome')).toBe('refuse');
      expect(await axeViolations()).toEqual([]);
      await clickButton('Import 55');
      const question = await screen.findByRole('alertdialog', { name: 'Import this file?' });
      expect(within(question).getByText('Refused lines that are left out: 5.')).toBeTruthy();
      api.route('POST /api/imports/5/apply', () => {
        stored = { ...stored, state: 'applied' };
        return { body: stored };
      });
      await clickButton('Import', question);
      expect(
        await screen.findByText(/^All changes have been saved, except the refused lines\./),
      ).toBeTruthy();
      expect(button('Download the 5')).toBeTruthy();
      expect(await screen.findByText('Nameless')).toBeTruthy();
    });

    it('saves these as a file, and says when it cannot', async () => {
      const click = jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function save(
        this: HTMLAnchorElement,
      ) {
        saved = this.download;
      });
      let saved = '';
      URL.createObjectURL = () => 'blob:x';
      URL.revokeObjectURL = () => {};
      await startWith(lessonsFile, { ...checked, counts });
      api.route('GET /api/imports/5/refused', () => errorResponse(503, { message: 'Not now' }));
      await screen.findByRole('button', { name: 'Download the 5' });
      await clickButton('Download the 5');
      expect(await screen.findByText('Not now')).toBeTruthy();
      expect(saved).toBe('');
      api.route('GET /api/imports/5/refused', () => ({ body: new Blob(['{}']) }));
      await clickButton('Download the 5');
      await waitFor(() => expect(saved).toBe('refused-school.json'));
      click.mockRestore();
    });

    it('and no others cannot be applied', async () => {
      await startWith(lessonsFile, { ...checked, counts: { create: 0, change: 0, unchanged: 2, refuse: 5 } });
      expect(await screen.findByText(new RegExp(importMessages.allRefused))).toBeTruthy();
      expect(button('Import')).toHaveProperty('disabled', true);
    });

    it('that are too many to keep offers no file', async () => {
      await startWith(lessonsFile, { ...checked, counts: { ...counts, refuse: 1_001 } });
      await screen.findByRole('button', { name: 'Import 55' });
      expect(screen.queryByRole('button', { name: /^Download/ })).toBeNull();
    });
  });

  describe('with refused lines in a grid', () => {
    const cell = (name: string, value: string, problem?: string): ImportCell => ({
      ...{ name, label: name[0]?.toUpperCase() + name.slice(1), value, original: value },
      ...{ problems: problem === undefined ? [] : [problem] },
    });
    const refusedLine = (place: number, cells: ImportCell[]): ImportLine => ({
      ...{ line: place + 1, thing: 'lesson', title: `Lesson ${place + 1}`, outcome: 'refuse' },
      notes: cells.flatMap(({ problems }) => problems),
      correction: { place, cells },
    });
    const unknown = 'Level "Expert" is unknown';
    const shown = [
      refusedLine(6, [cell('title', 'Market'), cell('level', 'Expert', unknown)]),
      refusedLine(8, [cell('title', '', 'Title is required'), cell('level', 'Beginner')]),
      refusedLine(9, [cell('level', 'Expert', unknown)]),
      {
        ...{ line: 30, thing: 'lesson', title: 'Long', outcome: 'refuse' as const },
        notes: ['A lesson needs a section'],
      },
    ];
    const counts = { create: 50, change: 5, unchanged: 2, refuse: 4 };
    const grid = () => screen.findByRole('grid', { name: 'Refused lines' });
    const cellAt = (place: string) =>
      screen.getByRole('grid').querySelector<HTMLElement>(`[data-cell="${place}"]`) as HTMLElement;
    const type = async (place: string, text: string) => {
      await userEvent.click(cellAt(place));
      await userEvent.keyboard(`{F2}{Control>}a{/Control}${text}{Enter}`);
    };
    const sent = () => api.sent('POST', '/api/imports/5/check').map(({ body }) => body);

    beforeEach(async () => {
      await startWith(lessonsFile, { ...checked, counts }, shown);
      await grid();
    });

    it('marks the cells with their problems, and says which lines need the file', async () => {
      expect(cellAt('0 1').getAttribute('aria-invalid')).toBe('true');
      within(cellAt('0 1')).getByText(unknown);
      expect(cellAt('0 0').getAttribute('aria-invalid')).toBeNull();
      // What is no single text cannot be edited.
      await type('2 0', 'x');
      expect(cellAt('2 0').textContent).toBe('');
      expect(screen.getByText('These lines can only be corrected in the downloaded file:')).toBeTruthy();
      within(screen.getByRole('row', { name: /Long/ })).getByText('A lesson needs a section');
      expect(await axeViolations()).toEqual([]);
    });

    it('fixes all cells that are wrong in the same way, and sends all corrections in one check', async () => {
      await type('1 0', 'River');
      await type('0 1', 'Advanced');
      await userEvent.click(cellAt('0 1'));
      await clickButton('Fix all 2 like this');
      expect(cellAt('2 1').textContent).toContain('Advanced');
      expect(button('Import 55')).toHaveProperty('disabled', true);
      api.route('POST /api/imports/5/check', () => errorResponse(503, { message: 'Not now' }));
      await clickButton('Check again');
      expect(await screen.findByText('Not now')).toBeTruthy();
      expect(cellAt('1 0').textContent).toContain('River');
      api.route('POST /api/imports/5/check', () => {
        stored = { ...checked, counts: { ...counts, create: 53, refuse: 1 }, updatedAt: checked.createdAt };
        return { body: { ...stored, state: 'checking', progress: { done: 0, total: 60 } } };
      });
      await clickButton('Check again');
      expect(await screen.findByRole('button', { name: 'Import 58' })).toHaveProperty('disabled', false);
      expect(sent().at(-1)).toEqual({
        lines: [{ place: 8, cells: { title: 'River' } }],
        replacements: [{ field: 'level', from: 'Expert', to: 'Advanced' }],
      });
      expect(screen.queryByRole('button', { name: 'Check again' })).toBeNull();
    });

    it('has what was typed after a reload, and asks before the page is left with it', async () => {
      const isBlocked = () => {
        const event = new Event('beforeunload', { cancelable: true });
        window.dispatchEvent(event);
        return event.defaultPrevented;
      };
      expect(isBlocked()).toBe(false);
      await type('0 1', 'Advanced');
      await userEvent.click(cellAt('0 1'));
      await clickButton('Fix all 2 like this');
      // One of them is not like the others anymore: they are corrected line by line.
      await type('2 1', 'Beginner');
      expect(isBlocked()).toBe(true);
      cleanup();
      open();
      await grid();
      expect(cellAt('2 1').textContent).toContain('Beginner');
      api.route('POST /api/imports/5/check', () => ({ body: { ...stored, state: 'checking' } }));
      await clickButton('Check again');
      await waitFor(() =>
        expect(sent()).toEqual([
          {
            lines: [
              { place: 6, cells: { level: 'Advanced' } },
              { place: 9, cells: { level: 'Beginner' } },
            ],
            replacements: [],
          },
        ]),
      );
      await waitFor(() => expect(isBlocked()).toBe(false));
    });
  });

  it('shows how a line was corrected, and takes the correction back', async () => {
    const level = { name: 'level', label: 'Level', value: 'Beginner', original: 'Expert' };
    const corrected = { place: 0, cells: [{ ...level, problems: [] }] };
    await startWith(lessonsFile, checked, [{ ...lines[1], correction: corrected } as ImportLine]);
    expect(await screen.findByText(/Level: Expert → Beginner/)).toBeTruthy();
    api.route('POST /api/imports/5/check', () => ({ body: stored }));
    await clickButton('Take back the correction of line 1');
    await waitFor(() =>
      expect(api.sent('POST', '/api/imports/5/check')[0]?.body).toEqual({
        lines: [{ place: 0, cells: { level: 'Expert' } }],
        replacements: [],
      }),
    );
  });

  it('of items that do not exist yet creates them when it is told to', async () => {
    const titles = ['Animals', 'Colours'];
    const missing = [
      { thing: 'lesson', count: 1, titles: ['Cats'], isCreated: false },
      { thing: 'main lesson', count: 12, titles, isCreated: false },
    ];
    await startWith(lessonsFile, { ...checked, missing });
    const group = await screen.findByRole('group', { name: 'What does not exist yet' });
    within(group).getByText('12 main lessons of the file do not exist yet');
    within(group).getByText('Animals · Colours · 10 more');
    within(group).getByRole('button', { name: 'Create everything that is missing' });
    expect(await axeViolations()).toEqual([]);
    api.route('POST /api/imports/5/check', () => {
      stored = { ...checked, missing: missing.map((one) => ({ ...one, isCreated: one.count > 1 })) };
      return { body: stored };
    });
    await clickButton('Create all 12 missing main lessons');
    await screen.findByText('12 main lessons will be created');
    expect(screen.queryByRole('button', { name: 'Create everything that is missing' })).toBeNull();
    await clickButton('Do not create them');
    await waitFor(() =>
      expect(api.sent('POST', '/api/imports/5/check').map(({ body }) => body)).toEqual([
        { lines: [], replacements: [], create: ['main lesson'] },
        { lines: [], replacements: [], create: [] },
      ]),
    );
  });

  it('without changes has nothing to import', async () => {
    await startWith(lessonsFile, { ...checked, counts: { create: 0, change: 0, unchanged: 60, refuse: 0 } });
    expect(
      await screen.findByText('Everything in this file already exists. There is nothing to import.'),
    ).toBeTruthy();
    expect(button('Import')).toHaveProperty('disabled', true);
  });

  it('that cannot be applied shows the error in the dialog', async () => {
    await startWith(lessonsFile);
    await screen.findByText('1,200 to create');
    const message = 'Content has changed since the check. Check the file again';
    api.route('POST /api/imports/5/apply', () => errorResponse(409, { message }));
    await clickButton('Import');
    const question = await screen.findByRole('alertdialog');
    await clickButton('Import', question);
    expect(await within(question).findByText(message)).toBeTruthy();
  });

  it('that is being undone shows its progress, and then why it failed', async () => {
    await startWith(lessonsFile, { ...checked, state: 'undoing', progress: { done: 3, total: 9 } });
    expect(await screen.findByText('Undoing the import: 3 of 9 lines')).toBeTruthy();
    stored = { ...checked, state: 'failed', problem: 'Lesson 12 is too large' };
    expect(await screen.findByText('Nothing was imported')).toBeTruthy();
    expect(screen.getByText('Lesson 12 is too large')).toBeTruthy();
    api.route('DELETE /api/imports/5', () => errorResponse(404, { message: 'Import not found' }));
    await clickButton('Choose another file');
    expect(await screen.findByRole('button', { name: 'Check file' })).toBeTruthy();
  });

  it('can be discarded', async () => {
    await startWith(lessonsFile);
    await screen.findByText('1,200 to create');
    api.route('DELETE /api/imports/5', () => ({ body: { message: 'Import discarded' } }));
    await clickButton('Discard');
    expect(await screen.findByText('Import discarded')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Check file' })).toBeTruthy();
    expect(api.sent('DELETE', '/api/imports/5')).toHaveLength(1);
  });

  it('says when it cannot be discarded', async () => {
    await startWith(lessonsFile);
    await screen.findByText('1,200 to create');
    api.route('DELETE /api/imports/5', () => ({ status: 500, body: {} }));
    await clickButton('Discard');
    expect(await screen.findByText('Failed to discard the import')).toBeTruthy();
    expect(screen.getByText('1,200 to create')).toBeTruthy();
  });

  it('is found again after the view, or the page, was left', async () => {
    serveImport({ ...checked, state: 'applying', progress: { done: 1, total: 2 } });
    sessionStorage.setItem('khmer-learning.1.import-export.import', '{"kind":"lessons","id":5}');
    const { unmount } = open();
    expect(await screen.findByText('Importing: 1 of 2 lines')).toBeTruthy();
    unmount();
    stored = { ...checked, state: 'applied' };
    open();
    expect(await screen.findByText('Import finished')).toBeTruthy();
    await clickHeaderAction();
    expect(region('Import').contains(document.activeElement)).toBe(true);
  });

  it('that no longer exists can be replaced, and one that could not be loaded can be loaded again', async () => {
    sessionStorage.setItem('khmer-learning.1.import-export.import', '{"kind":"lessons","id":5}');
    api.route('GET /api/imports/5', () =>
      errorResponse(503, { message: 'Content is not available right now' }),
    );
    open();
    expect(await screen.findByText('The import could not be loaded')).toBeTruthy();
    api.route('GET /api/imports/5', () => errorResponse(404, { message: 'Import not found' }));
    await clickButton('Try again');
    expect(await screen.findByText('This import no longer exists')).toBeTruthy();
    await clickButton('Choose a file');
    expect(await screen.findByRole('button', { name: 'Check file' })).toBeTruthy();
  });
});

describe('a table whose columns are not recognised', () => {
  const table: ImportTable = {
    ...{ sheets: ['Words', 'Notes'], sheet: 'Words', encoding: null },
    columns: [
      { name: 'Anglais', samples: ['water', 'fire'], field: null },
      { name: 'Khmer', samples: ['ទឹក'], field: 'khmer' },
    ],
    fields: [
      { name: 'english', label: 'English', required: true },
      { name: 'khmer', label: 'Khmer', required: true },
      { name: 'other', label: 'Other text', required: false },
    ],
  };
  const mapping: Import = { ...checked, kind: 'vocabulary', fileName: 'words.xlsx', state: 'mapping', table };
  const startMapping = async (first = mapping) => {
    serveImport(first);
    api.route('POST /api/import/vocabulary', () => ({ status: 201, body: first }));
    open();
    await selectOption('What to import', 'Lessons and words (table)');
    await selectFile(new File(['PK'], 'words.xlsx'));
    await clickButton('Check file');
  };
  const sent = () => api.sent('PUT', '/api/imports/5/columns').map(({ body }) => body);

  it('is checked when each required field has a column', async () => {
    await startMapping();
    await screen.findByText('Still needed: English');
    expect(button('Check file')).toHaveProperty('disabled', true);
    screen.getByText('water · fire');
    // A field has one column.
    await selectOption('Anglais is imported as', 'Khmer (required)');
    await screen.findByText('Still needed: English');
    await selectOption('Anglais is imported as', 'English (required)');
    await selectOption('Khmer is imported as', 'Khmer (required)');
    expect(await axeViolations()).toEqual([]);
    api.route('PUT /api/imports/5/columns', () => {
      stored = { ...mapping, state: 'checked' };
      return { body: stored };
    });
    await clickButton('Check file');
    expect(await screen.findByText('1,200 to create')).toBeTruthy();
    expect(sent()).toEqual([{ sheet: 'Words', fields: { english: 0, khmer: 1 } }]);
    await clickButton('Change columns');
    await selectOption('Sheet', 'Notes');
    await waitFor(() => expect(sent().at(-1)).toEqual({ sheet: 'Notes' }));
  });

  it('says how a text was read that is not Unicode', async () => {
    await startMapping({ ...mapping, table: { ...table, encoding: 'windows-1252' } });
    expect(await screen.findByText(/was read as Windows-1252, which has no Khmer letters/)).toBeTruthy();
  });
});

describe('the last imports', () => {
  const applied: Import = { ...checked, state: 'applied', undoUntil: '2999-01-01T00:00:00.000Z' };
  const quizzes: Import = {
    ...checked,
    kind: 'quizzes',
    fileName: 'q.csv',
    createdAt: '2026-05-02T03:00:00.000Z',
  };

  it('are listed from all services that answer, and are opened', async () => {
    api.route('GET /api/imports', () => ({ body: { data: [applied] } }));
    api.route('GET /api/quiz-imports', () => ({ body: { data: [quizzes] } }));
    api.route('GET /api/people-imports', () => errorResponse(503, { message: 'Not now' }));
    serveImport(quizzes, lines, '/api/quiz-imports/5');
    open(admin);
    const rows = within(await screen.findByRole('table', { name: 'Your last imports' }));
    await rows.findByText('q.csv');
    expect(rows.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('File'),
      expect.stringContaining('q.csv'),
      expect.stringContaining('school.json'),
    ]);
    expect(await axeViolations()).toEqual([]);
    await clickButton('Open the import of q.csv');
    expect(await screen.findByText('1,200 to create')).toBeTruthy();
  });

  it('are undone, after what was changed since was shown', async () => {
    api.route('GET /api/imports', () => ({ body: { data: [applied] } }));
    serveImport(applied);
    open();
    api.route('GET /api/imports/5/changes-since', () => ({
      body: { data: [{ thing: 'lesson', id: 3, title: 'Market' }], total: 1, items: 1203 },
    }));
    await screen.findByText('school.json');
    await clickButton('Undo the import of school.json');
    const question = await screen.findByRole('alertdialog', { name: 'Undo this import?' });
    await within(question).findByText('1 of 1,203 items have been changed since. They stay as they are:');
    within(question).getByText('Market (lesson)');
    expect(await axeViolations()).toEqual([]);
    api.route('POST /api/imports/5/undo', () => {
      stored = {
        ...applied,
        state: 'undone',
        problem: 'Kept because someone has changed it since: lesson "Market"',
      };
      return { body: { ...stored, state: 'undoing' } };
    });
    await clickButton('Undo', question);
    expect(
      await screen.findByText('Kept because someone has changed it since: lesson "Market"'),
    ).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Undo the import of school.json' })).toBeNull();
  });
});

it('is cancelled while it is checked or applied', async () => {
  await startWith(lessonsFile, { ...checked, state: 'applying', progress: { done: 3, total: 9 } });
  await screen.findByText('Importing: 3 of 9 lines');
  api.route('POST /api/imports/5/undo', () => {
    stored = { ...checked, state: 'checking', progress: { done: 3, total: 9 } };
    return { body: stored };
  });
  await clickButton('Cancel');
  await screen.findByText('Checking: 3 of 9 lines');
  api.route('DELETE /api/imports/5', () => ({ body: { message: 'Import discarded' } }));
  await clickButton('Cancel');
  expect(await screen.findByRole('button', { name: 'Check file' })).toBeTruthy();
});
