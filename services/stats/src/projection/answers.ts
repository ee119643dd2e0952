import { analyticsLimits, type EntityEvent, quizResultsEvent } from '@khmer-learning/contracts';
import { answerKey } from '@khmer-learning/khmer-text';
import { isEventOf } from '@khmer-learning/service-kit';
import type { ClientSession } from 'mongoose';
import type { ProjectionModels, QuestionRow, WordRow } from './projection.model.ts';

/** Most questions that count for one word, and most wrong answers that are kept of it. */
const maxQuestions = 200;
const maxInstead = 3;

/** Hard is a large share of wrong answers; a few tries say nothing. */
const hardnessOf = (tries: number, right: number) =>
  tries < analyticsLimits.minTries ? -1 : Math.round(((tries - right) / tries) * 10_000);

/** Replaces the questions of quizzes with new results, and sums up their words again: the same after any order of events. */
export async function projectAnswers(
  { models, generation }: { readonly models: ProjectionModels; readonly generation: number },
  events: readonly EntityEvent[],
  session: ClientSession,
): Promise<void> {
  const results = events.filter((event) => isEventOf(quizResultsEvent, event));
  if (results.length === 0) return;
  const quizIds = results.map(({ entityId }) => Number(entityId));
  const before = await models.questions
    .find({ generation, quizId: { $in: quizIds } }, { wordKey: 1 })
    .session(session)
    .lean<Pick<QuestionRow, 'wordKey'>[]>();
  await models.questions.deleteMany({ generation, quizId: { $in: quizIds } }, { session });
  const rows = results.flatMap(({ state }): QuestionRow[] =>
    (state?.questions ?? []).map(({ word, ...question }) => ({
      ...question,
      _id: `${generation}:${state?.quizId}:${question.questionId}`,
      generation,
      quizId: state?.quizId ?? 0,
      word,
      wordKey: word === null ? null : answerKey(word),
      hardness: hardnessOf(question.tries, question.right),
    })),
  );
  if (rows.length > 0) await models.questions.insertMany(rows, { session, lean: true });

  const keys = new Set([...before, ...rows].flatMap(({ wordKey }) => wordKey ?? []));
  // One after the other: a transaction has one command at a time.
  for (const key of keys) {
    const questions = await models.questions
      .find({ generation, wordKey: key })
      .sort({ _id: 1 })
      .limit(maxQuestions)
      .session(session)
      .lean<QuestionRow[]>();
    const _id = `${generation}:${key}`;
    if (questions.length === 0) await models.words.deleteOne({ _id }, { session });
    else await models.words.replaceOne({ _id }, sumUp(generation, _id, questions), { session, upsert: true });
  }
}

function sumUp(generation: number, _id: string, questions: readonly QuestionRow[]): WordRow {
  const sumOf = (field: 'tries' | 'right') => questions.reduce((sum, row) => sum + row[field], 0);
  const picks = new Map<string, number>();
  for (const { answer, picks: times } of questions.flatMap(({ instead }) => instead))
    picks.set(answer, (picks.get(answer) ?? 0) + times);
  return {
    _id,
    generation,
    word: questions[0]?.word ?? '',
    questions: questions.length,
    tries: sumOf('tries'),
    right: sumOf('right'),
    instead: [...picks]
      .map(([answer, times]) => ({ answer, picks: times }))
      .sort((one, other) => other.picks - one.picks || (one.answer < other.answer ? -1 : 1))
      .slice(0, maxInstead),
    hardness: hardnessOf(sumOf('tries'), sumOf('right')),
  };
}
