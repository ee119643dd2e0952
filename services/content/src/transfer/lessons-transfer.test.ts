import { type Import, importMessages, type Lesson, type MainLesson } from '@khmer-learning/contracts';
import { createQueryProfiler, createTransferClient, type TransferClient } from '@khmer-learning/test-kit';
import { buildLessonBody, section, startContent, type TestContent } from '../content.test-kit.ts';
import { mainLessonTitleKeys } from '../migrations/0003-main-lesson-title-keys.ts';
import { mainLessonTitleKey } from '../parents/parents.ts';

interface LessonsFile {
  format: string;
  version: number;
  mainLessons: Record<string, unknown>[];
  lessonTypes: Record<string, unknown>[];
  lessons: Record<string, unknown>[];
}

let content: TestContent;
let transfers: TransferClient;

beforeAll(async () => {
  content = await startContent();
  transfers = createTransferClient(content.call);
});
afterAll(() => content.close());
afterEach(async () => {
  for (const name of ['lessons', 'main_lessons', 'lesson_types'])
    await content.service.connection.collection(name).deleteMany({});
});

const freeText = {
  title: 'Story',
  content: 'A boat, ទូក',
  html: '<p>A <strong>boat</strong>, ទូក</p>',
  ops: [{ insert: 'A ' }, { insert: 'boat', attributes: { bold: true } }, { insert: ', ទូក' }],
};
const pictures = {
  title: 'Pictures',
  content: 'A boat',
  html:
    '<p><img src="/uploads/boat.png" alt="A &quot;boat&quot; &amp; ទូក" />' +
    '<img src="data:image/png;base64,iVBORw0KGgo=" alt="ផ្សារ" /></p>',
  ops: null,
};

/** Two main lessons, a type, three lessons. */
async function createSampleContent(of = content): Promise<{ main: MainLesson; lessons: Lesson[] }> {
  const main = await of.createMainLesson({
    title: 'First Words',
    free: false,
    price: 499,
    status: 'published',
  });
  const other = await of.createMainLesson({ title: 'ទន្លេ' });
  const type = await of.createLessonType({ title: 'Vocabulary' });
  const into = { mainLessonId: main.id, lessonTypeId: type.id };
  return {
    main,
    lessons: [
      await of.createLesson({ ...into, title: 'Asking', status: 'published', sections: [section, freeText] }),
      await of.createLesson({ ...into, title: 'Answering', image: 'boat.png' }),
      await of.createLesson({
        ...into,
        mainLessonId: other.id,
        title: '"Quotes", commas\nand lines',
        level: 'Advanced',
      }),
    ],
  };
}

async function exported(query = '', of = transfers): Promise<LessonsFile> {
  const { status, body } = await of.downloadExport(`/api/export/lessons${query}`);
  expect(status).toBe(200);
  return JSON.parse(body) as LessonsFile;
}

/** The contents of a file without the fields that every database assigns anew. */
function withoutIds(file: LessonsFile) {
  const bare = ({ id: _id, createdAt: _at, mainLessonId: _parent, ...fields }: Record<string, unknown>) =>
    fields;
  return {
    mainLessons: file.mainLessons.map(bare),
    lessonTypes: file.lessonTypes.map(bare),
    lessons: file.lessons.map(bare),
  };
}

/** A file with one lesson and the lists that it needs. */
function fileWith(lesson: Record<string, unknown>, change: Partial<LessonsFile> = {}): string {
  const { mainLessonId: _parent, lessonTypeId: _type, ...body } = buildLessonBody();
  return JSON.stringify({
    format: 'khmer-learning/lessons',
    version: 1,
    mainLessons: [{ title: 'Basics', description: 'The start', imageCover: 'cover.png' }],
    lessonTypes: [{ title: 'Reading', icon: '📖' }],
    lessons: [{ mainLesson: 'Basics', lessonType: 'Reading', ...body, ...lesson }],
    ...change,
  });
}

/** A file with this value in place of its lessons. */
const fileOf = (lessons: string) => fileWith({}).replace(/"lessons":\[.*/, () => `"lessons":${lessons}}`);

const stored = () =>
  content.call<{ lessons: Lesson[] }>('GET', '/api/lessons?limit=100').then(({ body }) => body.lessons);

/** The contents of the collections that an import may write to. */
async function snapshotCollections() {
  const names = ['lessons', 'main_lessons', 'lesson_types', 'parent_lanes', 'outbox'];
  return Promise.all(names.map((name) => content.service.connection.collection(name).countDocuments()));
}

describe('exporting lessons', () => {
  it('downloads a file in the order of the catalogue, with main lessons and lesson types', async () => {
    await createSampleContent();
    const answer = await transfers.downloadExport('/api/export/lessons');
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="lessons-\d{4}-\d\d-\d\d\.json"$/),
    });
    const file = JSON.parse(answer.body) as LessonsFile;
    expect(file).toMatchObject({ format: 'khmer-learning/lessons', version: 1 });
    expect(file.mainLessons.map(({ title }) => title)).toEqual(['First Words', 'ទន្លេ']);
    expect(file.lessonTypes).toMatchObject([{ title: 'Vocabulary', icon: '📖', iconMode: 'raw' }]);
    expect(file.lessons).toMatchObject([
      { mainLesson: 'First Words', lessonType: 'Vocabulary', title: 'Asking', status: 'published' },
      { title: 'Answering', image: 'boat.png', status: 'draft' },
      { mainLesson: 'ទន្លេ', title: '"Quotes", commas\nand lines', level: 'Advanced' },
    ]);
    expect(file.lessons[0]?.sections).toEqual([{ html: null, ops: null, ...section }, freeText]);
  });

  it('can be limited to one main lesson and the types it uses; an unknown one is a 404', async () => {
    const { main } = await createSampleContent();
    await content.createLessonType({ title: 'Unused' });
    const file = await exported(`?mainLessonId=${main.id}`);
    expect(withoutIds(file)).toMatchObject({
      mainLessons: [{ title: 'First Words' }],
      lessonTypes: [{ title: 'Vocabulary' }],
      lessons: [{ title: 'Asking' }, { title: 'Answering' }],
    });
    const unknown = await content.call('GET', '/api/export/lessons?mainLessonId=999');
    expect(unknown).toMatchObject({ status: 404, body: { message: 'Main lesson not found' } });
  });

  it('without lessons gives a file with empty lists', async () => {
    expect(withoutIds(await exported())).toEqual({ mainLessons: [], lessonTypes: [], lessons: [] });
  });
});

describe('a file of lessons', () => {
  it('imports the same content into an empty database', async () => {
    await createSampleContent();
    const { body } = await transfers.downloadExport('/api/export/lessons');
    const elsewhere = await startContent();
    try {
      const there = createTransferClient(elsewhere.call);
      expect(await there.importFile('lessons', body)).toMatchObject({ state: 'applied', problem: null });
      expect(withoutIds(await exported('', there))).toEqual(withoutIds(JSON.parse(body) as LessonsFile));
      const { body: lessons } = await elsewhere.call<{ lessons: Lesson[] }>(
        'GET',
        '/api/lessons?search=boat&limit=9',
      );
      expect(lessons.lessons).toMatchObject([{ title: 'Asking' }]);
      const event = await elsewhere.waitForEvent('lesson', lessons.lessons[0]?.id ?? 0, 1);
      expect(event).toMatchObject({ state: { title: 'Asking' }, actor: { id: 2, role: 'teacher' } });
    } finally {
      await elsewhere.close();
    }
  });

  it('that was just exported changes nothing, and reports each line as unchanged', async () => {
    await createSampleContent();
    const before = await snapshotCollections();
    const { body } = await transfers.downloadExport('/api/export/lessons');
    const { id, counts } = await transfers.uploadAndCheck('lessons', body);
    expect(counts).toEqual({ create: 0, change: 0, unchanged: 6, refuse: 0 });
    expect(await transfers.listLines(id)).toMatchObject([
      { line: 1, thing: 'main lesson', title: 'First Words', outcome: 'unchanged', notes: [] },
      { line: 2, thing: 'main lesson', title: 'ទន្លេ', outcome: 'unchanged' },
      { line: 1, thing: 'lesson type', title: 'Vocabulary', outcome: 'unchanged' },
      { line: 1, thing: 'lesson', title: 'Asking', outcome: 'unchanged' },
      { line: 2, thing: 'lesson', title: 'Answering', outcome: 'unchanged' },
      { line: 3, thing: 'lesson', outcome: 'unchanged' },
    ]);
    await content.call('POST', `/api/imports/${id}/apply`);
    expect(await transfers.waitForState(id, ['applied'])).toMatchObject({ problem: null });
    expect(await stored()).toMatchObject([{ version: 1 }, { version: 1 }, { version: 1 }]);
    expect((await snapshotCollections()).slice(0, 4)).toEqual(before.slice(0, 4));
  });

  it('has the alternative texts of pictures, imports them, and finds them when they alone are changed', async () => {
    const added = await transfers.importFile('lessons', fileWith({ sections: [pictures] }));
    expect(added).toMatchObject({ state: 'applied', counts: { create: 3 } });
    const file = await exported();
    expect(file.lessons).toMatchObject([{ sections: [pictures] }]);

    const described = JSON.stringify(file).replace('ផ្សារ', 'ទីផ្សារ');
    const { id, counts } = await transfers.uploadAndCheck('lessons', described);
    expect(counts).toMatchObject({ create: 0, change: 1, refuse: 0 });
    await content.call('POST', `/api/imports/${id}/apply`);
    await transfers.waitForState(id, ['applied']);
    expect(JSON.stringify((await exported()).lessons[0]?.sections)).toContain('ទីផ្សារ');
  });

  it('reads only the main lessons and lesson types that it names, of thousands', async () => {
    await createSampleContent();
    const file = await exported();
    const { connection } = content.service;
    const mainLessons = connection.collection<{ _id: number; titleKey: string }>('main_lessons');
    const lessonTypes = connection.collection<{ _id: number; titleKey: string }>('lesson_types');
    const [main, type] = [await mainLessons.findOne({}), await lessonTypes.findOne({})];
    const many = Array.from({ length: 3_000 }, (_, index) => ({
      ...{ _id: 10_000 + index, title: `Unit ${index}`, titleKey: `unit ${index}` },
    }));
    await mainLessons.insertMany(
      many.map((row) => ({ ...main, ...row, titleKey: mainLessonTitleKey(row.title) })),
    );
    await lessonTypes.insertMany(many.map((row) => ({ ...type, ...row })));
    const [first] = file.lessons;
    file.lessons.push({
      ...first,
      id: undefined,
      mainLesson: 'UNIT  7',
      mainLessonId: undefined,
      lessonType: 'Unit 8',
    });
    const profile = await createQueryProfiler(connection, ['main_lessons', 'lesson_types']);
    let started: Import | undefined;
    const reads = await profile.captureReads(async () => {
      started = await transfers.uploadAndCheck('lessons', JSON.stringify(file));
    });
    await profile.stop();
    expect(started?.counts).toMatchObject({ create: 1, refuse: 0 });
    const sum = (name: 'docsExamined' | 'keysExamined') =>
      reads.reduce((total, command) => total + (command[name] ?? 0), 0);
    expect(reads.length).toBeGreaterThan(0);
    expect(sum('docsExamined')).toBeLessThanOrEqual(20);
    expect(sum('keysExamined')).toBeLessThanOrEqual(60);
  });

  it('finds main lessons that were stored before they had title keys', async () => {
    await createSampleContent();
    const file = await exported();
    const { connection, config } = content.service;
    await connection.collection('main_lessons').updateMany({}, { $unset: { titleKey: 1 } });
    for (let run = 0; run < 2; run += 1) await mainLessonTitleKeys.up(connection, config);
    const lessons = file.lessons.map((lesson) => ({ ...lesson, mainLessonId: undefined }));
    const { counts } = await transfers.uploadAndCheck(
      'lessons',
      JSON.stringify({ ...file, mainLessons: [], lessons }),
    );
    expect(counts).toEqual({ create: 0, change: 0, unchanged: 4, refuse: 0 });
  });

  it('changes the lessons that differ, and reports the changed fields', async () => {
    const { lessons } = await createSampleContent();
    const file = await exported();
    Object.assign(file.lessons[0] ?? {}, {
      title: 'Asked',
      mainLesson: 'ទន្លេ',
      mainLessonId: 0,
      status: undefined,
    });
    Object.assign(file.lessons[1] ?? {}, {
      sections: [{ title: 'New', content: 'cat: ឆ្មា', html: '<script>x</script><p>cat</p>' }],
    });
    Object.assign(file.mainLessons[0] ?? {}, { description: 'Other' });
    const { id, counts } = await transfers.uploadAndCheck('lessons', JSON.stringify(file));
    expect(counts).toEqual({ create: 0, change: 2, unchanged: 4, refuse: 0 });
    expect(await transfers.listLines(id, 'change')).toMatchObject([
      { line: 1, title: 'Asked', notes: ['Main lesson', 'Title'] },
      { line: 2, title: 'Answering', notes: ['Sections'] },
    ]);
    expect((await transfers.listLines(id))[0]).toMatchObject({ notes: ['Stored values kept: description'] });
    expect(await stored()).toMatchObject([{ version: 1 }, { version: 1 }, { version: 1 }]);

    await content.call('POST', `/api/imports/${id}/apply`);
    await transfers.waitForState(id, ['applied']);
    const [, answering, asked] = await stored();
    expect(asked).toMatchObject({ id: lessons[0]?.id, title: 'Asked', status: 'published', version: 2 });
    expect(asked?.mainLessonId).toBe(lessons[2]?.mainLessonId);
    expect(answering).toMatchObject({ version: 2, sections: [{ title: 'New', html: '<p>cat</p>' }] });
  });

  it('matches a stored lesson only by id and time of creation, and sets neither id nor version nor owner', async () => {
    const { lessons } = await createSampleContent();
    const own = { id: lessons[0]?.id, createdAt: '2020-01-01T00:00:00.000Z' };
    const more = {
      version: 77,
      updatedAt: own.createdAt,
      actor: 1,
      visibility: 'public',
      position: -5,
      owner: 9,
    };
    const { state } = await transfers.importFile('lessons', fileWith({ ...own, ...more, title: 'Stranger' }));
    expect(state).toBe('applied');
    const stranger = (await stored()).find(({ title }) => title === 'Stranger');
    expect(stranger).toMatchObject({ version: 1, status: 'draft' });
    expect(stranger?.id).toBeGreaterThan(lessons[2]?.id ?? 0);
    expect(stranger?.position).toBeGreaterThan(0);
    expect(stranger?.createdAt).not.toBe(own.createdAt);
    expect((await content.call<Lesson>('GET', `/api/lessons/${own.id}`)).body).toMatchObject({
      title: 'Asking',
      version: 1,
    });
  });

  it('matches main lessons and lesson types by title in any case, and creates those in its own lists', async () => {
    const { main } = await createSampleContent();
    const file = fileWith({ mainLesson: 'FIRST words', lessonType: 'vocabulary' });
    expect(await transfers.importFile('lessons', file)).toMatchObject({
      state: 'applied',
      counts: { create: 3, change: 0, unchanged: 0, refuse: 0 },
    });
    const [lesson] = await stored();
    expect(lesson).toMatchObject({ mainLessonId: main.id, lessonType: { title: 'Vocabulary' } });
    const { body } = await content.call<{ mainLessons: MainLesson[] }>('GET', '/api/main-lessons');
    expect(body.mainLessons.map(({ title }) => title)).toContain('Basics');
  });

  it('matches a stored lesson whose time of creation another program has rewritten', async () => {
    const {
      lessons: [lesson],
    } = await createSampleContent();
    const exact = String(lesson?.createdAt);
    const file = await exported();
    for (const createdAt of [
      exact.replace('Z', '+00:00'),
      exact.replace('Z', '000+00:00'),
      exact.replace(/\.\d+Z/, 'Z'),
      exact.replace('T', ' ').replace('Z', ''),
      `${new Date(Date.parse(exact) + 7 * 60 * 60 * 1_000).toISOString().slice(0, -1)}+0700`,
    ]) {
      Object.assign(file.lessons[0] ?? {}, { createdAt });
      const { counts } = await transfers.uploadAndCheck('lessons', JSON.stringify(file));
      expect({ createdAt, ...counts }).toEqual({ createdAt, create: 0, change: 0, unchanged: 6, refuse: 0 });
    }
    const other = new Date(Date.parse(exact) + 1).toISOString();
    Object.assign(file.lessons[0] ?? {}, { createdAt: other });
    expect(await transfers.uploadAndCheck('lessons', JSON.stringify(file))).toMatchObject({
      counts: { create: 1 },
    });
  });

  it('creates one lesson type of several that differ only in case or invisible characters', async () => {
    const titles = ['Def', 'def', ' Def\u200B', 'DEF '];
    const [lesson] = (JSON.parse(fileWith({})) as LessonsFile).lessons;
    const file = fileWith(
      {},
      {
        lessonTypes: [{ title: 'def' }, ...titles.map((title, n) => ({ id: n + 1, title, icon: '📖' }))],
        lessons: titles.map((lessonType) => ({ ...lesson, lessonType })),
      },
    );
    const { id } = await transfers.uploadAndCheck('lessons', file);
    const types = (await transfers.listLines(id)).filter(({ thing }) => thing === 'lesson type');
    expect(types.map(({ title, outcome, notes }) => [title, outcome, ...notes])).toEqual([
      ['def', 'refuse', 'Icon is required'],
      ['Def', 'create'],
      ...titles
        .slice(1)
        .map((title) => [title, 'unchanged', 'Named like an earlier lesson type of the file']),
    ]);
    await content.call('POST', `/api/imports/${id}/apply`);
    expect(await transfers.waitForState(id, ['applied', 'failed'])).toMatchObject({ state: 'applied' });
    expect((await stored()).map(({ lessonType }) => lessonType.title)).toEqual(['Def', 'Def', 'Def', 'Def']);
  });

  it('keeps byte order marks within texts', async () => {
    await createSampleContent();
    const file = await exported();
    Object.assign(file.lessons[0] ?? {}, { title: '\uFEFFx\uFEFFy' });
    await transfers.importFile('lessons', JSON.stringify(file));
    expect(await transfers.uploadAndCheck('lessons', JSON.stringify(await exported()))).toMatchObject({
      counts: { create: 0, change: 0, unchanged: 6, refuse: 0 },
    });
    expect((await stored()).map(({ title }) => title)).toContain('\uFEFFx\uFEFFy');
  });

  it('may be far larger than any of its items', async () => {
    const { lessons } = JSON.parse(
      fileWith({ sections: [{ title: 'Long', content: 'ក '.repeat(60_000) }] }),
    ) as LessonsFile;
    const many = Array.from({ length: 30 }, () => lessons[0] ?? {});
    const { state, problem, counts } = await transfers.uploadAndCheck(
      'lessons',
      fileWith({}, { lessons: many }),
    );
    expect({ state, problem, counts }).toMatchObject({
      state: 'checked',
      problem: null,
      counts: { create: 32 },
    });
  });

  it.each([
    ['with a byte order mark', Buffer.from('\uFEFF')],
    ['without one', Buffer.alloc(0)],
  ])('may be in UTF-16 %s', async (_how, mark) => {
    const file = Buffer.concat([mark, Buffer.from(fileWith({ title: 'ទន្លេ 😀' }))]).toString('utf8');
    for (const encoded of [Buffer.from(file, 'utf16le'), Buffer.from(file, 'utf16le').swap16()])
      expect(await transfers.importFile('lessons', encoded)).toMatchObject({ state: 'applied' });
    expect((await stored()).map(({ title }) => title)).toEqual(['ទន្លេ 😀', 'ទន្លេ 😀']);
  });

  it('may have its fields in any order and a byte order mark before them', async () => {
    const { format, version, lessons, ...lists } = JSON.parse(fileWith({ title: 'Late' })) as LessonsFile;
    const { state } = await transfers.importFile(
      'lessons',
      `\uFEFF${JSON.stringify({ lessons, ...lists, version, format }, null, 2)}`,
    );
    expect(state).toBe('applied');
    expect(await stored()).toMatchObject([{ title: 'Late' }]);
  });
});

it.each(['x\uFEFFy', '\uFEFFx', 'x\u00ADy\u200E', 'ទៅ\u200Bណា'])(
  'a lesson with the invisible characters of %j is unchanged by its own export',
  async (text) => {
    const main = await content.createMainLesson({ title: `Basics ${text}` });
    const type = await content.createLessonType({ title: `Reading ${text}` });
    await content.createLesson({
      mainLessonId: main.id,
      lessonTypeId: type.id,
      title: text,
      sections: [{ ...section, content: text }],
    });
    const { counts } = await transfers.uploadAndCheck('lessons', JSON.stringify(await exported()));
    expect(counts).toEqual({ create: 0, change: 0, unchanged: 3, refuse: 0 });
  },
);

describe('a line of a file of lessons is refused', () => {
  const long = 'x'.repeat(300_000);
  it.each([
    ['without a title', { title: ' ' }, ['Title is required']],
    ['without a description', { description: undefined }, ['Description is required']],
    [
      'with a level that is none',
      { level: 'Expert' },
      ['Unknown level "Expert". Allowed: Beginner, Intermediate, Advanced'],
    ],
    ['without a level', { level: undefined }, ['Level is required']],
    [
      'with values of other types than the fields',
      {
        title: 5,
        description: {},
        image: 7,
        status: 'public',
        sections: 'Hello',
        mainLesson: 3,
        lessonType: 4,
      },
      [
        'Title must be text',
        'Description must be text',
        'Image must be text',
        'Sections must be a list',
        'Unknown status "public". Allowed: published, draft',
        'Main lesson must be text',
        'Lesson type must be text',
      ],
    ],
    [
      'without a main lesson and a lesson type',
      { mainLesson: undefined, lessonType: undefined },
      ['Main lesson is required', 'Lesson type is required'],
    ],
    ['without sections', { sections: [] }, ['At least one section is required']],
    ['with half of a character', { title: 'a\uD83D' }, ['This text has half of a character. Type it again']],
    [
      'with an empty section',
      { sections: [{ title: '', content: '\u200B' }] },
      ['Section title is required', 'Section content is required'],
    ],
    [
      'with a section that is too large',
      { sections: [{ title: 'Long', content: long }] },
      ['This section is too large'],
    ],
    [
      'that is too large',
      { sections: Array.from({ length: 4 }, () => ({ title: 'Long', content: long.slice(0, 250_000) })) },
      ['This lesson is too large'],
    ],
    ['in a main lesson nobody knows', { mainLesson: 'Nowhere' }, ['Main lesson "Nowhere" not found']],
    ['of a type nobody knows', { lessonType: 'Dance' }, ['Lesson type "Dance" not found']],
    ['with an operator in place of a text', { title: { $gt: '' } }, ['Title must be text']],
  ])('%s', async (_what, lesson, notes) => {
    const { id, counts } = await transfers.uploadAndCheck('lessons', fileWith(lesson));
    expect(counts).toMatchObject({ refuse: 1 });
    expect(await transfers.listLines(id, 'refuse')).toMatchObject([{ line: 1, thing: 'lesson', notes }]);
  });

  it.each([
    [
      'a paid main lesson without a price',
      { mainLessons: [{ title: 'Basics', description: 'x', imageCover: 'c.png', free: false }] },
      'Price is required',
    ],
    [
      'a main lesson without a cover',
      { mainLessons: [{ title: 'Basics', description: 'x' }] },
      'Image cover is required',
    ],
    ['a lesson type without an icon', { lessonTypes: [{ title: 'Reading' }] }, 'Icon is required'],
  ])('when its parent cannot be imported: %s', async (_what, change, note) => {
    const { id } = await transfers.uploadAndCheck('lessons', fileWith({}, change));
    const [parent, lesson] = await transfers.listLines(id, 'refuse');
    expect(parent?.notes).toContain(note);
    expect(lesson?.notes[0]).toMatch(/cannot be imported$/);
  });

  it('when it is not a lesson, or has the id of an earlier one', async () => {
    const { lessons } = JSON.parse(fileWith({ id: 5, createdAt: 'then' })) as LessonsFile;
    const { id, counts } = await transfers.uploadAndCheck(
      'lessons',
      fileWith({}, { lessons: [...lessons, ...lessons, 7 as never] }),
    );
    expect(counts).toEqual({ create: 3, change: 0, unchanged: 0, refuse: 2 });
    const [again, number] = await transfers.listLines(id, 'refuse');
    expect(again?.notes).toEqual(['ID 5 appears more than once in the file']);
    expect(number).toMatchObject({ line: 3, title: '' });
  });

  it('and when no other line is left, nothing is applied', async () => {
    const before = await snapshotCollections();
    const { id } = await transfers.uploadAndCheck(
      'lessons',
      fileWith({ level: 'Expert' }, { mainLessons: [], lessonTypes: [] }),
    );
    const message = 'No line of this file can be imported';
    expect(await content.call('POST', `/api/imports/${id}/apply`)).toMatchObject({
      status: 409,
      body: { message },
    });
    expect(await transfers.waitForState(id, ['checked'])).toMatchObject({ state: 'checked' });
    expect(await snapshotCollections()).toEqual(before);
  });
});

describe('the lines that are not refused', () => {
  const titles = (of: readonly Lesson[]) => of.map(({ title }) => title).sort();
  const refusedFile = async (id: number) =>
    JSON.parse((await transfers.downloadExport(`/api/imports/${id}/refused`)).body) as LessonsFile;

  it('are imported without the others, which are mended in a file of their own', async () => {
    const good = (JSON.parse(fileWith({ title: 'Good' })) as LessonsFile).lessons;
    const bad = [
      { ...good[0], id: 71, createdAt: 'then', title: 'Hard', level: 'Expert' },
      { ...good[0], title: undefined, notOurs: 'kept' },
    ];
    const parents = [
      { title: 'Basics', description: 'The start', imageCover: 'cover.png' },
      { title: 'Costly', description: 'Sold', imageCover: 'cover.png', free: false },
    ];
    const file = fileWith({}, { mainLessons: parents, lessons: [...bad, ...good] });
    const { id, counts } = await transfers.uploadAndCheck('lessons', file);
    expect(counts).toEqual({ create: 3, change: 0, unchanged: 0, refuse: 3 });
    const answer = await transfers.downloadExport(`/api/imports/${id}/refused`);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="refused-lines.json"',
    });
    const refused = await refusedFile(id);
    expect(refused).toEqual({
      format: 'khmer-learning/lessons',
      version: 1,
      mainLessons: [parents[0], { ...parents[1], problems: ['Price is required'] }],
      lessonTypes: [{ title: 'Reading', icon: '📖' }],
      lessons: [
        { ...bad[0], problems: ['Unknown level "Expert". Allowed: Beginner, Intermediate, Advanced'] },
        { ...bad[1], title: '', problems: ['Title is required'] },
      ],
    });

    await content.call('POST', `/api/imports/${id}/apply`);
    expect(await transfers.waitForState(id, ['applied', 'failed'])).toMatchObject({
      state: 'applied',
      counts,
    });
    expect(titles(await stored())).toEqual(['Good']);
    expect(await refusedFile(id)).toEqual(refused);

    Object.assign(refused.lessons[0] ?? {}, { level: 'Advanced' });
    Object.assign(refused.lessons[1] ?? {}, { title: 'Named' });
    Object.assign(refused.mainLessons[1] ?? {}, { price: 499 });
    const mended = await transfers.importFile('lessons', JSON.stringify(refused));
    expect(mended).toMatchObject({ state: 'applied', counts: { create: 3, unchanged: 2, refuse: 0 } });
    expect(titles(await stored())).toEqual(['Good', 'Hard', 'Named']);
  });

  it('are in the file of refused lines when the others need them', async () => {
    const { id } = await transfers.uploadAndCheck('lessons', fileWith({ level: 'Expert' }));
    const refused = await refusedFile(id);
    Object.assign(refused.lessons[0] ?? {}, { level: 'Advanced', title: 'Alone' });
    expect(await transfers.importFile('lessons', JSON.stringify(refused))).toMatchObject({
      state: 'applied',
    });
    expect(titles(await stored())).toEqual(['Alone']);
  });

  it('are imported by their owner alone, who alone gets the refused ones', async () => {
    const { id } = await transfers.uploadAndCheck('lessons', fileWith({ level: 'Expert' }));
    for (const [method, path] of [
      ['GET', 'refused'],
      ['POST', 'apply'],
    ] as const)
      expect(
        await content.call(method, `/api/imports/${id}/${path}`, undefined, { as: 'admin' }),
      ).toMatchObject({ status: 404 });
  });
});

describe('a file of thousands of lines that are refused', () => {
  it('lists the first 1,000 of them, and counts the others', async () => {
    const { lessons } = JSON.parse(fileWith({})) as LessonsFile;
    const bad = Array.from({ length: 1_500 }, () => ({}));
    const { id, counts } = await transfers.uploadAndCheck(
      'lessons',
      fileWith({}, { lessons: [...lessons, ...bad] }),
    );
    expect(counts).toEqual({ create: 3, change: 0, unchanged: 0, refuse: 1_500 });
    const { connection } = content.service;
    expect(await connection.collection('import_lines').countDocuments({ importId: id })).toBe(1_003);
    const { body } = await content.call<{ lines: unknown[]; total: number }>(
      'GET',
      `/api/imports/${id}/lines?outcome=refuse&limit=100&offset=900`,
    );
    expect({ lines: body.lines.length, total: body.total }).toEqual({ lines: 100, total: 1_000 });
    expect(await content.call('GET', `/api/imports/${id}/refused`)).toMatchObject({
      status: 409,
      body: { message: 'More than 1,000 lines are refused. Correct the original file and check it again' },
    });
  });

  it('stores only what identifies a line', async () => {
    const long = { title: 'x'.repeat(1_000_000), mainLesson: 'y'.repeat(1_000_000) };
    const { id } = await transfers.uploadAndCheck('lessons', fileWith(long));
    const [line] = await transfers.listLines(id, 'refuse');
    expect(JSON.stringify(line).length).toBeLessThan(5_000);
  });
});

describe('the check of a file', () => {
  it('yields to other work after a few thousand values', async () => {
    const file = fileOf(`[{"title":"x"},${'{},'.repeat(600_000)}{}]`);
    let ticks = 0;
    const others = setInterval(() => {
      ticks += 1;
    }, 1);
    try {
      const { problem } = await transfers.uploadAndCheck('lessons', file);
      expect(problem).toBe(importMessages.tooManyItems);
    } finally {
      clearInterval(others);
    }
    // Without yielding, 15: before and after the file is parsed.
    expect(ticks).toBeGreaterThan(40);
  });
});

describe('a file in another format', () => {
  const zip = Buffer.from('504b0304140000000800', 'hex');
  it.each([
    ['html', '<!doctype html><title>Sign in</title>', 415, 'This file was not exported from this console'],
    ['a zip', zip, 415, 'This file was not exported from this console'],
    ['plain text', 'hello', 415, 'This file was not exported from this console'],
    ['an array', '[1, 2]', 415, 'This file was not exported from this console'],
    ['JSON of another sort', '{"hello": "world"}', 415, 'This file was not exported from this console'],
    ['empty objects', '{}'.repeat(1_000_000), 415, 'This file was not exported from this console'],
    ['nothing', '', 400, 'The file contains nothing to import'],
  ])('is rejected: %s', async (_what, text, status, message) => {
    const chunks = content.service.connection.collection('import_chunks');
    const before = await chunks.countDocuments();
    const answer = await transfers.upload('lessons', { name: 'file.json', content: text });
    expect(answer).toMatchObject({ status, body: { message, issues: [{ path: 'file', message }] } });
    expect(await chunks.countDocuments()).toBe(before);
  });

  it.each([
    [
      'a later version',
      '{"format": "khmer-learning/lessons", "version": 2, "lessons": []}',
      'This file was not exported from this console',
    ],
    [
      'quizzes',
      '{"format": "khmer-learning/quizzes", "version": 1, "quizzes": []}',
      'This file was not exported from this console',
    ],
    [
      'no lessons',
      '{"format": "khmer-learning/lessons", "version": 1, "lessons": []}',
      'The file contains nothing to import',
    ],
    ['in Latin-1', Buffer.from(fileWith({ title: 'café' }), 'latin1'), 'The file is not encoded as UTF-8'],
    ['cut off', fileWith({}).slice(0, -40), 'The file is damaged or incomplete'],
    ['no JSON after all', '{"format": nonsense}', 'The file is damaged or incomplete'],
    ['more after its end', `${fileWith({})}{}`, 'The file is damaged or incomplete'],
    [
      'nested without end',
      `{"lessons": [${'['.repeat(200_000)}`,
      'This file was not exported from this console',
    ],
    [
      'a list of nothing',
      fileOf(`[${'{},'.repeat(1_000_000)}{}]`),
      'This file was not exported from this console',
    ],
    ['a list that is none', fileOf('{"a":{"title":"b"}}'), 'This file was not exported from this console'],
    [
      'too many items',
      fileOf(`[${'{"title":"x"},'.repeat(100_001)}{}]`),
      'The file has more than 100,000 items. Split it into several files',
    ],
    [
      'one lesson of a million sections',
      fileOf(`[{"title":"x","sections":[${'{},'.repeat(1_000_000)}{}]}]`),
      'An item in the file is too large to import',
    ],
    [
      'one endless text',
      `{"lessons": ["${'x'.repeat(5_000_000)}"]}`,
      'An item in the file is too large to import',
    ],
  ])('fails its check: %s', async (_what, text, problem) => {
    const { id, ...failed } = await transfers.uploadAndCheck('lessons', text);
    expect(failed).toMatchObject({ state: 'failed', problem, counts: { create: 0, refuse: 0 } });
    expect(await transfers.listLines(id)).toEqual([]);
    expect(await content.call('POST', `/api/imports/${id}/apply`)).toMatchObject({
      status: 409,
      body: { message: problem },
    });
  });

  it('is rejected when the request contains no file', async () => {
    expect(await transfers.upload('lessons', null)).toMatchObject({
      status: 400,
      body: { message: 'Choose a file to import' },
    });
    const json = await content.call('POST', '/api/import/lessons', { file: 'x' });
    expect(json.status).toBe(415);
  });

  it('of more than 64 MB is refused, and nothing of it stays', async () => {
    const large = Buffer.alloc(64 * 1024 * 1024 + 1, ' ');
    large.write('{');
    const answer = await transfers.upload('lessons', { name: 'file.json', content: large });
    expect(answer).toMatchObject({ status: 413, body: { message: 'The file is larger than 64 MB' } });
    expect(await content.service.connection.collection('import_chunks').countDocuments()).toBe(0);
  });
});

describe('an import', () => {
  it('belongs to the person who started it', async () => {
    const { id } = await transfers.uploadAndCheck('lessons', fileWith({}));
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/lines'],
      ['POST', '/apply'],
      ['DELETE', ''],
    ] as const) {
      const answer = await content.call(method, `/api/imports/${id}${path}`, undefined, { as: 'admin' });
      expect(answer).toMatchObject({ status: 404, body: { message: 'Import not found' } });
    }
    const student = await transfers.upload('lessons', { name: 'x', content: '{}' }, { as: 'student' });
    expect(student.status).toBe(403);
  });

  it('waits while five of its owner are under way', async () => {
    const imports = content.service.connection.collection<{ _id: number }>('imports');
    const ids: number[] = [];
    for (let n = 0; n < 5; n += 1) ids.push((await transfers.uploadAndCheck('lessons', fileWith({}))).id);
    const ofTest = { _id: { $in: ids } };
    await imports.updateMany(ofTest, { $set: { state: 'applying', heldUntil: new Date(8e15) } });
    const file = { name: 'file.json', content: fileWith({}) };
    const chunks = content.service.connection.collection('import_chunks');
    const before = await chunks.countDocuments();
    expect(await transfers.upload('lessons', file)).toMatchObject({
      status: 409,
      body: { message: 'Wait until an import is finished. At most 5 can be under way' },
    });
    expect(await chunks.countDocuments()).toBe(before);
    await imports.deleteMany(ofTest);
    expect(await transfers.upload('lessons', file)).toMatchObject({ status: 201 });
  });

  it('can be discarded, which deletes all its data', async () => {
    const { id } = await transfers.uploadAndCheck('lessons', fileWith({}));
    expect(await content.call('DELETE', `/api/imports/${id}`)).toMatchObject({
      status: 200,
      body: { message: 'Import discarded' },
    });
    expect(await content.call('GET', `/api/imports/${id}`)).toMatchObject({ status: 404 });
    for (const name of ['import_lines', 'import_writes', 'import_chunks'])
      expect(await content.service.connection.collection(name).countDocuments({ importId: id })).toBe(0);
    expect(await content.call('DELETE', `/api/imports/${id}`)).toMatchObject({ status: 404 });
  });

  it('is applied once however often it is requested, and cannot be discarded afterwards', async () => {
    const { id } = await transfers.uploadAndCheck('lessons', fileWith({ title: 'Once' }));
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => content.call<Import>('POST', `/api/imports/${id}/apply`)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    await transfers.waitForState(id, ['applied']);
    expect(await stored()).toMatchObject([{ title: 'Once' }]);
    expect(await content.call('DELETE', `/api/imports/${id}`)).toMatchObject({
      status: 409,
      body: { message: 'This import has already been applied' },
    });
  });

  it('that is never applied expires after a week, and sooner when there are too many', async () => {
    const { connection } = content.service;
    const { id, createdAt } = await transfers.uploadAndCheck('lessons', fileWith({}));
    const row = await connection.collection<{ _id: number; expiresAt: Date }>('imports').findOne({ _id: id });
    expect((row?.expiresAt.getTime() ?? 0) - Date.parse(createdAt)).toBe(7 * 24 * 60 * 60 * 1_000);
    for (const name of ['imports', 'import_lines', 'import_writes', 'import_chunks']) {
      const indexes = await connection.collection(name).indexes();
      expect(indexes).toContainEqual(
        expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }),
      );
    }
    for (let more = 0; more < 5; more += 1) await transfers.uploadAndCheck('lessons', fileWith({}));
    expect(await content.call('GET', `/api/imports/${id}`)).toMatchObject({ status: 404 });
  });
});

describe('a refused lesson that is corrected in place', () => {
  it('is created in the order of the file, with its main lesson from the file', async () => {
    const base = { sections: [section], mainLesson: 'Basics', lessonType: 'Reading' };
    const lesson = (title: string, more: object) => ({
      title,
      description: 'About it',
      level: 'Beginner',
      ...base,
      ...more,
    });
    const { id, counts } = await transfers.uploadAndCheck(
      'lessons',
      fileWith(
        {},
        {
          lessons: [
            lesson('One', {}),
            lesson('Two', { level: 'Expert', mainLesson: 'Basic' }),
            lesson('Three', {}),
            lesson('Four', { sections: 'none' }),
          ],
        },
      ),
    );
    expect(counts).toMatchObject({ create: 4, refuse: 2 });
    const [two, four] = await transfers.listLines(id, 'refuse');
    expect(four?.correction?.cells.map(({ name }) => name)).not.toContain('sections');
    const problems = two?.correction?.cells.filter((cell) => cell.problems.length > 0);
    expect(problems).toMatchObject([
      { name: 'mainLesson', value: 'Basic', problems: ['Main lesson "Basic" not found'] },
      { name: 'level', value: 'Expert', problems: [expect.stringMatching(/level/i)] },
    ]);
    const correct = (cells: Record<string, string>) =>
      transfers.checkAgain(id, { lines: [{ place: two?.correction?.place ?? -1, cells }] });
    await correct({ level: 'Advanced' });
    expect(await transfers.listLines(id, 'refuse')).toMatchObject([
      { outcome: 'refuse', notes: ['Main lesson "Basic" not found'] },
      { title: 'Four' },
    ]);
    expect((await correct({ mainLesson: 'basics' })).body).toMatchObject({
      counts: { create: 5, refuse: 1 },
    });
    await content.call('POST', `/api/imports/${id}/apply`);
    expect(await transfers.waitForState(id, ['applied', 'failed'])).toMatchObject({
      state: 'applied',
      progress: { done: 5, total: 5 },
    });
    const created = (await stored()).sort((one, other) => one.id - other.id);
    expect(created.map(({ title, level }) => [title, level])).toEqual([
      ['One', 'Beginner'],
      ['Two', 'Advanced'],
      ['Three', 'Beginner'],
    ]);
  });
});
