import {
  type packQuizzesGet,
  type Quiz,
  type Recording,
  type ResponseOf,
  recordingLimits,
  type v1QuizzesGet,
} from '@khmer-learning/contracts';
import { createTransferClient } from '@khmer-learning/test-kit';
import {
  buildLessonEvent,
  buildMainLessonEvent,
  startQuizzes,
  type TestQuizzes,
} from '../quizzes.test-kit.ts';

type LearnersQuiz = ResponseOf<typeof v1QuizzesGet>;

let quizzes: TestQuizzes;
beforeAll(async () => {
  quizzes = await startQuizzes();
  await quizzes.publish(
    buildMainLessonEvent(1, 1, {}),
    buildMainLessonEvent(2, 1, { free: false, price: 499 }),
    buildLessonEvent(1, 1, { title: 'The river' }),
    buildLessonEvent(2, 1, { mainLessonId: 2 }),
  );
  await quizzes.waitUntilConsumed();
});
afterAll(() => quizzes.close());

const recordings: Recording[] = [
  { language: 'km', text: 'ទន្លេ', file: 'river-km.mp3' },
  { language: 'en', text: 'River', file: 'river-en.mp3' },
  { language: 'en', text: 'Boat', file: 'boat-en.mp3' },
  { language: 'en', text: 'Mountain', file: 'stale.mp3' },
];
const question = { question: 'ទន្លេ', options: ['River', 'Boat'], correctAnswer: 'River', recordings };
const create = (overrides: Record<string, unknown> = {}) =>
  quizzes.createQuiz({ status: 'active', questions: [question], ...overrides });
const learnersQuiz = async (id: number) =>
  (await quizzes.call<LearnersQuiz>('GET', `/api/v1/quizzes/${id}`, undefined, { as: 'app' })).body;
const stored = [{ id: 1, ...question }];

describe('the recordings of a question', () => {
  it('are kept with it, in the response, the event and the versions', async () => {
    const { id, questions } = await create();
    expect(questions).toEqual(stored);
    expect((await quizzes.waitForEvent(id, 1)).state).toMatchObject({ questions: stored });
    const path = `/api/quizzes/${id}`;
    await quizzes.call('PATCH', path, { questions: [{ ...stored[0], recordings: [] }] });
    const { recordings: _none, ...without } = question;
    expect((await quizzes.call<Quiz>('GET', path)).body.questions).toEqual([{ id: 1, ...without }]);
    expect((await quizzes.call<Quiz>('GET', `${path}/versions/1`)).body.questions).toEqual(stored);
    await quizzes.call('POST', `${path}/versions/1/restore`);
    const restored = await quizzes.call<Quiz>('POST', `${path}/working-copy/publish`, {});
    expect(restored.body.questions).toEqual(stored);
    await quizzes.call('DELETE', path);
    const returned = await quizzes.call<Quiz>('POST', `/api/deleted-quizzes/${id}/restore`);
    expect(returned.body.questions).toEqual(stored);
  });

  it('are in a working copy, which ends when it has what is published', async () => {
    const { id, lessonId, title, description, isPractice } = await create({
      questions: [{ ...question, recordings: [] }],
    });
    const path = `/api/quizzes/${id}/working-copy`;
    const save = (own: readonly Recording[]) =>
      quizzes.call('PUT', path, {
        contents: {
          ...{ lessonId, title, description, isPractice },
          questions: [{ id: 1, ...question, recordings: own }],
        },
      });
    expect((await save(recordings)).status).toBe(200);
    expect((await quizzes.call('GET', path)).status).toBe(200);
    await save([]);
    expect((await quizzes.call('GET', path)).status).toBe(404);
    await save(recordings);
    const published = await quizzes.call<Quiz>('POST', `${path}/publish`, {});
    expect(published.body.questions).toEqual(stored);
  });

  it('are in a file of quizzes, which changes nothing here and brings them back', async () => {
    await quizzes.service.connection.collection('quizzes').deleteMany({});
    const { id } = await create();
    const transfers = createTransferClient(quizzes.call, '/api/quiz-imports');
    const { body } = await transfers.downloadExport('/api/export/quizzes');
    expect(await transfers.uploadAndCheck('quizzes', body)).toMatchObject({
      counts: { create: 0, change: 0, refuse: 0 },
    });
    await quizzes.call('DELETE', `/api/quizzes/${id}`);
    expect(await transfers.importFile('quizzes', body)).toMatchObject({ state: 'applied' });
    const { body: found } = await quizzes.call<Quiz[]>('GET', '/api/quizzes');
    expect(found.map(({ questions }) => questions)).toEqual([stored]);
  });

  it('list the quiz under stale recordings while one is of no text of its question', async () => {
    await quizzes.service.connection.collection('quizzes').deleteMany({});
    const listed = async (filters = '') => {
      const { body } = await quizzes.call<Quiz[]>('GET', `/api/quizzes?limit=10&recordings=stale${filters}`);
      return body.map(({ id }) => id);
    };
    const { id } = await create();
    expect(await listed()).toEqual([id]);
    expect(await listed('&status=active&search=river&sort=title')).toEqual([id]);
    expect(await listed('&status=draft')).toEqual([]);
    const current = recordings.slice(0, 3);
    await quizzes.call('PATCH', `/api/quizzes/${id}`, {
      questions: [{ ...stored[0], recordings: current }],
    });
    expect(await listed()).toEqual([]);
    const heard = { kind: 'listening', question: 'What is said?', correctAnswer: 'River', options: [] };
    const { id: listening } = await create({ questions: [{ ...heard, recordings: current.slice(1, 2) }] });
    expect(await listed()).toEqual([]);
    await quizzes.call('PATCH', `/api/quizzes/${listening}`, {
      questions: [{ ...heard, recordings: current }],
    });
    expect(await listed()).toEqual([listening]);
  });

  it('cannot be more than 20, or other files', async () => {
    const { id } = await create();
    const [first] = recordings;
    const many = Array.from({ length: recordingLimits.perQuestion + 1 }, () => first);
    const patch = (own: unknown) =>
      quizzes.call('PATCH', `/api/quizzes/${id}`, { questions: [{ ...question, recordings: own }] });
    expect(await patch(many)).toMatchObject({
      status: 400,
      body: { message: 'At most 20 recordings are allowed' },
    });
    expect(await patch([{ ...first, file: 'river.svg' }])).toMatchObject({
      status: 400,
      body: { message: 'Recording must be an uploaded recording' },
    });
  });
});

describe('learners', () => {
  const none = { en: null, km: null };

  it.each([true, false])(
    'get the recordings of a question and of each option, and no answer more (practice: %s)',
    async (isPractice) => {
      const { id } = await create({ isPractice });
      const { data } = await learnersQuiz(id);
      expect(data.questions).toEqual([
        {
          id: 1,
          kind: 'choice',
          question: 'ទន្លេ',
          options: ['River', 'Boat'],
          ...(isPractice ? { correctAnswer: 'River' } : {}),
          recordings: { en: null, km: '/uploads/river-km.mp3' },
          optionRecordings: [
            { en: '/uploads/river-en.mp3', km: null },
            { en: '/uploads/boat-en.mp3', km: null },
          ],
        },
      ]);
    },
  );

  it('get null where there is none', async () => {
    const { recordings: _none, ...without } = question;
    const { id } = await create({ questions: [without] });
    expect((await learnersQuiz(id)).data.questions[0]).toMatchObject({
      recordings: none,
      optionRecordings: [none, none],
    });
  });

  it('get none of a quiz whose main lesson they have not bought', async () => {
    const { id } = await create({ lessonId: 2 });
    expect(JSON.stringify(await learnersQuiz(id))).not.toContain('.mp3');
  });

  it('find the files in the offline pack, and learn which are gone', async () => {
    await quizzes.service.connection.collection('quizzes').deleteMany({});
    const { id } = await create();
    const other = await create({
      questions: [{ ...question, recordings: [{ language: 'en', text: 'Boat', file: 'other.mp3' }] }],
    });
    const read = async (since: string | null) => {
      const { body } = await quizzes.call<ResponseOf<typeof packQuizzesGet>>(
        'POST',
        '/internal/packs/quizzes',
        { mainLessonId: 1, learnerId: null, since },
        { as: 'gateway' },
      );
      if (!body.part) throw new Error(JSON.stringify(body));
      return body.part;
    };
    const full = await read(null);
    expect([...full.files].sort()).toEqual(['boat-en.mp3', 'other.mp3', 'river-en.mp3', 'river-km.mp3']);
    expect(full.quizzes.map((quiz) => quiz.id)).toEqual([id, other.id]);
    await quizzes.call('PATCH', `/api/quizzes/${id}`, {
      questions: [{ ...stored[0], question: 'ទូក', recordings: recordings.slice(0, 2) }],
    });
    const changed = await read(full.version);
    expect(changed).toMatchObject({ full: false, files: [], removed: [], quizzes: [{ id }] });
    expect([...changed.removedFiles].sort()).toEqual(['boat-en.mp3', 'river-km.mp3']);
    await quizzes.call('DELETE', `/api/quizzes/${other.id}`);
    expect(await read(changed.version)).toMatchObject({
      removed: [other.id],
      removedFiles: ['other.mp3'],
    });
  });
});
