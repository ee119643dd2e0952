import type { QuestionUses, Quiz, quizzes as quizEndpoints, ResponseOf } from '@khmer-learning/contracts';
import { questionKeys } from '../migrations/0007-question-keys.ts';
import {
  buildLessonEvent,
  buildMainLessonEvent,
  question,
  startQuizzes,
  type TestQuizzes,
} from '../quizzes.test-kit.ts';
import type { StoredQuiz } from './quiz.model.ts';

type Bank = ResponseOf<typeof quizEndpoints.questions>;

let quizzes: TestQuizzes;
let river: Quiz;
let boats: Quiz;
let elsewhere: Quiz;

const recordings = [{ language: 'km', text: 'ទន្លេ', file: 'river.mp3' }];
const market = { kind: 'typed', question: 'Where do you buy ត្រី?', correctAnswer: 'market' };
const fish = { question: 'What is ត្រី?', options: ['Fish', 'Boat'], correctAnswer: 'Fish', recordings };

/** Lessons 1 and 2 are in main lesson 1, lesson 3 is in main lesson 2. */
beforeAll(async () => {
  quizzes = await startQuizzes();
  await quizzes.publish(
    buildMainLessonEvent(1, 1, {}),
    buildMainLessonEvent(2, 1, {}),
    buildLessonEvent(1, 1, {}),
    buildLessonEvent(2, 1, {}),
    buildLessonEvent(3, 1, { mainLessonId: 2 }),
  );
  await quizzes.waitUntilConsumed();
  boats = await quizzes.createQuiz({ lessonId: 2, title: 'Boats', questions: [fish] });
  river = await quizzes.createQuiz({ title: 'River', questions: [question, market] });
  // The same question: case, white space and the order of options make no difference.
  const same = { question: 'what is  ទន្លេ?', options: ['Boat', 'River'], correctAnswer: 'River' };
  elsewhere = await quizzes.createQuiz({ lessonId: 3, title: 'Elsewhere', questions: [same, market] });
});
afterAll(() => quizzes.close());

const bank = async (query: string) =>
  (await quizzes.call<Bank>('GET', `/api/quizzes/questions?${query}`)).body;
const texts = async (query: string) => {
  const { questions } = await bank(query);
  return questions.map((found) => found.question.question);
};
const use = ({ id, title }: Quiz) => ({ id, title });

describe('the question bank of a main lesson', () => {
  it('has each question of its quizzes once, by lesson, with its recordings and where it is used', async () => {
    const { questions, ...rest } = await bank('mainLessonId=1');
    expect(rest).toEqual({ hasMore: false, isPartial: false });
    expect(questions).toMatchObject([
      { question, usedIn: { quizzes: [use(elsewhere), use(river)], total: 2 } },
      { question: market, usedIn: { total: 2 } },
      { question: fish, usedIn: { quizzes: [use(boats)], total: 1 } },
    ]);
  });

  it('is searched by text and kind, and comes in pages', async () => {
    expect(await texts('mainLessonId=1&search=ត្រី')).toEqual([market.question, fish.question]);
    // Boats has both words, but not in one question.
    expect(await texts('mainLessonId=1&search=fish river')).toEqual([]);
    expect(await texts('mainLessonId=1&kind=typed')).toEqual([market.question]);
    expect(await texts(`mainLessonId=1&exceptQuizId=${river.id}`)).toEqual([fish.question]);
    expect(await texts('mainLessonId=1&limit=1&offset=1')).toEqual([market.question]);
    expect((await bank('mainLessonId=1&limit=2')).hasMore).toBe(true);
    expect(await texts('mainLessonId=3')).toEqual([]);
    for (const query of ['', 'mainLessonId=x', 'mainLessonId=1&kind=song', 'mainLessonId=1&limit=101'])
      expect((await quizzes.call('GET', `/api/quizzes/questions?${query}`)).status).toBe(400);
  });

  it('tells of a quiz which of its questions others have too, until these change', async () => {
    const shared = async () => {
      const { body } = await quizzes.call<{ questions: { questionId: number; usedIn: QuestionUses }[] }>(
        'GET',
        `/api/quizzes/${river.id}/shared-questions`,
      );
      return body.questions;
    };
    const usedIn = { quizzes: [use(elsewhere)], total: 1 };
    expect(await shared()).toEqual([
      { questionId: 1, usedIn },
      { questionId: 2, usedIn },
    ]);
    // A quiz of before there were keys.
    const { connection, config } = quizzes.service;
    const rows = connection.collection<StoredQuiz>('quizzes');
    await rows.updateOne({ _id: elsewhere.id }, { $unset: { questionKeys: 1 } });
    expect(await shared()).toEqual([]);
    await questionKeys.up(connection, config);
    expect(await shared()).toHaveLength(2);
    const [first] = elsewhere.questions;
    await quizzes.call('PATCH', `/api/quizzes/${elsewhere.id}`, {
      questions: [first, { ...market, correctAnswer: 'shop' }],
    });
    expect(await shared()).toEqual([{ questionId: 1, usedIn }]);
    expect((await quizzes.call('GET', '/api/quizzes/999/shared-questions')).status).toBe(404);
  });
});
