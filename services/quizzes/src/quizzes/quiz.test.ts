import type { Quiz } from '@khmer-learning/contracts';
import { buildSortKey } from '@khmer-learning/khmer-text';
import { eventually, expectSortedPages, type ServiceResponse } from '@khmer-learning/test-kit';
import {
  buildLessonEvent,
  buildMainLessonEvent,
  buildQuizBody,
  question,
  startQuizzes,
  type TestQuizzes,
} from '../quizzes.test-kit.ts';

let quizzes: TestQuizzes;

beforeAll(async () => {
  quizzes = await startQuizzes();
  await quizzes.publish(
    buildMainLessonEvent(1, 1, {}),
    buildLessonEvent(1, 1, { title: 'The river' }),
    buildLessonEvent(2, 1, { title: 'The market' }),
  );
  await quizzes.waitUntilConsumed();
});
afterAll(() => quizzes.close());

const get = async (id: number) => (await quizzes.call<Quiz>('GET', `/api/quizzes/${id}`)).body;
const patch = (id: number, body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  quizzes.call<Quiz>('PATCH', `/api/quizzes/${id}`, body, { headers });
const list = async (query = '') => (await quizzes.call<Quiz[]>('GET', `/api/quizzes${query}`)).body;
const idsOf = async (query: string) => (await list(query)).map(({ id }) => id);

it('saving a quiz without a change creates no version, event or audit record', async () => {
  const before = await quizzes.createQuiz({ status: 'active' });
  const rows = () =>
    quizzes.service.connection
      .collection('outbox')
      .countDocuments({ subject: { $not: /\.republication\./ } });
  const outboxRowsBefore = await rows();
  for (const patch of [{ ...before }, {}, { questions: before.questions }]) {
    const answer = await quizzes.call<Quiz>('PATCH', `/api/quizzes/${before.id}`, patch);
    expect(answer).toMatchObject({ status: 200, body: before });
    expect(answer.headers['x-event']).toBe(undefined);
  }
  expect(await rows()).toBe(outboxRowsBefore);
});

describe('a new quiz', () => {
  it('is a draft with its lesson, version, question ids and no results yet', async () => {
    const answer = await quizzes.call<Quiz>('POST', '/api/quizzes', {
      ...buildQuizBody({ questions: [question, { ...question, question: 'Again?' }] }),
      id: 77,
      version: 9,
      analytics: { completions: 5 },
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.any(Number),
      lessonId: 1,
      lessonTitle: 'The river',
      title: 'The river',
      description: 'Words for the water',
      status: 'draft',
      isPractice: false,
      questions: [
        { id: 1, ...question },
        { id: 2, ...question, question: 'Again?' },
      ],
      analytics: { completions: 0, completionRate: null, averageScore: null },
      version: 1,
      createdAt: expect.any(String),
      updatedAt: answer.body.createdAt,
    });
    expect(answer.headers['x-event']).toBe(`quiz.${answer.body.id}@1`);
    expect(await get(answer.body.id)).toEqual(answer.body);
  });

  it('has an event with its whole state', async () => {
    const { id, ...quiz } = await quizzes.createQuiz({ status: 'active' });
    expect(await quizzes.waitForEvent(id, 1)).toMatchObject({
      service: 'quizzes',
      entity: 'quiz',
      entityId: String(id),
      type: 'changed',
      actor: { id: 2, role: 'teacher' },
      requestId: 'request-1',
      state: { id, lessonId: 1, title: quiz.title, status: 'active', questions: quiz.questions },
    });
  });

  it('has an id of its own, also among many made at once', async () => {
    const made = await Promise.all(Array.from({ length: 40 }, () => quizzes.createQuiz()));
    expect(new Set(made.map(({ id }) => id)).size).toBe(40);
  });

  it('needs a lesson that exists', async () => {
    expect(await quizzes.call('POST', '/api/quizzes', buildQuizBody({ lessonId: 999 }))).toMatchObject({
      status: 400,
      body: { message: 'Lesson is required', issues: [{ path: 'lessonId', message: 'Lesson is required' }] },
    });
  });

  it('may belong to a lesson that has just been created', async () => {
    const writing = quizzes.call('POST', '/api/quizzes', buildQuizBody({ lessonId: 3 }));
    await quizzes.publish(buildLessonEvent(3, 1, {}));
    expect(await writing).toMatchObject({ status: 201, body: { lessonTitle: 'Lesson 3' } });
  });

  it('is rejected when it is too large for an event', async () => {
    const long = { ...question, question: 'ក'.repeat(1_000), options: ['ខ'.repeat(500), 'គ'.repeat(500)] };
    const questions = Array.from({ length: 160 }, () => ({ ...long, correctAnswer: long.options[0] }));
    expect(await quizzes.call('POST', '/api/quizzes', buildQuizBody({ questions }))).toMatchObject({
      status: 413,
    });
    const allowed = questions.slice(0, 110);
    expect(await quizzes.call('POST', '/api/quizzes', buildQuizBody({ questions: allowed }))).toMatchObject({
      status: 201,
    });
  });
});

describe('practice', () => {
  it('is an option of a quiz, off by default, and part of its event', async () => {
    const { id, isPractice } = await quizzes.createQuiz({ isPractice: true });
    expect(isPractice).toBe(true);
    expect(await quizzes.waitForEvent(id, 1)).toMatchObject({ state: { isPractice: true } });
    expect((await patch(id, { isPractice: false })).body).toMatchObject({ isPractice: false, version: 2 });
    expect(await quizzes.waitForEvent(id, 2)).toMatchObject({ state: { isPractice: false } });
    expect((await patch(id, { isPractice: 'yes' })).status).toBe(400);
  });

  it('is off for quizzes that were stored before there was the option', async () => {
    const before = await quizzes.createQuiz();
    await quizzes.service.connection
      .collection<{ _id: number }>('quizzes')
      .updateOne({ _id: before.id }, { $unset: { isPractice: 1 } });
    expect(await get(before.id)).toEqual(before);
    expect((await patch(before.id, { isPractice: false })).body.version).toBe(1);
  });
});

describe('question ids', () => {
  it('stay with their questions through edits, and are never reused', async () => {
    const ask = (text: string, id?: number) => ({ ...question, question: text, ...(id ? { id } : {}) });
    const { id, questions } = await quizzes.createQuiz({ questions: [ask('a'), ask('b'), ask('c')] });
    expect(questions.map((one) => [one.question, one.id])).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ]);
    const edited = await patch(id, { questions: [ask('new'), ask('b', 2), ask('a changed', 1)] });
    expect(edited.body.questions.map((one) => [one.question, one.id])).toEqual([
      ['new', 4],
      ['b', 2],
      ['a changed', 1],
    ]);
    const again = await patch(id, { questions: [ask('b', 2), ask('copy of b', 2), ask('newer')] });
    expect(again.body.questions.map((one) => one.id)).toEqual([2, 5, 6]);
  });

  it('may come with the quiz', async () => {
    const { questions } = await quizzes.createQuiz({ questions: [{ ...question, id: 40 }, question] });
    expect(questions.map(({ id }) => id)).toEqual([40, 41]);
  });

  it('may be the largest there is, and the quiz can be saved again', async () => {
    const tooLarge = { ...question, id: Number.MAX_SAFE_INTEGER };
    const { id, questions } = await quizzes.createQuiz({ questions: [{ ...question, id: 1e15 }, tooLarge] });
    expect(questions.map((one) => one.id)).toEqual([1e15, 1e15 + 1]);
    const saved = await patch(id, { questions: [...questions, question] });
    expect(saved.status).toBe(200);
    expect(saved.body.questions.slice(0, 2)).toEqual(questions);
    const again = await patch(id, { questions: saved.body.questions });
    expect(again.body.questions).toEqual(saved.body.questions);
  });
});

describe('changing a quiz', () => {
  it('creates a new version and an event, and keeps the other fields', async () => {
    const { id, ...before } = await quizzes.createQuiz();
    const answer = await patch(id, { title: 'Renamed', status: 'active' });
    expect(answer.body).toEqual({
      ...before,
      id,
      title: 'Renamed',
      status: 'active',
      version: 2,
      updatedAt: expect.any(String),
    });
    expect(answer.headers['x-event']).toBe(`quiz.${id}@2`);
    expect(await quizzes.waitForEvent(id, 2)).toMatchObject({
      state: { title: 'Renamed', status: 'active' },
    });
  });

  it('moves it to another lesson that exists', async () => {
    const { id } = await quizzes.createQuiz();
    expect((await patch(id, { lessonId: 2 })).body).toMatchObject({ lessonId: 2, lessonTitle: 'The market' });
    expect(await patch(id, { lessonId: 998 })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'lessonId', message: 'Lesson is required' }] },
    });
  });

  it('rejects a change with a stale version', async () => {
    const { id } = await quizzes.createQuiz();
    expect((await patch(id, { title: 'First' }, { 'if-match': '"1"' })).status).toBe(200);
    expect(await patch(id, { title: 'Second' }, { 'if-match': '"1"' })).toMatchObject({
      status: 409,
      body: { message: 'This quiz was changed by someone else' },
    });
    expect((await patch(id, { title: 'Third' })).body.version).toBe(3);
  });

  it('accepts exactly one of many concurrent changes with the same version', async () => {
    const { id } = await quizzes.createQuiz();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => patch(id, { title: `Title ${n}` }, { 'if-match': '"1"' })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
    expect((await get(id)).version).toBe(2);
  });

  it('changes nothing without a known field', async () => {
    const { id } = await quizzes.createQuiz();
    expect((await patch(id, { unknown: 1 })).body.version).toBe(1);
  });
});

describe('deleting a quiz', () => {
  it('leaves a tombstone and nothing else', async () => {
    const { id } = await quizzes.createQuiz();
    expect(await quizzes.call('DELETE', `/api/quizzes/${id}`)).toMatchObject({
      status: 200,
      body: { message: 'Quiz deleted successfully' },
      headers: { 'x-event': `quiz.${id}@2` },
    });
    expect(await quizzes.waitForEvent(id, 2)).toMatchObject({ type: 'deleted', state: null });
    const gone: ServiceResponse[] = [
      await quizzes.call('GET', `/api/quizzes/${id}`),
      await quizzes.call('GET', `/api/quizzes/${id}/analytics`),
      await patch(id, { title: 'x' }),
      await quizzes.call('DELETE', `/api/quizzes/${id}`),
    ];
    for (const answer of gone)
      expect(answer).toMatchObject({ status: 404, body: { message: 'Quiz not found' } });
    expect(
      await quizzes.service.connection.collection<{ _id: number }>('analytics').findOne({ _id: id }),
    ).toBe(null);
  });
});

describe('a scheduled quiz', () => {
  const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
  const schedule = (id: number, body: object) =>
    quizzes.call('PUT', `/api/quizzes/${id}/schedule`, { action: 'publish', at: inAnHour(), ...body });

  /** Moves the time of the schedule to the past. */
  async function makeDue(id: number): Promise<void> {
    const time = new Date(Date.now() - 1);
    await quizzes.service.connection
      .collection<{ _id: string }>('schedules')
      .updateOne({ _id: `quiz.${id}` }, { $set: { at: time, heldUntil: time } });
  }

  async function whenDone(id: number, expected: object): Promise<void> {
    await makeDue(id);
    await eventually(async () =>
      expect({ schedule: null, ...(await get(id)) }).toMatchObject({ schedule: null, ...expected }),
    );
  }

  it('is published at its time as it was pinned; what was saved later is its working copy', async () => {
    const { id, questions } = await quizzes.createQuiz();
    const set = await schedule(id, { version: 1, isPinned: true });
    expect(set).toMatchObject({ status: 200, body: { action: 'publish', version: 1, of: 'item' } });
    expect((await list('?limit=1'))[0]?.schedule).toEqual(set.body);
    await patch(id, { title: 'Newer' });
    await whenDone(id, {
      title: 'The river',
      status: 'active',
      questions,
      version: 3,
      workingCopy: { version: 1 },
    });
    const { state } = await quizzes.waitForEvent(id, 3);
    expect(state).not.toHaveProperty('schedule');
    const workingCopy = await quizzes.call('GET', `/api/quizzes/${id}/working-copy`);
    expect(workingCopy.body).toMatchObject({ baseVersion: 3, contents: { title: 'Newer', lessonId: 1 } });
  });

  it('is unpublished at its time', async () => {
    const { id } = await quizzes.createQuiz({ status: 'active' });
    await schedule(id, { action: 'unpublish', version: 1 });
    await whenDone(id, { status: 'draft', version: 2 });
  });

  it('has the schedule no longer when it was published by hand, and none when it was deleted and restored', async () => {
    const { id } = await quizzes.createQuiz();
    await schedule(id, { version: 1 });
    await patch(id, { status: 'active' });
    expect((await get(id)).schedule).toBeUndefined();
    await schedule(id, { action: 'unpublish', version: 2 });
    await quizzes.call('DELETE', `/api/quizzes/${id}`);
    await quizzes.call('POST', `/api/deleted-quizzes/${id}/restore`);
    expect((await get(id)).schedule).toBeUndefined();
  });

  it('says that the lesson was deleted to which it belonged', async () => {
    await quizzes.publish(buildLessonEvent(8, 1, {}));
    await quizzes.waitUntilConsumed();
    const { id } = await quizzes.createQuiz({ lessonId: 8 });
    await schedule(id, { version: 1, isPinned: true });
    await patch(id, { lessonId: 1 });
    await quizzes.publish(buildLessonEvent(8, 2, null));
    await quizzes.waitUntilConsumed();
    await makeDue(id);
    await eventually(async () =>
      expect((await get(id)).schedule?.failure).toBe('The lesson no longer exists'),
    );
    expect(await get(id)).toMatchObject({ status: 'draft', lessonId: 1 });
  });
});

describe('the list', () => {
  let active: Quiz;
  let draft: Quiz;
  let khmer: Quiz;

  beforeAll(async () => {
    active = await quizzes.createQuiz({ lessonId: 2, title: 'Umbrellas', status: 'active' });
    draft = await quizzes.createQuiz({ lessonId: 2, title: 'Umbrella stands' });
    const options = ['ខ្ញុំចង់ទៅផ្សារ', 'Parasol'];
    const questions = [{ question: 'Where to?', options, correctAnswer: 'Parasol' }];
    khmer = await quizzes.createQuiz({ lessonId: 1, title: 'Going', description: 'umbrella', questions });
  });

  it('is a plain array, newest first', async () => {
    const all = await list();
    expect(all.map(({ id }) => id)).toEqual(all.map(({ id }) => id).sort((one, other) => other - one));
    expect(all[0]).toEqual({ ...khmer, mainLessonId: 1 });
  });

  it('is filtered by status, lesson, main lesson and search, in any combination', async () => {
    expect(await idsOf('?search=umbrella')).toEqual([draft.id, active.id, khmer.id]);
    expect(await idsOf('?search=umbrella&status=active')).toEqual([active.id]);
    expect(await idsOf('?search=umbrella&status=DRAFT&lessonId=2')).toEqual([draft.id]);
    expect(await idsOf('?search=umbrella&status=all&lessonId=1')).toEqual([khmer.id]);
    expect((await list('?status=active')).every(({ status }) => status === 'active')).toBe(true);
    expect((await list('?status=draft')).every(({ status }) => status === 'draft')).toBe(true);
    expect((await list('?lessonId=2')).every(({ lessonId }) => lessonId === 2)).toBe(true);
    expect(await idsOf('?mainLessonId=1')).toEqual(await idsOf(''));
    expect(await idsOf('?mainLessonId=1&search=umbrella&status=active')).toEqual([active.id]);
    expect(await idsOf('?mainLessonId=2')).toEqual([]);
    expect(await idsOf('?search=nothing-of-it')).toEqual([]);
  });

  it('finds titles, descriptions, questions and options, in English and Khmer', async () => {
    for (const search of ['going', 'UMBRELLA go', 'where', 'parasol', 'ទៅផ្សារ', 'ទៅ​ផ្សារ'])
      expect({ search, found: (await idsOf(`?search=${search}`)).includes(khmer.id) }).toEqual({
        search,
        found: true,
      });
    expect(await idsOf('?search=(a%2B)%2B$')).toEqual([]);
  });

  it('finds a quiz by its new texts, and no more by the old ones', async () => {
    const { id } = await quizzes.createQuiz({ title: 'Oldtown' });
    await patch(id, { title: 'Newtown' });
    expect(await idsOf('?search=newtown')).toEqual([id]);
    expect(await idsOf('?search=oldtown')).toEqual([]);
  });

  it('is paged on request', async () => {
    expect(await idsOf('?search=umbrella&limit=1&offset=1')).toEqual([active.id]);
    for (const query of ['?limit=0', '?limit=101', '?offset=-1', '?status=gone', '?lessonId=x'])
      expect((await quizzes.call('GET', `/api/quizzes${query}`)).status).toBe(400);
  });
});

it('has in the pages of each order what the whole list has', async () => {
  const titles = ['ខ', 'Quiz 10', 'quiz 2', 'ក្រុម', 'ការ', 'quiz 2', 'Zoo'];
  for (const [n, title] of titles.entries())
    await quizzes.createQuiz({
      title,
      description: 'sortable',
      lessonId: 1,
      status: n % 2 ? 'active' : 'draft',
    });
  const sorts = {
    title: ({ title, id }: Quiz) => [buildSortKey(title), id],
    updatedAt: ({ updatedAt, id }: Quiz) => [updatedAt, id],
  };
  await expectSortedPages((query) => list(`?${query}`), sorts, ['', '&search=sortable', '&status=draft']);
  await expectSortedPages(
    (query) => list(`?search=sortable&${query}`),
    // All of the same lesson, which is public.
    { ...sorts, status: ({ status, id }) => [status, -id] },
    [''],
  );
});

it('says of an active quiz which draft hides it from learners: its lesson, or the main lesson of that', async () => {
  await quizzes.publish(
    buildMainLessonEvent(31, 1, { status: 'draft' }),
    buildLessonEvent(31, 1, { mainLessonId: 31 }),
    buildLessonEvent(32, 1, { status: 'draft' }),
  );
  await quizzes.waitUntilConsumed();
  const inDraftMainLesson = await quizzes.createQuiz({ lessonId: 31, status: 'active' });
  const inDraftLesson = await quizzes.createQuiz({ lessonId: 32, status: 'active' });
  expect(inDraftMainLesson.hiddenBy).toEqual({ entity: 'main-lesson', id: 31 });
  expect((await get(inDraftLesson.id)).hiddenBy).toEqual({ entity: 'lesson', id: 32 });
  for (const visible of [{ lessonId: 31 }, { lessonId: 1, status: 'active' }])
    expect(await quizzes.createQuiz(visible)).not.toHaveProperty('hiddenBy');
  expect((await list('?lessonId=31')).map(({ hiddenBy }) => hiddenBy?.id)).toEqual([undefined, 31]);
  await quizzes.publish(buildMainLessonEvent(31, 2, { status: 'published' }));
  await eventually(async () => expect(await get(inDraftMainLesson.id)).not.toHaveProperty('hiddenBy'));
});
