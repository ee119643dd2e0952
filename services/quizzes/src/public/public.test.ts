import type { Quiz } from '@khmer-learning/contracts';
import { eventually } from '@khmer-learning/test-kit';
import {
  buildLessonEvent,
  buildMainLessonEvent,
  question,
  startQuizzes,
  type TestQuizzes,
} from '../quizzes.test-kit.ts';

type List<T> = { success: true; data: T[]; total: number };
type Row = { id: number; title: string };

let quizzes: TestQuizzes;
let open: Quiz;
let locked: Quiz;
let unfinished: Quiz;
let ofDraft: Quiz;
let ofHidden: Quiz;

const read = <T>(path: string) => quizzes.call<T>('GET', `/api/v1${path}`, undefined, { as: 'app' });
const ids = async (path: string) => (await read<List<Row>>(path)).body.data.map(({ id }) => id);

beforeAll(async () => {
  quizzes = await startQuizzes();
  await quizzes.publish(
    buildMainLessonEvent(1, 1, {}),
    buildMainLessonEvent(2, 1, { free: false, price: 499 }),
    buildMainLessonEvent(3, 1, { status: 'draft' }),
    buildLessonEvent(1, 1, {}),
    buildLessonEvent(2, 1, { mainLessonId: 2 }),
    buildLessonEvent(3, 1, { mainLessonId: 3 }),
    buildLessonEvent(4, 1, { status: 'draft' }),
  );
  await quizzes.waitUntilConsumed();
  open = await quizzes.createQuiz({ lessonId: 1, status: 'active' });
  locked = await quizzes.createQuiz({ lessonId: 2, status: 'active' });
  unfinished = await quizzes.createQuiz({ lessonId: 1 });
  ofHidden = await quizzes.createQuiz({ lessonId: 3, status: 'active' });
  ofDraft = await quizzes.createQuiz({ lessonId: 4, status: 'active' });
});
afterAll(() => quizzes.close());

describe('/api/v1/quizzes', () => {
  it('shows active quizzes of published lessons in published main lessons, in the order of the curriculum', async () => {
    const { body } = await read<List<Row>>('/quizzes');
    expect(body).toEqual({
      success: true,
      total: 2,
      data: [
        {
          id: open.id,
          lessonId: 1,
          title: open.title,
          description: open.description,
          questionCount: 1,
          isPractice: false,
          createdAt: open.createdAt,
          updatedAt: open.updatedAt,
        },
        expect.objectContaining({ id: locked.id }),
      ],
    });
  });

  it('is paged, with the total of all', async () => {
    expect((await read('/quizzes?limit=1&offset=1')).body).toMatchObject({
      data: [{ id: locked.id }],
      total: 2,
    });
    expect((await read('/quizzes?limit=101')).status).toBe(400);
  });

  it('is continued after the last row of a page, also when a quiz is added', async () => {
    type Page = List<Row> & { nextCursor?: string };
    const first = (await read<Page>('/quizzes?limit=1')).body;
    expect(first.data).toMatchObject([{ id: open.id }]);
    const added = await quizzes.createQuiz({ lessonId: 1, status: 'active' });
    const second = (await read<Page>(`/quizzes?limit=1&cursor=${first.nextCursor}`)).body;
    expect(second.data).toMatchObject([{ id: added.id }]);
    const third = (await read<Page>(`/quizzes?limit=1&cursor=${second.nextCursor}`)).body;
    expect(third.data).toMatchObject([{ id: locked.id }]);
    expect(third).not.toHaveProperty('nextCursor');
    expect((await read<Page>('/quizzes/lesson/1?limit=1')).body.nextCursor).toBeDefined();
    await quizzes.call('DELETE', `/api/quizzes/${added.id}`);
    expect((await read('/quizzes?cursor=x')).status).toBe(400);
  });

  it('reflects changes of a quiz', async () => {
    const { id } = await quizzes.createQuiz({ lessonId: 1 });
    await quizzes.call('PATCH', `/api/quizzes/${id}`, { status: 'active' });
    expect(await ids('/quizzes?limit=15')).toEqual([open.id, id, locked.id]);
    await quizzes.call('DELETE', `/api/quizzes/${id}`);
    expect(await ids('/quizzes?limit=15')).toEqual([open.id, locked.id]);
  });
});

describe('/api/v1/quizzes/{id}', () => {
  it('gives the questions without their answers', async () => {
    const { status, body } = await read(`/quizzes/${open.id}`);
    expect(status).toBe(200);
    expect(body).toEqual({
      success: true,
      data: {
        id: open.id,
        lessonId: 1,
        title: open.title,
        description: open.description,
        questionCount: 1,
        isPractice: false,
        questions: [
          {
            id: 1,
            kind: 'choice',
            question: question.question,
            options: question.options,
            recordings: { en: null, km: null },
            optionRecordings: question.options.map(() => ({ en: null, km: null })),
          },
        ],
        createdAt: open.createdAt,
        updatedAt: open.updatedAt,
      },
    });
  });

  it('gives the correct answers of a practice quiz, and none once it is scored again', async () => {
    const { id } = await quizzes.createQuiz({ lessonId: 1, status: 'active', isPractice: true });
    const shown = async () => (await read<{ data: object }>(`/quizzes/${id}`)).body.data;
    const { question: text, options, correctAnswer } = question;
    expect(await shown()).toMatchObject({
      isPractice: true,
      questions: [{ id: 1, question: text, options, correctAnswer }],
    });
    await quizzes.call('PATCH', `/api/quizzes/${id}`, { title: 'Still for practice' });
    expect(await shown()).toMatchObject({ isPractice: true });
    expect(JSON.stringify(await read('/quizzes'))).not.toContain('correctAnswer');
    await quizzes.call('PATCH', `/api/quizzes/${id}`, { isPractice: false });
    expect(await shown()).toMatchObject({ isPractice: false });
    expect(JSON.stringify(await shown())).not.toContain('correctAnswer');
    await quizzes.call('DELETE', `/api/quizzes/${id}`);
  });

  it('withholds a practice quiz of a paid main lesson with its answers', async () => {
    const { id } = await quizzes.createQuiz({ lessonId: 2, status: 'active', isPractice: true });
    const answer = await read(`/quizzes/${id}`);
    expect(answer.status).toBe(403);
    expect(JSON.stringify(answer.body)).not.toContain('correctAnswer');
    await quizzes.call('DELETE', `/api/quizzes/${id}`);
  });

  it('answers 404 for drafts and for quizzes of hidden lessons', async () => {
    for (const id of [unfinished.id, ofDraft.id, ofHidden.id, 999_999])
      expect(await read(`/quizzes/${id}`)).toMatchObject({
        status: 404,
        body: { success: false, error: 'Quiz not found' },
      });
  });

  it('withholds the questions of quizzes in a paid main lesson', async () => {
    const { status, body } = await read(`/quizzes/${locked.id}`);
    expect({ status, body }).toEqual({
      status: 403,
      body: {
        success: false,
        error: 'This quiz belongs to a paid main lesson',
        message: 'This quiz belongs to a paid main lesson',
        code: 'locked',
      },
    });
    await quizzes.publish(buildMainLessonEvent(2, 2, {}));
    await quizzes.waitUntilConsumed();
    expect((await read(`/quizzes/${locked.id}`)).status).toBe(200);
    await quizzes.publish(buildMainLessonEvent(2, 3, { free: false, price: 499 }));
    await quizzes.waitUntilConsumed();
    expect((await read(`/quizzes/${locked.id}`)).status).toBe(403);
  });

  it('shows an active quiz without a lesson', async () => {
    const { id } = await quizzes.createQuiz({ lessonId: 1, status: 'active' });
    await quizzes.service.connection
      .collection<{ _id: number }>('quizzes')
      .updateOne({ _id: id }, { $set: { lessonId: null, mainLessonId: null } });
    expect(await read(`/quizzes/${id}`)).toMatchObject({ status: 200, body: { data: { lessonId: null } } });
    expect((await ids('/quizzes'))[0]).toBe(id);
    expect((await quizzes.call('GET', `/api/quizzes/${id}`)).body).toMatchObject({ lessonTitle: null });
    await quizzes.call('DELETE', `/api/quizzes/${id}`);
  });
});

describe('a response built from replicas of lessons', () => {
  const get = async () => {
    const { status, headers } = await read(`/quizzes/${open.id}`);
    return { status, caching: headers['cache-control'] };
  };

  it('is cacheable only when the replicas reflect all published events', async () => {
    await eventually(async () => expect(await get()).toEqual({ status: 200, caching: undefined }));
    const session = await quizzes.service.connection.startSession();
    session.startTransaction();
    // The content consumer must wait for this lock.
    await quizzes.service.connection
      .collection<{ _id: number }>('main_lessons')
      .updateOne({ _id: 1 }, { $inc: { lockCount: 1 } }, { session });
    await quizzes.publish(buildMainLessonEvent(1, 2, { status: 'draft' }));
    for (let i = 0; i < 5; i += 1) expect(await get()).toEqual({ status: 200, caching: 'no-store' });
    await session.abortTransaction();
    await session.endSession();
    await eventually(async () => expect(await get()).toEqual({ status: 404, caching: undefined }));
    await quizzes.publish(buildMainLessonEvent(1, 3, {}));
    await quizzes.waitUntilConsumed();
  });
});

describe('/api/v1/quizzes/lesson/{lessonId}', () => {
  it('shows the active quizzes of a lesson', async () => {
    expect((await read('/quizzes/lesson/1')).body).toMatchObject({ total: 1, data: [{ id: open.id }] });
    expect((await read('/quizzes/lesson/1?limit=5&offset=1')).body).toMatchObject({ total: 1, data: [] });
    expect(await ids('/quizzes/lesson/2')).toEqual([locked.id]);
  });

  it('answers 404 for hidden lessons', async () => {
    for (const lessonId of [3, 4, 999])
      expect(await read(`/quizzes/lesson/${lessonId}`)).toMatchObject({
        status: 404,
        body: { success: false, error: 'Lesson not found' },
      });
  });
});
