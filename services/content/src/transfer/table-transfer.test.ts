import { type Import, importMessages, type Lesson } from '@khmer-learning/contracts';
import {
  createTransferClient,
  eventually,
  findAuditRecords,
  readSpreadsheet,
  type TransferClient,
  writeSpreadsheet,
} from '@khmer-learning/test-kit';
import { formatCsvRows } from '@khmer-learning/transfer';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { startContent, type TestContent } from '../content.test-kit.ts';

let content: TestContent;
let transfers: TransferClient;
let parents: { mainLessonId: number; lessonTypeId: number };

beforeAll(async () => {
  content = await startContent();
  transfers = createTransferClient(content.call);
});
afterAll(() => content.close());
beforeEach(async () => {
  for (const name of ['lessons', 'main_lessons', 'lesson_types'])
    await content.service.connection.collection(name).deleteMany({});
  const main = await content.createMainLesson({ title: 'ពាក្យដំបូង' });
  const type = await content.createLessonType({ title: 'Vocabulary' });
  parents = { mainLessonId: main.id, lessonTypeId: type.id };
});

const fileOf = (...rows: string[][]) => formatCsvRows(rows);
const get = (id: number) => content.call<Lesson>('GET', `/api/lessons/${id}`).then(({ body }) => body);
const importOf = (id: number) => content.call<Import>('GET', `/api/imports/${id}`).then(({ body }) => body);
const titlesIn = async (collection: string) =>
  (await content.service.connection.collection(collection).find().sort({ _id: 1 }).toArray()).map(
    ({ title }) => title,
  );
async function apply(id: number): Promise<Import> {
  await content.call('POST', `/api/imports/${id}/apply`);
  return transfers.waitForState(id, ['applied', 'failed']);
}
const undoRecords = async () =>
  (await findAuditRecords(content.service.connection)).filter(({ action }) => action === 'import-undone')
    .length;
const allOf = async () => {
  const { body } = await transfers.downloadExport('/api/export/lessons');
  return JSON.parse(body) as { lessons: Lesson[] };
};

describe('a table of lessons that are not stored', () => {
  const head = ['Main lesson', 'Lesson type', 'Lesson', 'Level', 'English', 'Pronunciation', 'Khmer'];
  const rows = [
    ['Village', 'Vocabulary', 'Animals', 'អ្នកចាប់ផ្ដើម', 'Cat', 'chmaa', 'ឆ្មា'],
    ['village ', 'Vocabulary', 'ANIMALS', '', 'Dog', 'chkae', 'ឆ្កែ'],
    ['Village', 'Song', 'Rice', 'Advanced', '', '', ''],
    ['ពាក្យដំបូង', 'Vocabulary', 'Rice', 'កម្រិតខ្ពស់', '', '', ''],
  ].map((row) => row.with(3, row[3] === 'អ្នកចាប់ផ្ដើម' ? 'Beginner' : (row[3] ?? '')));

  it('says what is missing, creates what the user chooses as drafts, each once, and takes all of it back', async () => {
    const { id, counts, missing } = await transfers.uploadAndCheck('vocabulary', fileOf(head, ...rows));
    expect(counts).toMatchObject({ create: 0, refuse: 4 });
    expect(missing).toEqual([
      { thing: 'lesson', count: 3, titles: ['Animals', 'Rice', 'Rice'], isCreated: false },
      { thing: 'main lesson', count: 1, titles: ['Village'], isCreated: false },
      { thing: 'lesson type', count: 1, titles: ['Song'], isCreated: false },
    ]);
    const some = await transfers.checkAgain(id, { create: ['lesson'] });
    expect(some.body.counts).toMatchObject({ create: 1, refuse: 3 });
    const [first] = await transfers.listLines(id, 'refuse');
    expect(first?.notes).toEqual(['Main lesson "Village" not found']);
    expect(first?.correction?.cells.filter(({ problems }) => problems.length > 0)).toMatchObject([
      { name: 'mainLesson', value: 'Village', problems: first?.notes },
    ]);
    const all = await transfers.checkAgain(id, { create: ['lesson', 'main lesson', 'lesson type'] });
    expect(all.body).toMatchObject({
      counts: { create: 7, refuse: 0 },
      missing: [{ isCreated: true }, {}, {}],
    });
    expect((await transfers.listLines(id)).map(({ thing, title, line }) => [thing, title, line])).toEqual([
      ['main lesson', 'Village', 2],
      ['lesson', 'Animals', 2],
      ['word', 'Cat', 2],
      ['word', 'Dog', 3],
      ['lesson type', 'Song', 4],
      ['lesson', 'Rice', 4],
      ['lesson', 'Rice', 5],
    ]);
    expect(await titlesIn('lessons')).toEqual([]);

    const applied = await apply(id);
    expect(applied).toMatchObject({ state: 'applied', undoUntil: expect.any(String) });
    expect(await titlesIn('main_lessons')).toEqual(['ពាក្យដំបូង', 'Village']);
    const { lessons } = await allOf();
    const animals = lessons.find(({ title }) => title === 'Animals');
    expect(animals).toMatchObject({
      ...{ status: 'draft', level: 'Beginner', description: 'Animals' },
      sections: [{ title: 'Animals', content: 'Cat [chmaa] : ឆ្មា\nDog [chkae] : ឆ្កែ' }],
    });
    const again = await transfers.uploadAndCheck(
      'vocabulary',
      fileOf(head, ...rows.map((row) => row.with(0, `${row[0]}\u200B`))),
    );
    expect(again).toMatchObject({ counts: { create: 0, change: 0, unchanged: 4, refuse: 0 } });

    // What was changed since is named first, and stays.
    await content.call('PATCH', `/api/lessons/${animals?.id}`, { title: 'Pets' });
    const url = `/api/imports/${id}`;
    expect((await content.call('GET', `${url}/changes-since`)).body).toEqual({
      data: [{ thing: 'lesson', id: animals?.id, title: 'Animals' }],
      ...{ total: 1, items: 5 },
    });
    expect(await content.call('POST', `${url}/undo`, {}, { as: 'admin' })).toMatchObject({ status: 404 });
    await content.call('POST', `${url}/undo`, {});
    const undone = await transfers.waitForState(id, ['undone']);
    expect(undone.problem).toContain('lesson "Animals"');
    expect(await titlesIn('lessons')).toEqual(['Pets']);
    expect(await titlesIn('lesson_types')).toEqual(['Vocabulary']);
    expect((await content.call<Import>('POST', `${url}/undo`, {})).body.state).toBe('undone');
    expect(await undoRecords()).toBe(1);
  });
});

it('is cancelled while it is applied, and leaves nothing', async () => {
  const head = ['Lesson', 'Lesson type', 'English', 'Pronunciation', 'Khmer'];
  const rows = Array.from({ length: 100 }, (_, at) => [`Lesson ${at}`, 'Vocabulary', 'Cat', 'chmaa', 'ឆ្មា']);
  const { id } = await transfers.uploadAndCheck(
    'vocabulary',
    fileOf(['Main lesson', ...head], ...rows.map((row) => ['ពាក្យដំបូង', ...row])),
  );
  await transfers.checkAgain(id, { create: ['lesson'] });
  await content.call('POST', `/api/imports/${id}/apply`);
  const started = await eventually(async () => {
    const { state, progress } = await importOf(id);
    expect(progress.done).toBeGreaterThan(0);
    return state;
  });
  expect(started).toBe('applying');
  const cancelled = await content.call<Import>('POST', `/api/imports/${id}/undo`, {});
  expect(cancelled).toMatchObject({ status: 200, body: { state: 'undoing' } });
  expect(cancelled.body.progress.total).toBeLessThan(100);
  expect(await transfers.waitForState(id, ['undone'])).toMatchObject({ problem: null });
  expect(await titlesIn('lessons')).toEqual([]);
});

it('changes level, description and lesson type of a lesson, unless its rows contradict each other', async () => {
  const { id } = await content.createLesson({ ...parents, title: 'Animals' });
  const before = await get(id);
  const head = ['Lesson ID', 'Lesson', 'Level', 'Description', 'Lesson type'];
  const row = (level: string, description: string, type = '') => [
    String(id),
    'Animals',
    level,
    description,
    type,
  ];
  expect(
    await transfers.importFile('vocabulary', fileOf(head, row('advanced', '', 'vocabulary'))),
  ).toMatchObject({
    counts: { change: 1 },
  });
  expect(await get(id)).toEqual({ ...before, level: 'Advanced', version: 2, updatedAt: expect.any(String) });
  const { id: importId } = await transfers.uploadAndCheck(
    'vocabulary',
    fileOf(head, row('Beginner', 'One'), row('Beginner', 'Two'), ['', 'Nobody', 'x', '', '']),
  );
  expect((await transfers.listLines(importId)).map(({ notes }) => notes)).toEqual([
    ['The rows of this lesson have different texts in Description'],
    ['The rows of this lesson have different texts in Description'],
    ['Lesson "Nobody" not found', expect.stringMatching(/^Unknown level/)],
  ]);
});

it('asks for the columns that it does not recognise, remembers the answer, and lists the imports', async () => {
  const { id } = await content.createLesson({ ...parents, title: 'Animals' });
  const file = fileOf(
    ['Nr', 'Wort', 'Laut', 'Lesson', 'S', 'K'],
    [String(id), 'Cow', 'koo', 'Animals', 'W', 'គោ'],
  );
  const first = await transfers.uploadAndCheck('vocabulary', file);
  expect(first).toMatchObject({
    state: 'mapping',
    table: {
      encoding: 'utf-8',
      columns: [{ name: 'Nr', samples: [String(id)], field: null }, {}, {}, { field: 'lesson' }, {}, {}],
    },
  });
  const url = `/api/imports/${first.id}/columns`;
  const fields = { lessonId: 0, english: 1, phonemic: 2, lesson: 3, section: 4, khmer: 5 };
  for (const wrong of [
    { lessonId: 0 },
    { ...fields, english: 0 },
    { ...fields, khmer: 9 },
    { ...fields, x: 4 },
  ])
    expect(await content.call('PUT', url, { fields: wrong })).toMatchObject({ status: 400 });
  expect(await content.call('PUT', url, { fields })).toMatchObject({ status: 200 });
  expect(await transfers.waitForState(first.id, ['checked'])).toMatchObject({
    counts: { create: 1, refuse: 0 },
  });
  const second = await transfers.uploadAndCheck('vocabulary', file);
  expect(second).toMatchObject({ state: 'checked', counts: { create: 1 } });
  const { body } = await content.call<{ data: Import[] }>('GET', '/api/imports');
  expect(body.data.slice(0, 2).map((one) => one.id)).toEqual([second.id, first.id]);
});

it('marks a wrong value at its cell also when the lesson is missing', async () => {
  const file = fileOf(
    ['Lesson', 'Main lesson', 'Lesson type', 'Level', 'Other', 'Section', 'English', 'Khmer'],
    ['Missing', 'ពាក្យដំបូង', 'Vocabulary', 'Expert', 'both', 'W', 'Cow', 'គោ'],
  );
  const { id } = await transfers.uploadAndCheck('vocabulary', file);
  const marked = async () => {
    const [line] = await transfers.listLines(id, 'refuse');
    return Object.fromEntries(
      (line?.correction?.cells ?? []).flatMap(({ name, problems }) =>
        problems.length > 0 ? [[name, problems]] : [],
      ),
    );
  };
  const wrong = {
    level: ['Unknown level "Expert". Allowed: Beginner, Intermediate, Advanced'],
    other: ['Fill in either the word columns or Other text, not both'],
  };
  expect(await marked()).toEqual({ lesson: ['Lesson "Missing" not found'], ...wrong });
  await transfers.checkAgain(id, { create: ['lesson'] });
  expect(await marked()).toEqual(wrong);
});

it('does not offer to create a lesson for a row that names none', async () => {
  const file = fileOf(
    ['Lesson', 'Main lesson', 'Lesson type', 'English', 'Khmer'],
    ['', 'ពាក្យដំបូង', 'Vocabulary', 'Cow', 'គោ'],
  );
  const { id, missing = [] } = await transfers.uploadAndCheck('vocabulary', file);
  expect(missing).toEqual([]);
  const [line] = await transfers.listLines(id, 'refuse');
  const cell = line?.correction?.cells.find(({ name }) => name === 'lesson');
  expect(cell?.problems).toEqual(['Title is required']);
});

it('has all columns of the file in the file of refused lines, which needs no choice of columns again', async () => {
  const head = ['Nr', 'Problems', 'Remark', 'Lesson', 'Wort', 'S', '=Sum'];
  const file = fileOf(
    head,
    ['999999', 'old', 'first\nremark', 'Animals', 'Cow', 'W', '=1'],
    ['', '', '', 'Birds', 'Owl', 'W', '+2', 'no heading'],
  );
  const { id } = await transfers.uploadAndCheck('vocabulary', file);
  const fields = { lessonId: 0, lesson: 3, english: 4, section: 5 };
  await content.call('PUT', `/api/imports/${id}/columns`, { fields });
  await transfers.waitForState(id, ['checked']);
  const refused = async (importId: number) =>
    (await transfers.downloadExport(`/api/imports/${importId}/refused`)).body;
  const expected = [
    ['Nr', 'Remark', 'Lesson', 'Wort', 'S', "'=Sum", '', 'Problems'],
    ['999999', 'first\nremark', 'Animals', 'Cow', 'W', "'=1", '', 'Lesson ID 999999 not found'],
    ['', '', 'Birds', 'Owl', 'W', "'+2", 'no heading', 'Lesson "Birds" not found'],
  ];
  expect(parse(await refused(id), { bom: true })).toEqual(expected);
  const again = await transfers.uploadAndCheck('vocabulary', await refused(id));
  expect(again).toMatchObject({ state: 'checked', counts: { refuse: 2 } });
  const [first] = await transfers.listLines(again.id);
  await transfers.checkAgain(again.id, {
    lines: [{ place: first?.correction?.place ?? -1, cells: { lessonId: '', level: 'Expert' } }],
  });
  expect(parse(await refused(again.id), { bom: true })).toEqual([
    ['Nr', 'Remark', 'Lesson', 'Wort', 'S', "'=Sum", '', 'Level', 'Problems'],
    [
      '',
      'first\nremark',
      'Animals',
      'Cow',
      'W',
      "'=1",
      '',
      'Expert',
      expect.stringContaining('Unknown level'),
    ],
    ['', '', 'Birds', 'Owl', 'W', "'+2", 'no heading', '', 'Lesson "Birds" not found'],
  ]);
});

it('says before the download that Excel cannot hold a text, which CSV does', async () => {
  const long = `=${'x'.repeat(32_767)}`;
  await content.createLesson({ ...parents, sections: [{ title: 'W', content: long }] });
  const url = '/api/export/vocabulary?format=';
  const audited = async () => (await findAuditRecords(content.service.connection)).length;
  const before = await audited();
  expect(await content.call('GET', `${url}xlsx`)).toMatchObject({
    status: 409,
    body: { message: importMessages.tooLargeForExcel },
  });
  expect(await audited()).toBe(before);
  expect((await transfers.downloadExport(`${url}csv`)).body).toContain(long);
});

it('an import that an older version has checked is applied, but can neither be corrected nor undone', async () => {
  const { id } = await content.createLesson({ ...parents, title: 'Animals' });
  const file = fileOf(['Lesson ID', 'Lesson', 'Level'], [String(id), 'Animals', 'Advanced'], ['', 'x', '']);
  const { id: importId } = await transfers.uploadAndCheck('vocabulary', file);
  const { connection } = content.service;
  await connection.collection('import_chunks').deleteMany({ importId });
  await connection
    .collection<{ _id: number }>('imports')
    .updateOne({ _id: importId }, { $unset: { format: 1, table: 1, missing: 1 } });
  expect(await transfers.checkAgain(importId, { create: ['lesson'] })).toMatchObject({
    status: 409,
    body: { message: importMessages.notCorrectable },
  });
  expect(parse((await transfers.downloadExport(`/api/imports/${importId}/refused`)).body)).toHaveLength(2);
  expect(await apply(importId)).toMatchObject({ state: 'applied' });
  await connection
    .collection<{ _id: number }>('imports')
    .updateOne({ _id: importId }, { $unset: { undoUntil: 1 } });
  expect(await importOf(importId)).not.toHaveProperty('undoUntil');
  expect(await content.call('POST', `/api/imports/${importId}/undo`, {})).toMatchObject({ status: 409 });
});

it.each(['csv', 'xlsx'] as const)('has a template as %s whose lines are accepted', async (format) => {
  const response = await content.call<string>(
    'GET',
    `/api/import/vocabulary/template?format=${format}`,
    undefined,
    {
      text: true,
    },
  );
  expect(response.headers['content-disposition']).toBe(
    `attachment; filename="vocabulary-template.${format}"`,
  );
  expect(response.status).toBe(200);
});

describe('an export that is changed and imported', () => {
  const word = fc.constantFrom(
    '=1+1',
    'សេះ',
    "'ឆ្មា",
    '-2',
    'ka: [x]',
    '1.0',
    '00',
    'ស្រី\u200Bស្អាត',
    '"q"',
    'TRUE',
  );
  const school = fc.array(
    fc.record({
      words: fc.array(fc.tuple(word, word, word), { minLength: 1, maxLength: 3 }),
      isDraft: fc.boolean(),
    }),
    { minLength: 1, maxLength: 3 },
  );

  it('changes exactly what was changed in it, as CSV and as Excel', async () => {
    await fc.assert(
      fc.asyncProperty(
        school,
        fc.nat(),
        fc.constantFrom('Level', 'Description', 'Pronunciation', 'Khmer', 'none'),
        fc.boolean(),
        async (lessons, seed, column, isExcel) => {
          await content.service.connection.collection('lessons').deleteMany({});
          for (const [at, { words, isDraft }] of lessons.entries())
            await content.createLesson({
              ...{ ...parents, title: `មេរៀន =${at}`, status: isDraft ? 'draft' : 'published' },
              sections: [
                {
                  title: 'ពាក្យ',
                  content: words
                    .map((parts, n) =>
                      parts
                        .map((part) => part.replace(/([[\]:\\])/g, '\\$1'))
                        .map((part, i) => (i === 0 ? `${n} ${part}` : part)),
                    )
                    .map(([english, phonemic, khmer]) => `${english} [${phonemic}] : ${khmer}`)
                    .join('\n'),
                },
              ],
            });
          const before = (await allOf()).lessons;
          const rows = await exported(isExcel ? 'xlsx' : 'csv');
          const at = (rows[0] ?? []).indexOf(column);
          const chosen = rows[1 + (seed % (rows.length - 1))];
          const id = chosen?.[0];
          const value = column === 'Level' ? 'Intermediate' : 'ថ្មី';
          // A field of the lesson is in all of its rows.
          for (const row of rows)
            if (at >= 0 && (row === chosen || (at < 6 && row[0] === id))) row[at] = value;
          const done = await transfers.importFile('vocabulary', await saved(rows, isExcel));
          expect(done).toMatchObject({ state: 'applied', problem: null, counts: { create: 0, refuse: 0 } });
          const after = (await allOf()).lessons;
          const other = (list: Lesson[]) => list.filter((lesson) => String(lesson.id) !== id);
          expect(other(after)).toEqual(other(before));
          if (column === 'none') expect(after).toEqual(before);
          const [old, now] = [before, after].map((list) => list.find((lesson) => String(lesson.id) === id));
          if (column === 'Level') expect(now).toEqual({ ...old, level: value });
          if (column === 'Description') expect(now).toEqual({ ...old, description: value });
          const lines = (lesson?: Lesson) => lesson?.sections[0]?.content.split('\n') ?? [];
          const changed = lines(now).filter((line, n) => line !== lines(old)[n]);
          expect(changed.length).toBe(column === 'Pronunciation' || column === 'Khmer' ? 1 : 0);
        },
      ),
      { numRuns: depth(6, 60) },
    );
  });

  async function exported(format: 'csv' | 'xlsx'): Promise<string[][]> {
    const url = `/api/export/vocabulary?format=${format}`;
    if (format === 'csv') return parse((await transfers.downloadExport(url)).body, { bom: true });
    const { body } = await content.call<Buffer>('GET', url, undefined, { bytes: true });
    return readSpreadsheet(body);
  }

  const saved = async (rows: string[][], isExcel: boolean) =>
    isExcel
      ? writeSpreadsheet(rows)
      : rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n');
});
