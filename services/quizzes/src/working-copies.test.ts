import { type Quiz, quizLimits, type WorkingCopyInfo } from '@khmer-learning/contracts';
import {
  createQueryProfiler,
  createTransferClient,
  eventually,
  republishAll,
} from '@khmer-learning/test-kit';
import {
  buildLessonEvent,
  buildMainLessonEvent,
  question,
  startQuizzes,
  type TestQuizzes,
} from './quizzes.test-kit.ts';

interface WorkingCopy extends WorkingCopyInfo {
  baseVersion: number;
  contents: Record<string, unknown>;
}

let quizzes: TestQuizzes;

beforeAll(async () => {
  quizzes = await startQuizzes();
  await quizzes.publish(
    buildMainLessonEvent(1, 1, {}),
    buildLessonEvent(1, 1, {}),
    buildLessonEvent(2, 1, {}),
  );
  await quizzes.waitUntilConsumed();
});
afterAll(() => quizzes.close());

const collection = (name: string) => quizzes.service.connection.collection<{ _id: number | string }>(name);
const ifMatch = (version: number) => ({ headers: { 'if-match': `"${version}"` } });
const second = { question: 'What is ទូក?', options: ['River', 'Boat'], correctAnswer: 'Boat' };
const learnerCall = (path: string) => quizzes.call<never>('GET', path, undefined, { as: 'app' });

/** An active quiz and the calls on its working copy. */
async function publishQuiz() {
  const quiz = await quizzes.createQuiz({ status: 'active' });
  const path = `/api/quizzes/${quiz.id}`;
  const { lessonId, title, description, questions, isPractice } = quiz;
  return {
    quiz,
    path,
    patch: (body: Record<string, unknown>) => quizzes.call<Quiz>('PATCH', path, body),
    readItem: async () => (await quizzes.call<Quiz>('GET', path)).body,
    read: () => quizzes.call<WorkingCopy>('GET', `${path}/working-copy`),
    save: (change: Record<string, unknown>, options = {}) =>
      quizzes.call<WorkingCopy>(
        'PUT',
        `${path}/working-copy`,
        { contents: { lessonId, title, description, questions, isPractice, ...change } },
        options,
      ),
    publish: (body: Record<string, unknown> = {}, options = {}) =>
      quizzes.call<Quiz>('POST', `${path}/working-copy/publish`, body, options),
  };
}

describe('a working copy of a quiz', () => {
  it('is saved beside what learners see, with no event and no new answer of the quiz', async () => {
    const { quiz, path, save, read, readItem } = await publishQuiz();
    const learnersAnswers = async () => {
      const answers = [];
      for (const one of [`/${quiz.id}`, '', '/lesson/1', '?search=Reworked']) {
        const { body, headers } = await learnerCall(`/api/v1/quizzes${one}`);
        answers.push({ body: JSON.stringify(body), madeOf: headers['surrogate-key'] });
      }
      return answers;
    };
    const events = () => collection('outbox').countDocuments({ subject: `events.quizzes.quiz.${quiz.id}` });
    const before = { answers: await learnersAnswers(), events: await events() };
    const saved = await save({ title: 'Reworked', questions: [...quiz.questions, second] }, ifMatch(0));
    expect(saved).toMatchObject({
      status: 200,
      body: { version: 1, baseVersion: 1, contents: { title: 'Reworked' } },
    });
    expect(saved.body.contents.questions).toEqual([...quiz.questions, second]);
    expect((await read()).body).toEqual(saved.body);
    expect({ answers: await learnersAnswers(), events: await events() }).toEqual(before);
    const { version, savedAt, savedBy } = saved.body;
    const workingCopy = { version, savedAt, savedBy };
    expect(await readItem()).toEqual({ ...quiz, workingCopy });
    const list = (await quizzes.call<Quiz[]>('GET', '/api/quizzes')).body;
    expect(list.find(({ id }) => id === quiz.id)?.workingCopy).toEqual(workingCopy);
    for (const as of ['app', 'learner', 'nobody'] as const)
      expect((await quizzes.call('GET', `${path}/working-copy`, undefined, { as })).status).toBe(401);
  });

  it('gives a new question its id when it is published, never that of another question', async () => {
    const { quiz, patch, save, publish, read } = await publishQuiz();
    await save({ questions: [...quiz.questions, second] });
    const other = { ...question, question: 'What is ផ្ទះ?' };
    await patch({ questions: [...quiz.questions, other] });
    expect(await publish()).toMatchObject({ status: 409, body: { code: 'newer_version' } });
    const published = await publish({ overwrite: 2 });
    expect(published).toMatchObject({ status: 200, body: { version: 3 } });
    expect(published.body.questions.map(({ id }) => id)).toEqual([1, 3]);
    expect((await read()).status).toBe(404);
    expect((await learnerCall(`/api/v1/quizzes/${quiz.id}`)).body).toMatchObject({
      data: { questions: [{ id: 1 }, { id: 3, question: second.question }] },
    });
  });

  it('is refused by the rules of the quiz', async () => {
    const { quiz, path, save, publish } = await publishQuiz();
    const tooLarge = Array.from({ length: quizLimits.questions }, () => ({
      question: 'ក'.repeat(999),
      options: ['ក'.repeat(499), 'ខ'.repeat(499)],
      correctAnswer: 'ក'.repeat(499),
    }));
    for (const [change, status] of [
      [{ title: ' ' }, 400],
      [{ questions: [{ ...question, correctAnswer: 'Sea' }] }, 400],
      [{ lessonId: 999 }, 400],
      [{ questions: tooLarge }, 413],
    ] as const) {
      expect((await quizzes.call('PATCH', path, change)).status).toBe(status);
      expect((await save(change)).status).toBe(status);
    }
    await save({ title: 'One' }, ifMatch(0));
    expect(await save({ title: 'Other' }, ifMatch(0))).toMatchObject({
      status: 409,
      body: { code: 'stale_version' },
    });
    expect(await publish({}, ifMatch(2))).toMatchObject({ status: 409 });
    const { lessonId, title, description, questions, isPractice } = quiz;
    const draft = await quizzes.createQuiz();
    const contents = { lessonId, title, description, questions, isPractice };
    expect(await quizzes.call('PUT', `/api/quizzes/${draft.id}/working-copy`, { contents })).toMatchObject({
      status: 409,
      body: { message: 'This quiz is a draft: it has no working copy' },
    });
  });

  it('becomes the draft when the quiz is unpublished, and the history keeps what a draft replaces', async () => {
    const { patch, save, read } = await publishQuiz();
    await save({ title: 'Reworked', lessonId: 2 });
    expect(await patch({ status: 'draft' })).toMatchObject({
      body: { title: 'Reworked', lessonId: 2, status: 'draft', version: 2 },
    });
    expect((await read()).status).toBe(404);
    const other = await publishQuiz();
    await other.save({ title: 'Reworked' });
    expect((await other.patch({ status: 'draft', title: 'Mine' })).body).toMatchObject({ version: 3 });
    expect((await quizzes.call('GET', `${other.path}/versions/2`)).body).toMatchObject({ title: 'Reworked' });
    const third = await publishQuiz();
    await third.save({ title: 'Reworked' });
    expect((await third.patch({ status: 'active' })).body).toMatchObject({ title: 'Reworked', version: 2 });
  });

  it('comes back with a deleted quiz, is erased with it, and is published again when events are lost', async () => {
    const { quiz, path, save, read } = await publishQuiz();
    await save({ title: 'Reworked' });
    await quizzes.call('DELETE', path);
    expect((await read()).status).toBe(404);
    await quizzes.call('POST', `/api/deleted-quizzes/${quiz.id}/restore`);
    expect((await read()).body).toMatchObject({ version: 1, contents: { title: 'Reworked' } });
    const { before, after } = await republishAll(quizzes.service, 'quizzes');
    expect(after).toEqual(before);
    await quizzes.call('DELETE', path);
    await collection('deleted_items').updateOne(
      { _id: `quiz.${quiz.id}` },
      { $set: { expiresAt: new Date() } as object },
    );
    await eventually(async () =>
      expect(await collection('quiz_working_copies').countDocuments({ _id: quiz.id })).toBe(0),
    );
  });

  it('is in an export only when that is asked for, and is counted by the check of an import', async () => {
    const { quiz, save } = await publishQuiz();
    await save({ title: 'Reworked for export', lessonId: 2, questions: [...quiz.questions, second] });
    const transfers = createTransferClient(quizzes.call, '/api/quiz-imports');
    const exported = async (query: string) => {
      const file = await transfers.downloadExport(`/api/export/quizzes?mainLessonId=1${query}`);
      return (JSON.parse(file.body) as { quizzes: Quiz[] }).quizzes.find(({ id }) => id === quiz.id);
    };
    expect(await exported('')).toMatchObject({ title: 'The river', lesson: { id: 1 } });
    expect(await exported('&workingCopies=true')).toMatchObject({
      title: 'Reworked for export',
      status: 'active',
      lesson: { id: 2, title: 'Lesson 2' },
      questions: [{ id: 1 }, second],
    });
    const file = (await transfers.downloadExport('/api/export/quizzes')).body;
    const { format, version, quizzes: all } = JSON.parse(file);
    const one = all.find(({ id }: Quiz) => id === quiz.id);
    const changed = JSON.stringify({ format, version, quizzes: [{ ...one, description: 'Imported' }] });
    expect(await transfers.uploadAndCheck('quizzes', changed)).toMatchObject({
      counts: { change: 1 },
      workingCopies: 1,
    });
  });

  it('costs a page one query, and a save of the quiz none', async () => {
    const { quiz, path, save, patch } = await publishQuiz();
    await save({ title: 'Reworked' });
    const profile = await createQueryProfiler(quizzes.service.connection, ['quiz_working_copies']);
    const readsOf = (work: () => Promise<unknown>) => profile.captureReads(async () => void (await work()));
    try {
      for (const list of ['/api/quizzes', '/api/quizzes?limit=15', path])
        expect(await readsOf(() => quizzes.call('GET', list))).toHaveLength(1);
      for (const one of ['', `/${quiz.id}`])
        expect(await readsOf(() => learnerCall(`/api/v1/quizzes${one}`))).toEqual([]);
      expect(await readsOf(() => patch({ title: 'Corrected', status: 'active' }))).toEqual([]);
    } finally {
      await profile.stop();
    }
  });
});
