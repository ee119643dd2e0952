import { createHash } from 'node:crypto';
import type { Principal } from '@khmer-learning/contracts';
import { ApiError, learnerOf } from '@khmer-learning/service-kit';
import { answerText, type QuizAnswers } from './score-answers.ts';

/** What makes two submissions the same: the caller's key. And whether they really are: the fingerprint. */
export interface SubmissionKey {
  /** `<caller>:<key>`. The caller is the learner; without a token, the API key. */
  readonly id: string;
  /** SHA-256 of the quiz, the answers and the kinds of questions that are scored. */
  readonly fingerprint: string;
}

/** 1 to 255 visible ASCII characters except `"` and `\`, with or without the quotes of a string (RFC 8941, 3.3.3). */
const keyPattern = /^(["]?)([!#-[\]-~]{1,255})\1$/;

/** Reads the header `Idempotency-Key` of a submission; undefined without it. @throws ApiError 400 when it is not a key */
export function parseIdempotencyKey(
  header: string | string[] | undefined,
  principal: Principal,
  submission: QuizAnswers,
): SubmissionKey | undefined {
  if (header === undefined) return undefined;
  const key = typeof header === 'string' ? keyPattern.exec(header)?.[2] : undefined;
  if (key === undefined)
    throw new ApiError(400, 'Idempotency-Key must have 1 to 255 visible ASCII characters');
  const learner = learnerOf(principal);
  const apiKeyId = principal.kind === 'apiKey' ? principal.apiKeyId : 0;
  const caller = learner ? `learner-${learner.userId}` : `key-${apiKeyId}`;
  const content = JSON.stringify([
    submission.quizId,
    submission.answers.map((answer) => [answer.questionId, answerText(answer)]),
    ...(submission.kinds ? [submission.kinds] : []),
  ]);
  return { id: `${caller}:${key}`, fingerprint: createHash('sha256').update(content).digest('hex') };
}
