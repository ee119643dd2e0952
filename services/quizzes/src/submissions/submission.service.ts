import { type AnswerJudge, createAnswerJudge, headerNames, v1QuizzesSubmit } from '@khmer-learning/contracts';
import {
  type BatchItemResult,
  createBatcher,
  learnerOf,
  mountEndpoint,
  notFound,
  type ServiceContext,
} from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import { recordTries, triesOfResult } from '../first-tries/first-tries.ts';
import { type QuizAccess, type QuizAccessRequest, resolveQuizAccess } from '../public/quiz-access.ts';
import type { QuizRow } from '../quizzes/quiz.queries.ts';
import { recordResults } from './analytics.ts';
import { parseIdempotencyKey, type SubmissionKey } from './idempotency-key.ts';
import { type QuizAnswers, type SubmissionResult, scoreAnswers } from './score-answers.ts';
import { countOnce } from './submit-once.ts';

type Submission = QuizAccessRequest & QuizAnswers;
type SubmissionWithKey = Submission & { readonly key: SubmissionKey };

/** Most submissions scored and counted in one batch. */
const maxBatchSize = 200;
/** Most quizzes whose answers are remembered, as they are compared: some megabytes of the largest one. */
const maxJudges = 16;

/**
 * Mounts `POST /api/v1/quizzes/{id}/submit`, which scores answers and counts the submission for a day in `timeZone`: 404 when
 * the quiz is not public, 403 when it is locked, 422 when the key belongs to another submission. A repetition with the same
 * key gets the first answer, and is not counted. Submissions that arrive while a batch is in flight form the next batch.
 */
export function submissionRoutes(app: FastifyInstance, store: ServiceContext, timeZone: string): void {
  const { connection } = store;

  /** The judges of the quizzes that were submitted last, in this order. */
  const judges = new Map<number, { readonly version: number; readonly judge: AnswerJudge }>();

  function judgeOf({ _id, version, questions }: QuizRow): AnswerJudge {
    const known = judges.get(_id);
    const current = known?.version === version ? known : { version, judge: createAnswerJudge(questions) };
    judges.delete(_id);
    judges.set(_id, current);
    const [oldest] = judges.keys();
    if (judges.size > maxJudges && oldest !== undefined) judges.delete(oldest);
    return current.judge;
  }

  async function scoreSubmission(
    { answers, kinds }: Submission,
    quiz: QuizAccess | undefined,
  ): Promise<BatchItemResult<SubmissionResult>> {
    if (!quiz) return { error: notFound('Quiz') };
    if ('error' in quiz) return quiz;
    return { value: await scoreAnswers(quiz.value, answers, kinds, judgeOf(quiz.value)) };
  }

  /** Scores one submission after the other: together, they would only hold each other up. */
  async function scoreAll<S extends Submission>(submissions: readonly S[]) {
    const quizzes = await resolveQuizAccess(store, submissions);
    const scored: (S & { readonly outcome: BatchItemResult<SubmissionResult> })[] = [];
    for (const [index, submission] of submissions.entries())
      scored.push({ ...submission, outcome: await scoreSubmission(submission, quizzes[index]) });
    return scored;
  }

  /** Records the results of each quiz. If that fails for one quiz, only its submissions fail. */
  async function recordOutcomes(
    outcomes: readonly BatchItemResult<SubmissionResult>[],
  ): Promise<BatchItemResult<SubmissionResult>[]> {
    const results = new Map<number, SubmissionResult[]>();
    for (const outcome of outcomes) {
      if (!('value' in outcome)) continue;
      const { quizId } = outcome.value;
      results.set(quizId, [...(results.get(quizId) ?? []), outcome.value]);
    }
    const failures = new Map<number, unknown>();
    await Promise.all(
      [...results].map(async ([quizId, quizResults]) => {
        try {
          const recorded = await recordResults(connection, quizId, { results: quizResults, timeZone });
          if (!recorded) failures.set(quizId, notFound('Quiz'));
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

  const submit = createBatcher<Submission, SubmissionResult>(
    async (submissions) => {
      const scored = await scoreAll(submissions);
      // Before the results: a submission that fails here is not counted, and its tries may be recorded again.
      await recordTries(
        connection,
        scored.flatMap(({ outcome, learnerId }) =>
          'value' in outcome ? triesOfResult(outcome.value, learnerId) : [],
        ),
      );
      return recordOutcomes(scored.map(({ outcome }) => outcome));
    },
    { concurrency: 1, maxItems: maxBatchSize },
  );

  const submitOnce = createBatcher<SubmissionWithKey, SubmissionResult>(
    async (submissions) => countOnce(store, timeZone, await scoreAll(submissions)),
    { concurrency: 1, maxItems: maxBatchSize, retryIndividually: true },
  );

  mountEndpoint(app, v1QuizzesSubmit, async ({ params, body, principal, headers }) => {
    const { kinds, answers } = body;
    const own = { quizId: params.id, kinds, answers };
    const key = parseIdempotencyKey(headers[headerNames.idempotencyKey], principal, own);
    const submission = { ...own, learnerId: learnerOf(principal)?.userId };
    const data = await (key ? submitOnce({ ...submission, key }) : submit(submission));
    return { success: true as const, data };
  });
}
