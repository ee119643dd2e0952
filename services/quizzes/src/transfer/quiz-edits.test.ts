import type { ItemEdits, Quiz } from '@khmer-learning/contracts';
import { eventually } from '@khmer-learning/test-kit';
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
  await quizzes.publish(buildMainLessonEvent(1, 1, {}), buildLessonEvent(1, 1, {}));
  await quizzes.waitUntilConsumed();
});
afterAll(() => quizzes.close());

const read = (id: number) => quizzes.call<Quiz>('GET', `/api/quizzes/${id}`);
/** Waits for the outcome, however busy the machine is. */
async function whenOver({ id }: ItemEdits): Promise<ItemEdits> {
  return eventually(async () => {
    const { body } = await quizzes.call<ItemEdits>('GET', `/api/quiz-edits/${id}`);
    expect(['applying', 'undoing']).not.toContain(body.state);
    return body;
  });
}
async function edit(items: readonly Pick<Quiz, 'id' | 'version'>[], change: object) {
  const edits = items.map(({ id, version }) => ({ id, version, ...change }));
  const { status, body } = await quizzes.call<ItemEdits>('POST', '/api/quiz-edits', { edits });
  return status === 201 ? whenOver(body) : body;
}
const undo = async (id: number) =>
  whenOver((await quizzes.call<ItemEdits>('POST', `/api/quiz-edits/${id}/undo`)).body);

it('publishes quizzes with what is not published yet, and takes it back', async () => {
  const draft = await quizzes.createQuiz();
  const reworked = await quizzes.createQuiz({ status: 'active' });
  const path = `/api/quizzes/${reworked.id}/working-copy`;
  const questions = [{ ...question, id: 1, question: 'Newer?' }];
  await quizzes.call('PUT', path, { contents: buildQuizBody({ title: 'Reworked', questions }) });
  const edits = await edit([draft, reworked], { status: 'active' });
  expect(edits).toMatchObject({ state: 'applied', change: 'published', items: 2 });
  expect((await read(draft.id)).body.status).toBe('active');
  expect((await read(reworked.id)).body).toMatchObject({ title: 'Reworked', questions });
  expect(await undo(edits.id)).toMatchObject({ state: 'undone', problem: null });
  expect((await read(draft.id)).body.status).toBe('draft');
  expect((await read(reworked.id)).body).toMatchObject({
    ...{ status: 'active', title: reworked.title, questions: reworked.questions },
  });
  expect((await quizzes.call('GET', path)).body).toMatchObject({ contents: { title: 'Reworked' } });
});

it('publishes none when one cannot be published', async () => {
  const draft = await quizzes.createQuiz();
  const silent = await quizzes.createQuiz({
    questions: [
      { ...question, kind: 'listening', question: 'What is said?', correctAnswer: 'River', options: [] },
    ],
  });
  const refused: object = await edit([draft, silent], { status: 'active' });
  expect(JSON.stringify(refused)).toContain('Nothing was changed, because of one item (quiz ');
  expect((await read(draft.id)).body.status).toBe('draft');
});

it('deletes quizzes, and restores them', async () => {
  const items = [await quizzes.createQuiz(), await quizzes.createQuiz({ status: 'active' })];
  const edits = await edit(items, { deleted: true });
  expect(edits).toMatchObject({ state: 'applied', change: 'deleted' });
  for (const { id } of items) expect((await read(id)).status).toBe(404);
  expect(await undo(edits.id)).toMatchObject({ state: 'undone', problem: null });
  for (const { id, version: _version, updatedAt: _at, ...quiz } of items)
    expect((await read(id)).body).toMatchObject(quiz);
});
