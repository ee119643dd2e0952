import { computeQuestionStatistics } from './question-statistics.ts';

const questions = [1, 2, 3].map((id) => ({
  id,
  question: `Question ${id}`,
  options: ['right', 'wrong', 'other'],
  correctAnswer: 'right',
}));
/** A learner's first answers, one per letter: right, wrong, other, none. */
const learner = (letters: string) =>
  Object.fromEntries(
    [...letters].flatMap((letter, index) => {
      const answer = { r: 'right', w: 'wrong', o: 'other' }[letter];
      return answer ? [[index + 1, { answer }]] : [];
    }),
  );

it('counts tries, right ones and what was picked', () => {
  const statistics = computeQuestionStatistics(questions, [
    learner('rwr'),
    learner('ro-'),
    learner('w--'),
    { 1: { answer: ' right\u200B' }, 2: { answer: 'an option of last year' } },
  ]);
  expect(statistics).toMatchObject({ learners: 4 });
  const summary = statistics.questions.map(({ tries, rightShare, options, otherPicks }) => [
    tries,
    rightShare,
    ...options.map(({ picks }) => picks),
    otherPicks,
  ]);
  expect(summary).toEqual([
    [4, 75, 3, 1, 0, 0],
    [3, 0, 0, 1, 1, 1],
    [1, 100, 1, 0, 0, 0],
  ]);
  expect(statistics.questions[0]?.options.map(({ isCorrect }) => isCorrect)).toEqual([true, false, false]);
});

it('has no share without tries', () => {
  expect(computeQuestionStatistics(questions, []).questions).toMatchObject(
    questions.map(() => ({ tries: 0, rightShare: null })),
  );
});
