import { inBatches, notFound, type Outcome } from '@khmer-learning/service-kit';
import { type OpenQuiz, readOpenQuizzes } from '../public/open-quizzes.ts';
import type { QuizStore } from '../store/quiz-store.ts';
import { countResults } from './analytics.ts';
import { type Answers, type Result, score } from './score.ts';

interface Submission {
  readonly quizId: number;
  readonly answers: Answers;
}

/** What learners send in. */
export interface SubmissionService {
  /**
   * Scores answers and counts the submission.
   *
   * @throws ApiError 404 when the quiz is not public, 403 when it is locked
   */
  submit(quizId: number, answers: Answers): Promise<Result>;
}

/** Most submissions scored and counted in one go. */
const mostTogether = 200;

export function createSubmissionService(store: QuizStore): SubmissionService {
  const { connection } = store;

  function scored({ quizId, answers }: Submission, quizzes: ReadonlyMap<number, OpenQuiz>): Outcome<Result> {
    const found = quizzes.get(quizId);
    if (!found) return { error: notFound('Quiz') };
    if ('error' in found) return found;
    return { value: score(found.value, answers) };
  }

  /** Counts the results of each quiz; those of a quiz that cannot be counted fail alone. */
  async function counted(outcomes: readonly Outcome<Result>[]): Promise<Outcome<Result>[]> {
    const results = new Map<number, Result[]>();
    for (const outcome of outcomes) {
      if (!('value' in outcome)) continue;
      const { quizId } = outcome.value;
      results.set(quizId, [...(results.get(quizId) ?? []), outcome.value]);
    }
    const failures = new Map<number, unknown>();
    await Promise.all(
      [...results].map(async ([quizId, ofQuiz]) => {
        try {
          if (!(await countResults(connection, quizId, ofQuiz))) failures.set(quizId, notFound('Quiz'));
        } catch (error) {
          failures.set(quizId, error);
        }
      }),
    );
    return outcomes.map((outcome) => {
      if (!('value' in outcome) || !failures.has(outcome.value.quizId)) return outcome;
      return { error: failures.get(outcome.value.quizId) };
    });
  }

  const submit = inBatches<Submission, Result>(
    async (submissions) => {
      const ids = new Set(submissions.map(({ quizId }) => quizId));
      const quizzes = await readOpenQuizzes(store, [...ids]);
      return counted(submissions.map((submission) => scored(submission, quizzes)));
    },
    { atOnce: 1, maxItems: mostTogether },
  );

  return { submit: (quizId, answers) => submit({ quizId, answers }) };
}
