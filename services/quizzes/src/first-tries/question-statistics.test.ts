import fc from 'fast-check';
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
const times = (count: number, letters: string) => Array.from({ length: count }, () => learner(letters));
const discriminations = (learners: ReturnType<typeof times>) =>
  computeQuestionStatistics(questions, learners).questions.map(({ discrimination }) => discrimination);

it('counts tries, right ones and what was picked', () => {
  const statistics = computeQuestionStatistics(questions, [
    learner('rwr'),
    learner('ro-'),
    learner('w--'),
    { 1: { answer: ' right\u200B' }, 2: { answer: 'an option of last year' } },
  ]);
  expect(statistics).toMatchObject({ learners: 4, completeLearners: 1 });
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
    questions.map(() => ({ tries: 0, rightShare: null, discrimination: null })),
  );
});

it('correlates each question with the score on the others', () => {
  // By hand: a Guttman scale of three items. Item 1: cov 3/16, variances 3/16 and 11/16. Item 2: 1/4, 1/4 and 1/2.
  const learners = ['rrr', 'rrw', 'rww', 'www'].flatMap((letters) => times(10, letters));
  expect(discriminations(learners)).toEqual([0.52, 0.71, 0.52]);
});

it('is 1 and -1 for a question that agrees and disagrees completely with the others', () => {
  const two = questions.slice(0, 2);
  const of = (...letters: readonly string[]) =>
    computeQuestionStatistics(
      two,
      letters.flatMap((one) => times(15, one)),
    ).questions.map(({ discrimination }) => discrimination);
  expect(of('rr', 'ww')).toEqual([1, 1]);
  expect(of('rw', 'wr')).toEqual([-1, -1]);
});

it.each([
  ['fewer than 30 learners have answered all questions', [...times(29, 'rrw'), ...times(9, 'rw-')]],
  ['all have the same score', times(40, 'rrr')],
])('is not defined when %s', (_name, learners) => {
  expect(discriminations(learners)).toEqual([null, null, null]);
});

it('is not defined for a single question, nor for one that all have right', () => {
  const [single] = questions;
  const learners = [...times(20, 'rrr'), ...times(20, 'rww')];
  expect(discriminations(learners)).toEqual([null, 1, 1]);
  const alone = single ? computeQuestionStatistics([single], learners).questions : [];
  expect(alone).toMatchObject([{ discrimination: null }]);
});

it('is between -1 and 1, whatever the answers and their order', () => {
  const letters = fc.array(fc.constantFrom('r', 'w', 'o', '-'), { minLength: 3, maxLength: 3 });
  fc.assert(
    fc.property(fc.array(letters, { minLength: 30, maxLength: 60 }), (answers) => {
      const learners = answers.map((one) => learner(one.join('')));
      const found = discriminations(learners);
      for (const one of found) if (one !== null) expect(Math.abs(one)).toBeLessThanOrEqual(1);
      expect(discriminations([...learners].reverse())).toEqual(found);
    }),
  );
});
