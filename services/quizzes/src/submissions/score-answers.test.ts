import { createAnswerJudge } from '@khmer-learning/contracts';
import { scoreAnswers } from './score-answers.ts';

const questions = [1, 2, 3].map((id) => ({
  id,
  question: `Question ${id}`,
  options: ['right', 'wrong'],
  correctAnswer: 'right',
}));
const quiz = { _id: 5, questions };
const right = (questionId: number) => ({ questionId, selectedAnswer: 'right' });
const wrong = (questionId: number) => ({ questionId, selectedAnswer: 'wrong' });

it('returns the answer to every question, and the correct answer to those that were answered', async () => {
  expect(await scoreAnswers(quiz, [right(1), wrong(2)])).toEqual({
    quizId: 5,
    totalQuestions: 3,
    correctAnswers: 1,
    score: 33,
    passed: false,
    results: [
      {
        questionId: 1,
        question: 'Question 1',
        userAnswer: 'right',
        correctAnswer: 'right',
        isCorrect: true,
        almost: false,
      },
      {
        questionId: 2,
        question: 'Question 2',
        userAnswer: 'wrong',
        correctAnswer: 'right',
        isCorrect: false,
        almost: false,
      },
      {
        questionId: 3,
        question: 'Question 3',
        userAnswer: null,
        correctAnswer: null,
        isCorrect: false,
        almost: false,
      },
    ],
  });
});

it.each([
  ['all right', [right(1), right(2), right(3)], 100, true],
  ['rounded up', [right(1), right(2)], 67, false],
  ['nothing answered', [], 0, false],
  ['changed for the better', [wrong(1), right(1)], 33, false],
  ['changed for the worse', [right(1), wrong(1)], 0, false],
  ['one that is not asked', [right(9), right(1)], 33, false],
  ['in any order', [right(3), right(1), right(2)], 100, true],
  ['with spaces at the ends', [{ questionId: 1, selectedAnswer: ' right\u200B' }], 33, false],
  ['in another case', [{ questionId: 1, selectedAnswer: 'Right' }], 0, false],
])('scores %s', async (_name, answers, points, passed) => {
  expect(await scoreAnswers(quiz, answers)).toMatchObject({ score: points, passed });
});

it.each([
  [6, 10, false],
  [7, 10, true],
  [9, 13, false],
  [16, 23, true],
])('%d of %d passes: %s', async (rightOnes, total, passed) => {
  const [first] = questions;
  const many = Array.from({ length: total }, (_, index) => ({ ...first, id: index + 1 }) as typeof first);
  const quizWithMany = { _id: 1, questions: many.flatMap((one) => (one ? [one] : [])) };
  const answers = quizWithMany.questions.slice(0, rightOnes).map(({ id }) => right(id));
  expect((await scoreAnswers(quizWithMany, answers)).passed).toBe(passed);
});

it.each([
  ['long answers', 'abcdefghij klmnop ', 420],
  ['accents', 'ébçdèfghîj klmnop ', 500],
  ['Khmer', 'សាលារៀនខ្មែរប្រៃសណីយ៍', 250],
  ['long answers in Khmer', 'សាលារៀនខ្មែរប្រៃសណីយ៍', 500],
])(
  'scores typed near misses of the largest quiz for a part of what its preparation costs, while others go on: %s',
  async (_what, text, length) => {
    const textOf = (end: string) => text.repeat(length).slice(0, length - end.length) + end;
    const largest = Array.from({ length: 200 }, (_, id) => ({
      ...{ id, question: 'Question', kind: 'typed' as const, options: [] },
      correctAnswer: textOf(`a${id}`),
      acceptedAnswers: Array.from({ length: 9 }, (_one, n) => textOf(`b${id}${n}`)),
    }));
    const judge = createAnswerJudge(largest);
    /** @returns what it cost, in processor time */
    const submit = async (end: string, known = judge) => {
      const answers = largest.map(({ id }) => ({ questionId: id, selectedAnswer: textOf(`c${end}${id}`) }));
      const started = process.cpuUsage();
      const { correctAnswers } = await scoreAnswers(
        { _id: 5, questions: largest },
        answers,
        undefined,
        known,
      );
      const { user, system } = process.cpuUsage(started);
      expect(correctAnswers).toBe(0);
      return user + system;
    };
    // The first submission prepares the accepted answers, which takes longer than other calls may wait.
    let turns = 0;
    const others = setInterval(() => {
      turns += 1;
    }, 0);
    await submit('');
    clearInterval(others);
    expect(turns).toBeGreaterThan(1);
    const unprepared: number[] = [];
    const prepared: number[] = [];
    for (const times of ['1', '2', '3']) {
      unprepared.push(await submit(times, createAnswerJudge(largest)));
      for (const again of ['a', 'b', 'c']) prepared.push(await submit(times + again));
    }
    // From a quarter to a tenth. Of each the least is compared, because other work of the machine adds to some.
    expect(Math.min(...prepared)).toBeLessThan(Math.min(...unprepared) / 2.5);
  },
);
