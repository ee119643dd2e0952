import { randomUUID } from 'node:crypto';
import {
  type BodyOf,
  canBeChoice,
  type Quiz,
  quizLimits,
  quizMessages,
  type quizzes,
} from '@khmer-learning/contracts';
import { hasTooManyKeys } from '@khmer-learning/khmer-text';
import { fieldError } from '@khmer-learning/service-kit';
import { questionKey } from './question-key.ts';
import type { StoredQuestions, StoredQuiz } from './quiz.model.ts';
import { searchedTexts } from './quiz-search-fields.ts';

type QuestionInput = BodyOf<typeof quizzes.create>['questions'][number];

/**
 * Assigns a unique id to each question. A question keeps its id. If it has none, if the id exceeds the limit, or if
 * an earlier question has the same one, it gets the next id that no question of this quiz has ever had.
 *
 * @param lastQuestionId the highest id assigned so far, 0 for a new quiz
 * @throws ApiError 413 when all questions together are too large, or have too many words to be found by each
 */
export function assignQuestionIds(
  inputs: readonly QuestionInput[],
  lastQuestionId: number,
): Pick<StoredQuiz, 'lastQuestionId'> & StoredQuestions {
  const usedIds = new Set<number>();
  const maxId = Math.max(quizLimits.questionId, lastQuestionId);
  const inputIds = inputs.map(({ id = 0 }) => (id <= maxId ? id : 0));
  let lastId = Math.max(lastQuestionId, ...inputIds);
  const questions = inputs.map(({ id, ...question }) => {
    const retainedId = id !== undefined && id <= maxId && !usedIds.has(id) ? id : undefined;
    if (retainedId === undefined) lastId += 1;
    usedIds.add(retainedId ?? lastId);
    return withoutEmptyRecordings({ id: retainedId ?? lastId, ...question });
  });
  const message =
    Buffer.byteLength(JSON.stringify(questions)) > quizLimits.bytes
      ? quizMessages.tooLarge
      : hasTooManyKeys(searchedTexts(questions)) && quizMessages.tooManyWords;
  if (message) throw fieldError('questions', message, 413);
  return { ...toStoredQuestions(questions), lastQuestionId: lastId };
}

/** The questions of a quiz as they are stored, with what is known of them. */
export function toStoredQuestions(questions: Quiz['questions']): StoredQuestions {
  const kindCounts: StoredQuestions['kindCounts'] = {};
  for (const { kind = 'choice' } of questions) kindCounts[kind] = (kindCounts[kind] ?? 0) + 1;
  return {
    questions,
    questionCount: questions.length,
    kindCounts,
    choosableCount: questions.filter((one) => one.kind !== undefined && canBeChoice(one)).length,
    shuffleSeed: randomUUID(),
    questionKeys: questions.map(questionKey),
  };
}

/** A question as it is stored: without an empty list of recordings, so that saving it changes nothing. */
export function withoutEmptyRecordings<Q extends Pick<QuestionInput, 'recordings'>>({
  recordings = [],
  ...question
}: Q) {
  return { ...question, ...(recordings.length > 0 ? { recordings } : {}) };
}
