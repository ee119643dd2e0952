import { maxExactTotal } from '@khmer-learning/contracts';
import type { Page } from '@khmer-learning/service-kit';
import type { AnyBulkWriteOperation, ClientSession, Connection } from 'mongoose';
import { markResults } from '../results/quiz-results.ts';
import type { SubmissionResult } from '../submissions/score-answers.ts';
import { firstTriesOf, type StoredAnswer, type StoredFirstTries } from './first-try.model.ts';

/** An answer of a learner, which may be the first one to its question. */
export interface Try extends StoredAnswer {
  readonly quizId: number;
  readonly questionId: number;
  readonly learnerId: number;
}

/** Most learners whose first tries are read for the statistics of a quiz: the latest ones. */
const maxLearners = 2_000;

/** Stores answers that are the first to their question, by `at`. Others change nothing, so tries may be recorded again. */
export async function recordTries(
  connection: Connection,
  tries: readonly Try[],
  session?: ClientSession,
): Promise<void> {
  if (tries.length === 0) return;
  const options = session ? { session } : {};
  const model = firstTriesOf(connection);
  const idOf = ({ quizId, learnerId }: Try) => `${quizId}:${learnerId}`;
  const stored = await model
    .find({ _id: { $in: [...new Set(tries.map(idOf))] } }, null, options)
    .lean<StoredFirstTries[]>();
  const known = new Map(stored.map((row) => [row._id, row.answers]));
  const updatedAt = new Date();
  const rows = new Map<
    string,
    { quizId: number; learnerId: number; answers: Record<string, StoredAnswer> }
  >();
  for (const one of tries) {
    const { quizId, learnerId, questionId, answer, at } = one;
    const row = rows.get(idOf(one)) ?? { quizId, learnerId, answers: {} };
    rows.set(idOf(one), row);
    const first = row.answers[questionId] ?? known.get(idOf(one))?.[questionId];
    if (!first || at < first.at) row.answers[questionId] = { answer, at };
  }
  const writes = [...rows].flatMap(
    ([_id, { answers, ...ids }]): AnyBulkWriteOperation<StoredFirstTries>[] => {
      const changed = Object.entries(answers).map(([questionId, first]) => [`answers.${questionId}`, first]);
      if (changed.length === 0) return [];
      const update = { $set: { ...Object.fromEntries(changed), updatedAt }, $setOnInsert: ids };
      return [{ updateOne: { filter: { _id }, update, upsert: true } }];
    },
  );
  if (writes.length === 0) return;
  await model.bulkWrite(writes, options);
  await markResults(
    connection,
    [...rows.values()].map(({ quizId }) => quizId),
    session,
  );
}

/** The answers of a learner's submission, given now; none without a learner. */
export function triesOfResult(result: SubmissionResult, learnerId: number | undefined): Try[] {
  if (learnerId === undefined) return [];
  const at = new Date();
  return result.results.flatMap(({ questionId, userAnswer }) =>
    userAnswer === null ? [] : [{ quizId: result.quizId, questionId, learnerId, answer: userAnswer, at }],
  );
}

/** The answers by question id of the latest 2,000 learners who answered a quiz. */
export async function readFirstTries(
  connection: Connection,
  quizId: number,
): Promise<StoredFirstTries['answers'][]> {
  const rows = await firstTriesOf(connection)
    .find({ quizId }, { answers: 1 })
    .sort({ updatedAt: -1 })
    .limit(maxLearners)
    .lean<Pick<StoredFirstTries, 'answers'>[]>();
  return rows.map(({ answers }) => answers);
}

/** A page of a learner's first tries, the last changed first, and the number of all, counted up to one more than `maxExactTotal`. */
export async function readTriesOf(
  connection: Connection,
  learnerId: number,
  { limit, offset }: Page,
): Promise<{ tries: StoredFirstTries[]; counted: number }> {
  const model = firstTriesOf(connection);
  const [tries, counted] = await Promise.all([
    model.find({ learnerId }).sort({ updatedAt: -1 }).skip(offset).limit(limit).lean<StoredFirstTries[]>(),
    model.countDocuments({ learnerId }, { limit: maxExactTotal + 1 }),
  ]);
  return { tries, counted };
}

/**
 * Deletes the first tries of learners whose accounts are gone. Not in a transaction, whose size MongoDB limits: a learner may
 * have answered any number of quizzes, and deleting them twice changes nothing.
 */
export async function deleteTriesOf(connection: Connection, learnerIds: readonly number[]): Promise<void> {
  const theirs = { learnerId: { $in: learnerIds } };
  const quizIds = await firstTriesOf(connection).distinct('quizId', theirs);
  await firstTriesOf(connection).deleteMany(theirs);
  await markResults(connection, quizIds);
}
