import {
  contentReleaseEvent,
  contentReleaseMessages,
  type EntityEvent,
  messages,
  type Quiz,
  quizReleaseEvent,
  type ReleasedItem,
  type StateOf,
  specificErrorCodes,
} from '@khmer-learning/contracts';
import {
  buildEntityEvent,
  eventually,
  fetchLastEvent,
  findAuditRecords,
  republishAll,
} from '@khmer-learning/test-kit';
import {
  buildLessonEvent,
  buildMainLessonEvent,
  buildQuizBody,
  question,
  startQuizzes,
  type TestQuizzes,
} from '../quizzes.test-kit.ts';

let quizzes: TestQuizzes;
let lastRelease = 0;

beforeAll(async () => {
  quizzes = await startQuizzes();
  await quizzes.publish(buildMainLessonEvent(1, 1, {}), buildLessonEvent(1, 1, {}));
});
afterAll(() => quizzes.close());

const get = async (id: number) => (await quizzes.call<Quiz>('GET', `/api/quizzes/${id}`)).body;
const statusInV1 = async (id: number) =>
  (await quizzes.call('GET', `/api/v1/quizzes/${id}`, undefined, { as: 'app' })).status;

const item = ({ id, version }: Pick<Quiz, 'id' | 'version'>): ReleasedItem => ({
  ...{ entity: 'quiz', id, version, of: 'item' },
});

/** Asks as content does. */
async function ask(
  id: number,
  version: number,
  request: Partial<StateOf<typeof contentReleaseEvent>> | null,
): Promise<void> {
  const state = request && { id, step: 'prepare', quizzes: [], isVersionBound: true, ...request };
  const cause = { actor: { id: 2, role: 'teacher' }, requestId: `release ${id}` };
  await quizzes.publish(buildEntityEvent(contentReleaseEvent, id, version, state, cause));
}

const answerTo = (id: number, version: number): Promise<EntityEvent> =>
  eventually(async () => {
    const event = await fetchLastEvent(quizzes.service.nats, quizReleaseEvent, id);
    expect(event.version).toBe(version);
    return event;
  });

/** Asks to prepare these. @returns the id of the release, and the answer */
async function prepare(items: readonly ReleasedItem[], isVersionBound = true) {
  lastRelease += 1;
  const id = lastRelease;
  await ask(id, 1, { quizzes: [...items], isVersionBound });
  return { id, answer: await answerTo(id, 1) };
}

const save = (id: number, title = 'Saved meanwhile') =>
  quizzes.call('PATCH', `/api/quizzes/${id}`, { title });
const held = {
  status: 409,
  body: { message: contentReleaseMessages.beingPublished, code: specificErrorCodes.beingPublished },
};

it('holds quizzes that can be published, and publishes them when content has', async () => {
  const quiz = await quizzes.createQuiz({ title: 'The river' });
  const { id, answer } = await prepare([item(quiz)]);
  expect(answer).toMatchObject({ state: { id, titles: ['The river'], failure: null }, actor: { id: 2 } });
  expect(await save(quiz.id)).toMatchObject(held);
  expect(await get(quiz.id)).toMatchObject({ status: 'draft', version: 1 });
  expect(await statusInV1(quiz.id)).toBe(404);
  const { before, after } = await republishAll(quizzes.service, 'quizzes');
  expect(after).toEqual(before);

  await ask(id, 2, { step: 'commit', quizzes: [item(quiz)] });
  expect(await answerTo(id, 2)).toMatchObject({ type: 'deleted' });
  expect(await statusInV1(quiz.id)).toBe(200);
  expect((await save(quiz.id)).status).toBe(200);
  const records = await findAuditRecords(quizzes.service.connection);
  expect(records).toContainEqual(
    expect.objectContaining({
      ...{ action: 'status', entity: 'quiz', entityId: String(quiz.id), detail: `active, release ${id}` },
      ...{ actor: { id: 2, role: 'teacher' }, requestId: `release ${id}` },
    }),
  );
});

it('publishes a working copy, whose saves are refused meanwhile', async () => {
  const quiz = await quizzes.createQuiz({ status: 'active' });
  const { lessonId, description } = quiz;
  const contents = { lessonId, description, title: 'Reworked', questions: [question] };
  const path = `/api/quizzes/${quiz.id}/working-copy`;
  const { body } = await quizzes.call<{ version: number }>('PUT', path, { contents });
  const { id } = await prepare([{ ...item(quiz), version: body.version, of: 'working-copy' }]);
  expect(await quizzes.call('PUT', path, { contents: { ...contents, title: 'Later' } })).toMatchObject(held);
  expect(await quizzes.call('DELETE', path)).toMatchObject(held);
  await ask(id, 2, { step: 'commit' });
  await answerTo(id, 2);
  expect(await get(quiz.id)).toMatchObject({ title: 'Reworked', status: 'active' });
});

it('refuses all of them when one cannot be published, and holds none', async () => {
  const [good, stale, silent] = [
    await quizzes.createQuiz(),
    await quizzes.createQuiz({ title: 'Stale' }),
    await quizzes.createQuiz({ title: 'Silent', questions: [{ ...question, kind: 'listening' }] }),
  ];
  const { answer } = await prepare([item(good), { ...item(stale), version: 9 }, item(silent)]);
  const reasons = (answer.state as StateOf<typeof quizReleaseEvent>).failure?.items;
  expect(reasons).toMatchObject([
    { entity: 'quiz', id: stale.id, title: 'Stale', message: 'This quiz was changed by someone else' },
    { id: silent.id, title: 'Silent', message: expect.stringContaining('recording') as string },
  ]);
  expect((await save(good.id)).status).toBe(200);
});

it('refuses quizzes outside the main lessons to which who publishes is limited', async () => {
  const quiz = await quizzes.createQuiz();
  lastRelease += 1;
  await ask(lastRelease, 1, { quizzes: [item(quiz)], mainLessonIds: [99] });
  expect((await answerTo(lastRelease, 1)).state).toMatchObject({
    failure: { items: [{ id: quiz.id, message: messages.auth.otherMainLesson }] },
  });
});

it('refuses a quiz that another release holds', async () => {
  const quiz = await quizzes.createQuiz();
  const { id } = await prepare([item(quiz)]);
  const { answer } = await prepare([item(quiz)]);
  expect(answer.state).toMatchObject({
    failure: { items: [{ id: quiz.id, message: contentReleaseMessages.beingPublished }] },
  });
  await ask(id, 2, null);
  await answerTo(id, 2);
});

it('ends the hold when the release fails, and holds again when it is tried again', async () => {
  const quiz = await quizzes.createQuiz();
  const { id } = await prepare([item(quiz)]);
  await ask(id, 2, null);
  expect(await answerTo(id, 2)).toMatchObject({ type: 'deleted' });
  expect((await save(quiz.id)).status).toBe(200);
  await ask(id, 3, { quizzes: [item(quiz)], isVersionBound: false });
  expect(await answerTo(id, 3)).toMatchObject({ state: { failure: null } });
  expect(await save(quiz.id, 'Later')).toMatchObject(held);
  await ask(id, 4, { step: 'commit' });
  await answerTo(id, 4);
  expect(await get(quiz.id)).toMatchObject({ title: 'Saved meanwhile', status: 'active' });
});

it('lets a deletion through, and leaves the deleted quiz out', async () => {
  const [kept, deleted] = [await quizzes.createQuiz(), await quizzes.createQuiz()];
  const { id } = await prepare([item(kept), item(deleted)]);
  expect((await quizzes.call('DELETE', `/api/quizzes/${deleted.id}`)).status).toBe(200);
  await ask(id, 2, { step: 'commit' });
  await answerTo(id, 2);
  expect(await statusInV1(kept.id)).toBe(200);
  expect((await quizzes.call('POST', '/api/quizzes', buildQuizBody())).status).toBe(201);
});
