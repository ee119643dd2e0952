import {
  clickButton,
  clickHeaderAction,
  errorResponse,
  type FakeApi,
  type FakeResponse,
  paginate,
  renderView,
  resetBrowserState,
  selectOption,
} from '@khmer-learning/console-sdk/testing';
import {
  type Import,
  type ImportCell,
  type ImportLine,
  importMessages,
  maxImportFileBytes,
} from '@khmer-learning/contracts';
import { axeViolations } from '@khmer-learning/ui-kit/testing';
import { act, cleanup, fireEvent, getByLabelText, screen, waitFor, within } from '@testing-library/react';
import { fakeContentApi } from '../testing/content-fixtures.ts';
import { selectFile } from '../testing/select-file.ts';
import { TransferView } from './transfer-view.tsx';

let api: FakeApi;
const open = () => renderView(TransferView, 'import-export');
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
  await screen.findByRole('combobox', { name: 'File type' });
  await clickButton('Check file');
}

beforeEach(() => {
  resetBrowserState();
  api = fakeContentApi();
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
    ['Lessons (JSON)', '/api/export/lessons', 'lessons.json'],
    ['Vocabulary (CSV)', '/api/export/vocabulary', 'vocabulary.csv'],
    ['Quizzes (JSON)', '/api/export/quizzes', 'quizzes.json'],
  ])('of all %s saves a file', async (label, path, name) => {
    const file = new Blob(['content']);
    api.route(`GET ${path}`, () => ({ body: file }));
    open();
    await clickButton(`Export ${label}`);
    await waitFor(() => expect(saved).toEqual({ name, content: file }));
    expect(api.sent('GET', path)[0]?.query.size).toBe(0);
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
    await clickButton('Export Lessons (JSON)');
    expect(button('Export Lessons (JSON)').textContent).toBe('Exporting...');
    expect(button('Export Quizzes (JSON)')).toHaveProperty('disabled', true);
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
    await clickButton('Export Lessons (JSON)');
    expect(await screen.findByText('Lessons (JSON) could not be exported')).toBeTruthy();
    expect(screen.getAllByText('Content is not available right now').length).toBeGreaterThan(0);
    expect(saved).toBeNull();
  });
});

describe('a file to import', () => {
  it.each([
    [lessonsFile, 'Lessons (JSON)'],
    [quizzesFile, 'Quizzes (JSON)'],
    [wordsFile, 'Vocabulary (CSV)'],
  ])('is recognised: %#', async (file, label) => {
    open();
    await selectFile(file);
    const kind = await screen.findByRole('combobox', { name: 'File type' });
    await waitFor(() => expect(kind.textContent).toBe(label));
  });

  it('whose type cannot be detected requires the user to select it', async () => {
    serveImport({ ...checked, kind: 'quizzes' }, lines, '/api/quiz-imports/5');
    api.route('POST /api/import/quizzes', () => ({ status: 201, body: { ...checked, kind: 'quizzes' } }));
    open();
    await selectFile(new File(['[]'], 'old.json'));
    await screen.findByRole('combobox', { name: 'File type' });
    await clickButton('Check file');
    expect(await screen.findByText('File type is required')).toBeTruthy();
    await selectOption('File type', 'Quizzes (JSON)');
    expect(screen.queryByText('File type is required')).toBeNull();
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
    expect(screen.getByRole('combobox', { name: 'File type' }).textContent).toBe('Vocabulary (CSV)');
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
    await screen.findByRole('combobox', { name: 'File type' });
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
    await screen.findByRole('combobox', { name: 'File type' });
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
        await screen.findByText(`${importMessages.refused}. Correct them in the list, or download them.`),
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

  describe('with refused lines that can be corrected in place', () => {
    const cell = (name: string, value: string, problem?: string): ImportCell => ({
      ...{ name, label: name[0]?.toUpperCase() + name.slice(1), value, original: value },
      editable: problem !== undefined,
      problems: problem === undefined ? [] : [problem],
    });
    const refusedLine = (place: number, cells: ImportCell[]): ImportLine => ({
      ...{ line: place + 1, thing: 'lesson', title: `Lesson ${place + 1}`, outcome: 'refuse' },
      notes: cells.flatMap(({ problems }) => problems),
      correction: { place, cells },
    });
    const market = refusedLine(6, [
      cell('title', 'Market'),
      cell('level', 'Expert', 'Level "Expert" is unknown'),
      cell('status', 'x', 'Status is unknown'),
    ]);
    const river = refusedLine(8, [cell('title', '', 'Title is required')]);
    const counts = { create: 50, change: 5, unchanged: 2, refuse: 3 };
    const inFileOnly: ImportLine = {
      ...{ line: 30, thing: 'lesson', title: 'Long', outcome: 'refuse' },
      notes: ['A lesson needs a section'],
    };
    const group = (line: number) => screen.findByRole('group', { name: `Correct line ${line}` });
    const type = (within: HTMLElement, label: string, text: string) =>
      act(async () => {
        const input = getByLabelText(within, label);
        input.focus();
        fireEvent.change(input, { target: { value: text } });
      });
    const leave = () => act(async () => (document.activeElement as HTMLElement).blur());

    /** The service accepts every text but `Expert`, and remembers what it was sent. */
    const serveCorrections = (when: Promise<void> = Promise.resolve()) =>
      api.route('PATCH /api/imports/5/lines/6', async ({ body }) => {
        await when;
        const { cells: texts } = body as { cells: Record<string, string> };
        const cells = market.correction?.cells.map((one) => {
          const value = texts[one.name] ?? one.value;
          return { ...one, value, problems: value === one.original ? one.problems : [] };
        });
        const notes = cells?.flatMap(({ problems }) => problems) ?? [];
        const isGood = notes.length === 0;
        stored = isGood
          ? { ...checked, counts: { ...counts, create: 51, refuse: 2 } }
          : { ...checked, counts };
        const outcome = isGood ? 'create' : 'refuse';
        return {
          body: { import: stored, lines: [{ ...market, outcome, notes, correction: { place: 6, cells } }] },
        };
      });
    const sent = () => api.sent('PATCH', '/api/imports/5/lines/6').map(({ body }) => body);

    beforeEach(() => startWith(lessonsFile, { ...checked, counts }, [market, river, inFileOnly]));

    it('shows inputs with their messages, the other cells, and which lines need the file', async () => {
      const line = await group(7);
      const level = getByLabelText(line, 'Level');
      expect(level).toHaveProperty('value', 'Expert');
      expect(level.getAttribute('aria-invalid')).toBe('true');
      const description = document.getElementById(level.getAttribute('aria-describedby') ?? '');
      expect(description?.textContent).toBe('Level "Expert" is unknown');
      expect(within(line).getByText('Title: Market')).toBeTruthy();
      expect(within(line).getAllByRole('textbox')).toHaveLength(2);
      expect(
        screen.getByText(/A lesson needs a section\. Correct this line in the downloaded file/),
      ).toBeTruthy();
      expect(await axeViolations()).toEqual([]);
    });

    it('checks a line when it is left, not between its cells, and counts it to the import', async () => {
      serveCorrections();
      const line = await group(7);
      await type(line, 'Level', 'Beginner');
      await type(line, 'Status', 'draft');
      expect(sent()).toEqual([]);
      await act(async () => getByLabelText(await group(9), 'Title').focus());
      expect(await screen.findByRole('button', { name: 'Import 56' })).toBeTruthy();
      expect(button('Download the 2')).toBeTruthy();
      expect(sent()).toEqual([{ cells: { level: 'Beginner', status: 'draft' } }]);
      expect(within(await group(7)).getByText('This line will be imported.')).toBeTruthy();
      expect(document.activeElement).toBe(getByLabelText(await group(9), 'Title'));
      await leave();
      expect(sent()).toHaveLength(1);
    });

    it('checks a line with Enter, and undoes a cell to its value in the file', async () => {
      serveCorrections();
      const line = await group(7);
      await type(line, 'Level', 'Beginner');
      await act(async () => {
        fireEvent.keyDown(getByLabelText(line, 'Level'), { key: 'Enter' });
      });
      await waitFor(() => expect(within(line).queryByText('Level "Expert" is unknown')).toBeNull());
      expect(within(line).getByText('Status is unknown')).toBeTruthy();
      await clickButton('Undo Level', line);
      expect(await within(line).findByText('Level "Expert" is unknown')).toBeTruthy();
      expect(getByLabelText(line, 'Level')).toHaveProperty('value', 'Expert');
      expect(sent()).toEqual([{ cells: { level: 'Beginner' } }, { cells: { level: 'Expert' } }]);
    });

    it('loses nothing that was typed when a check fails, and tries again', async () => {
      api.route('PATCH /api/imports/5/lines/6', () => errorResponse(503, { message: 'Not now' }));
      const line = await group(7);
      await type(line, 'Level', 'Beginner');
      await leave();
      expect((await within(line).findByRole('alert')).textContent).toBe('Not now');
      expect(getByLabelText(line, 'Level')).toHaveProperty('value', 'Beginner');
      await selectOption('Show', 'All lines');
      expect(getByLabelText(await group(7), 'Level')).toHaveProperty('value', 'Beginner');
      serveCorrections();
      await clickButton(/Try again|Check line/, await group(7));
      await waitFor(() => expect(sent().at(-1)).toEqual({ cells: { level: 'Beginner' } }));
      await waitFor(() => expect(within(line).queryByRole('alert')).toBeNull());
    });

    it('has what was typed after a reload, and nothing to check of what was stored while the view was left', async () => {
      await type(await group(7), 'Level', 'Beginner');
      cleanup();
      open();
      expect(getByLabelText(await group(7), 'Level')).toHaveProperty('value', 'Beginner');
      let answer = () => {};
      const waiting = new Promise<void>((resolve) => {
        answer = resolve;
      });
      serveCorrections(waiting);
      await clickButton('Check line', await group(7));
      await selectOption('Show', 'Create');
      await act(async () => answer());
      await selectOption('Show', 'Refused');
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Check line' })).toBeNull());
    });

    it('asks before the page is left with texts that are not checked', async () => {
      const isBlocked = () => {
        const event = new Event('beforeunload', { cancelable: true });
        window.dispatchEvent(event);
        return event.defaultPrevented;
      };
      const line = await group(7);
      expect(isBlocked()).toBe(false);
      await type(line, 'Level', 'Beginner');
      expect(isBlocked()).toBe(true);
      serveCorrections();
      await leave();
      await waitFor(() => expect(isBlocked()).toBe(false));
    });
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
