import type { Principal } from '@khmer-learning/contracts';
import { createBatcher, learnerOf, notFound, type BatchItemResult } from '@khmer-learning/service-kit';
import { type OpenQuiz, openQuizzes, type QuizRequest } from '../public/open-quizzes.ts';
import type { QuizStore } from '../store/quiz-store.ts';
import { countResults } from './analytics.ts';
import { type Answers, type Result, score } from './score.ts';

interface Submission extends QuizRequest {
  readonly answers: Answers;
}

/** What learners send in. */
export interface SubmissionService {
  /**
   * Scores answers and counts the submission.
   *
   * @param principal who sends them: what their learner owns is not locked
   * @throws ApiError 404 when the quiz is not public, 403 when it is locked
   */
  submit(quizId: number, answers: Answers, principal: Principal): Promise<Result>;
}

/** Most submissions scored and counted in one go. */
const mostTogether = 200;

export function createSubmissionService(store: QuizStore): SubmissionService {
  const { connection } = store;

  function scored({ answers }: Submission, quiz: OpenQuiz | undefined): BatchItemResult<Result> {
    if (!quiz) return { error: notFound('Quiz') };
    return 'error' in quiz ? quiz : { value: score(quiz.value, answers) };
  }

  /** Counts the results of each quiz; those of a quiz that cannot be counted fail alone. */
  async function counted(outcomes: readonly BatchItemResult<Result>[]): Promise<BatchItemResult<Result>[]> {
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

  const submit = createBatcher<Submission, Result>(
    async (submissions) => {
      const quizzes = await openQuizzes(store, submissions);
      return counted(submissions.map((submission, index) => scored(submission, quizzes[index])));
    },
    { concurrency: 1, maxItems: mostTogether },
  );

  return {
    submit: (quizId, answers, principal) =>
      submit({ quizId, answers, learnerId: learnerOf(principal)?.userId }),
  };
}
