import type { Quiz } from '@khmer-learning/contracts';
import { createTransferClient, type TransferClient } from '@khmer-learning/test-kit';
import { lessonTitleKeys } from '../migrations/0004-lesson-title-keys.ts';
import {
  buildLessonEvent,
  buildMainLessonEvent,
  buildQuizBody,
  question,
  startQuizzes,
  type TestQuizzes,
} from '../quizzes.test-kit.ts';

interface QuizzesFile {
  format: string;
  version: number;
  quizzes: Record<string, unknown>[];
}

let quizzes: TestQuizzes;
let transfers: TransferClient;

async function publishSampleLessons(of: TestQuizzes): Promise<void> {
  await of.publish(
    buildMainLessonEvent(1, 1, {}),
    buildMainLessonEvent(2, 1, {}),
    buildLessonEvent(1, 1, { title: 'The river' }),
    buildLessonEvent(2, 1, { title: 'The boat', mainLessonId: 2 }),
    buildLessonEvent(3, 1, { title: 'Twins' }),
    buildLessonEvent(4, 1, { title: 'Twins' }),
    buildLessonEvent(7, 1, { title: 'Twins' }),
  );
  await of.waitUntilConsumed();
}

beforeAll(async () => {
  quizzes = await startQuizzes();
  transfers = createTransferClient(quizzes.call, '/api/quiz-imports');
  await publishSampleLessons(quizzes);
});
afterAll(() => quizzes.close());
afterEach(() => quizzes.service.connection.collection('quizzes').deleteMany({}));

async function exported(query = '', of = transfers): Promise<QuizzesFile> {
  const { status, body } = await of.downloadExport(`/api/export/quizzes${query}`);
  expect(status).toBe(200);
  return JSON.parse(body) as QuizzesFile;
}

/** The contents of a file without the fields that every database assigns anew. */
const withoutIds = (file: QuizzesFile) =>
  file.quizzes.map(({ id: _id, createdAt: _at, ...fields }) => fields);

function fileWith(...changes: Record<string, unknown>[]): string {
  const { lessonId: _lesson, ...body } = buildQuizBody();
  return JSON.stringify({
    format: 'khmer-learning/quizzes',
    version: 1,
    quizzes: changes.map((change) => ({ lesson: { title: 'The river' }, ...body, ...change })),
  });
}

const stored = () => quizzes.call<Quiz[]>('GET', '/api/quizzes').then(({ body }) => body);

describe('exporting quizzes', () => {
  it('downloads a file that references lessons by id and title', async () => {
    await quizzes.createQuiz({ status: 'active' });
    await quizzes.createQuiz({ lessonId: 2, title: 'Parts of a boat' });
    const { headers } = await transfers.downloadExport('/api/export/quizzes');
    expect(headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': expect.stringMatching(/^attachment; filename="quizzes-\d{4}-\d\d-\d\d\.json"$/),
    });
    expect(await exported()).toMatchObject({
      format: 'khmer-learning/quizzes',
      version: 1,
      quizzes: [
        { lesson: { id: 1, title: 'The river' }, status: 'active', questions: [{ id: 1, ...question }] },
        { lesson: { id: 2, title: 'The boat' }, title: 'Parts of a boat', status: 'draft' },
      ],
    });
  });

  it('can be limited to a main lesson; an unknown one is a 404', async () => {
    await quizzes.createQuiz();
    await quizzes.createQuiz({ lessonId: 2, title: 'Parts of a boat' });
    expect(withoutIds(await exported('?mainLessonId=2'))).toMatchObject([{ title: 'Parts of a boat' }]);
    expect(await quizzes.call('GET', '/api/export/quizzes?mainLessonId=9')).toMatchObject({
      status: 404,
      body: { message: 'Main lesson not found' },
    });
  });
});

describe('a file of quizzes', () => {
  it('imports the same quizzes into an empty database', async () => {
    await quizzes.createQuiz({ status: 'active', questions: [question, { ...question, question: 'ទឹក?' }] });
    await quizzes.createQuiz({ lessonId: 2, title: 'Parts of a boat' });
    const { body } = await transfers.downloadExport('/api/export/quizzes');
    const { connection } = quizzes.service;
    await connection.collection('quizzes').deleteMany({});
    expect(await transfers.importFile('quizzes', body)).toMatchObject({
      state: 'applied',
      counts: { create: 2, change: 0, unchanged: 0, refuse: 0 },
    });
    expect(withoutIds(await exported())).toEqual(withoutIds(JSON.parse(body) as QuizzesFile));
    const [boat] = await stored();
    expect(await quizzes.waitForEvent(boat?.id ?? 0, 1)).toMatchObject({
      actor: { id: 2 },
      state: { title: 'Parts of a boat' },
    });
    const analytics = await quizzes.call('GET', `/api/quizzes/${boat?.id}/analytics`);
    expect(analytics).toMatchObject({ status: 200, body: { completions: 0 } });
  });

  it('carries whether a quiz is for practice; a file that does not say leaves it', async () => {
    await quizzes.createQuiz({ isPractice: true });
    const file = await exported();
    expect(file.quizzes).toMatchObject([{ isPractice: true }]);
    Object.assign(file.quizzes[0] ?? {}, { title: 'Rivers', isPractice: undefined });
    await transfers.importFile('quizzes', JSON.stringify(file));
    expect(await stored()).toMatchObject([{ title: 'Rivers', isPractice: true }]);
    Object.assign(file.quizzes[0] ?? {}, { isPractice: false });
    const { id } = await transfers.importFile('quizzes', JSON.stringify(file));
    expect(await transfers.listLines(id)).toMatchObject([{ notes: ['Practice'] }]);
    expect(await stored()).toMatchObject([{ isPractice: false }]);
    await transfers.importFile('quizzes', fileWith({ title: 'New', isPractice: true }));
    expect(await stored()).toEqual(
      expect.arrayContaining([expect.objectContaining({ title: 'New', isPractice: true })]),
    );
  });

  it('that was just exported changes nothing', async () => {
    await quizzes.createQuiz();
    const { body } = await transfers.downloadExport('/api/export/quizzes');
    const { id, counts } = await transfers.uploadAndCheck('quizzes', body);
    expect(counts).toEqual({ create: 0, change: 0, unchanged: 1, refuse: 0 });
    await quizzes.call('POST', `/api/quiz-imports/${id}/apply`);
    await transfers.waitForState(id, ['applied']);
    expect(await stored()).toMatchObject([{ version: 1 }]);
  });

  it('changes what differs, and keeps the ids of the questions that stay', async () => {
    const { id: quizId } = await quizzes.createQuiz();
    const file = await exported();
    const [own] = file.quizzes;
    Object.assign(own ?? {}, {
      title: 'Rivers',
      status: undefined,
      lesson: { title: 'The boat' },
      questions: [{ id: 77, ...question, question: 'New?' }, ...((own?.questions ?? []) as object[])],
    });
    const { id, counts } = await transfers.uploadAndCheck('quizzes', JSON.stringify(file));
    expect(counts).toMatchObject({ change: 1 });
    expect(await transfers.listLines(id)).toMatchObject([
      { line: 1, thing: 'quiz', title: 'Rivers', notes: ['Lesson', 'Title', 'Questions'] },
    ]);
    expect(await stored()).toMatchObject([{ version: 1, title: 'The river' }]);
    await quizzes.call('POST', `/api/quiz-imports/${id}/apply`);
    await transfers.waitForState(id, ['applied']);
    expect(await stored()).toMatchObject([
      {
        id: quizId,
        version: 2,
        title: 'Rivers',
        lessonId: 2,
        questions: [{ id: 2, question: 'New?' }, { id: 1 }],
      },
    ]);
  });

  it('sets neither ids nor versions, and matches a stored quiz only by id and time of creation', async () => {
    const { id } = await quizzes.createQuiz();
    const { state } = await transfers.importFile(
      'quizzes',
      fileWith({
        id,
        createdAt: '2020-01-01T00:00:00.000Z',
        version: 9,
        title: 'Other',
        questions: [{ id: 50, ...question }],
      }),
    );
    expect(state).toBe('applied');
    expect(await stored()).toMatchObject([
      { id: id + 1, title: 'Other', version: 1, questions: [{ id: 1 }] },
      { id, title: 'The river', version: 1 },
    ]);
  });

  it('finds lessons by title whatever its case, spaces and invisible characters', async () => {
    for (const lesson of [
      { title: 'The boat ' },
      { title: ' the  BOAT' },
      { title: 'The\u200B boat' },
      { id: 2, title: 'the boat\u00A0' },
    ])
      expect(await transfers.uploadAndCheck('quizzes', fileWith({ lesson }))).toMatchObject({
        counts: { create: 1, refuse: 0 },
      });
  });

  it('finds lessons that were stored before they had title keys', async () => {
    const { connection, config } = quizzes.service;
    await connection.collection('lessons').updateMany({}, { $unset: { titleKey: 1 } });
    for (let run = 0; run < 2; run += 1) await lessonTitleKeys.up(connection, config);
    expect(await transfers.uploadAndCheck('quizzes', fileWith({}))).toMatchObject({ counts: { create: 1 } });
  });

  it('matches a stored quiz whose time of creation another program has rewritten', async () => {
    await quizzes.createQuiz();
    const file = await exported();
    const createdAt = String(file.quizzes[0]?.createdAt);
    for (const rewritten of [createdAt.replace('Z', '+00:00'), createdAt.replace(/\.\d+/, '')]) {
      Object.assign(file.quizzes[0] ?? {}, { createdAt: rewritten });
      expect(await transfers.uploadAndCheck('quizzes', JSON.stringify(file))).toMatchObject({
        counts: { create: 0, unchanged: 1 },
      });
    }
  });

  it('reports why lines are refused, and imports the others', async () => {
    const bare = { title: '', description: '', questions: [] };
    const wrong = [{ ...question, correctAnswer: 'Neither' }];
    const { id } = await transfers.uploadAndCheck(
      'quizzes',
      fileWith(
        bare,
        { questions: wrong },
        { lesson: { id: 9, title: 'Nowhere' } },
        { lesson: { title: 'Twins' } },
        { lesson: { id: 7, title: 'Twins' } },
        { lesson: null },
        { id: 5 },
        { id: 5 },
        { title: 7, lesson: 'River', status: 'published', isPractice: 'no', questions: 'none' },
        { questions: [{ ...question, options: 'a, b' }] },
      ),
    );
    const refused = await transfers.listLines(id, 'refuse');
    expect(refused.map(({ line, notes }) => [line, ...notes])).toEqual([
      [1, 'Title is required', 'Description is required', 'At least one question is required'],
      [2, 'Correct answer is required'],
      [3, 'Lesson "Nowhere" not found'],
      [4, 'More than one lesson is named "Twins"'],
      [6, 'Lesson is required'],
      [8, 'ID 5 appears more than once in the file'],
      [
        9,
        'Lesson must be an object with the title of a lesson',
        'Title must be text',
        'Questions must be a list',
        'Unknown status "published". Allowed: active, draft',
        'Practice must be true or false',
      ],
      [10, 'Options must be a list'],
    ]);
    const file = JSON.parse((await transfers.downloadExport(`/api/quiz-imports/${id}/refused`)).body);
    expect(file).toMatchObject({ format: 'khmer-learning/quizzes', version: 1 });
    expect(file.quizzes).toHaveLength(refused.length);
    expect(file.quizzes[1]).toMatchObject({
      title: expect.any(String),
      questions: wrong,
      problems: ['Correct answer is required'],
    });
    await quizzes.call('POST', `/api/quiz-imports/${id}/apply`);
    await transfers.waitForState(id, ['applied']);
    expect(await stored()).toHaveLength(2);
  });

  it('is rolled back when a lesson was deleted since the check', async () => {
    const { id: existingId } = await quizzes.createQuiz();
    const file = await exported();
    Object.assign(file.quizzes[0] ?? {}, { title: 'Changed' });
    file.quizzes.push(...(JSON.parse(fileWith({ lesson: { title: 'Going' } })) as QuizzesFile).quizzes);
    await quizzes.publish(buildLessonEvent(5, 1, { title: 'Going' }));
    await quizzes.waitUntilConsumed();
    const { id, counts } = await transfers.uploadAndCheck('quizzes', JSON.stringify(file));
    expect(counts).toMatchObject({ create: 1, change: 1, refuse: 0 });
    await quizzes.publish(buildLessonEvent(5, 2, null));
    await quizzes.waitUntilConsumed();
    await quizzes.call('POST', `/api/quiz-imports/${id}/apply`);
    expect(await transfers.waitForState(id, ['failed'])).toMatchObject({
      problem:
        'Content has changed since the check. Check the file again (quiz "The river": Lesson is required)',
    });
    expect(await stored()).toMatchObject([{ id: existingId, title: 'The river', version: 3 }]);
  });

  it.each([
    ['lessons', '{"format": "khmer-learning/lessons", "version": 1, "lessons": []}'],
    ['another version', '{"format": "khmer-learning/quizzes", "version": 3, "quizzes": []}'],
  ])('that contains %s is rejected', async (_what, text) => {
    expect(await transfers.uploadAndCheck('quizzes', text)).toMatchObject({
      state: 'failed',
      problem: 'This file was not exported from this console',
    });
  });

  it('is visible only to the person who sent it', async () => {
    const { id } = await transfers.uploadAndCheck('quizzes', fileWith({}));
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/lines'],
      ['POST', '/apply'],
      ['DELETE', ''],
    ] as const) {
      const answer = await quizzes.call(method, `/api/quiz-imports/${id}${path}`, undefined, { as: 'admin' });
      expect(answer).toMatchObject({ status: 404, body: { message: 'Import not found' } });
    }
    expect(await quizzes.call('DELETE', `/api/quiz-imports/${id}`)).toMatchObject({ status: 200 });
  });
});

it('a refused quiz is corrected in place where its fields are single texts', async () => {
  const { id } = await transfers.uploadAndCheck(
    'quizzes',
    fileWith(
      { title: 'One' },
      { title: '', lesson: { id: 99, title: 'The rivver' } },
      { title: 'Three', questions: [] },
      { id: 5, title: 'Four' },
      { id: 5, title: '' },
    ),
  );
  const [two] = await transfers.listLines(id, 'refuse');
  expect(two?.correction?.cells.filter(({ problems }) => problems.length > 0)).toMatchObject([
    { label: 'Title', value: '' },
    { label: 'Lesson', value: 'The rivver', problems: ['Lesson "The rivver" not found'] },
  ]);
  const corrected = await transfers.checkAgain(id, {
    lines: [{ place: two?.correction?.place ?? -1, cells: { title: 'Two', lesson: 'The river' } }],
  });
  expect(corrected.body).toMatchObject({ counts: { create: 3, refuse: 2 } });
  await quizzes.call('POST', `/api/quiz-imports/${id}/apply`);
  await transfers.waitForState(id, ['applied']);
  const created = (await stored()).sort((one, other) => one.id - other.id);
  expect(created.map(({ title }) => title)).toEqual(['One', 'Two', 'Four']);
});
