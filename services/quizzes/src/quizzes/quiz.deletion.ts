import { type EventOf, type lessonEvent, quizEvent } from '@khmer-learning/contracts';
import {
  commit,
  type JobDefinition,
  type ServiceContext,
  type Transaction,
} from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';
import { deleteAnalytics } from '../submissions/analytics.ts';
import { quizIndexes, quizSummaryProjection, quizzesOf } from './quiz.model.ts';
import type { QuizSummaryRow } from './quiz.queries.ts';
import { quizDeletionKeys } from './quiz.surrogate-keys.ts';
import { type QuizDeletion, quizDeletionsOf } from './quiz-deletion.model.ts';

/** Most quizzes deleted in one transaction, which also has their tombstones. */
const maxDeletedPerTransaction = 200;

/**
 * Deletes the quizzes of deleted lessons, each with a tombstone event. If there are many, the transaction deletes a
 * first batch, and `quizDeletionJob` the others.
 */
export async function deleteQuizzesOfLessons(
  connection: Connection,
  lessons: readonly EventOf<typeof lessonEvent>[],
  tx: Transaction,
): Promise<void> {
  const deletions = lessons.map(({ entityId, actor, requestId }) => ({
    _id: Number(entityId),
    actor,
    requestId,
  }));
  const unfinished = await deleteBatch(connection, deletions, tx);
  if (unfinished.length === 0) return;
  await quizDeletionsOf(connection).bulkWrite(
    unfinished.map(({ _id, ...cause }) => ({
      updateOne: { filter: { _id }, update: { $set: cause }, upsert: true },
    })),
    { session: tx.session },
  );
}

/** Deletes the remaining quizzes of deleted lessons, in batches. */
export function quizDeletionJob(store: ServiceContext): JobDefinition<QuizDeletion> {
  const { connection } = store;
  return {
    name: 'deletion of quizzes',
    collection: 'quiz_deletions',
    dueFilter: () => ({}),
    async run({ row: { _id, actor, requestId } }, { runBatches }) {
      await runBatches(() =>
        commit(store, { actor, requestId }, async (tx) => {
          const unfinished = await deleteBatch(connection, [{ _id, actor, requestId }], tx);
          if (unfinished.length > 0) return false;
          await quizDeletionsOf(connection).deleteOne({ _id }, { session: tx.session });
          return true;
        }),
      );
    },
  };
}

/** Deletes the first quizzes of the lessons. @returns the lessons that may have more */
async function deleteBatch(
  connection: Connection,
  deletions: readonly QuizDeletion[],
  { session, emitDeleted }: Transaction,
): Promise<readonly QuizDeletion[]> {
  if (deletions.length === 0) return [];
  const causes = new Map(deletions.map((deletion) => [deletion._id, deletion]));
  const quizzes = await quizzesOf(connection)
    .find({ lessonId: { $in: [...causes.keys()] } }, quizSummaryProjection, { session })
    .sort({ lessonId: 1 })
    .hint(quizIndexes.lesson)
    .limit(maxDeletedPerTransaction)
    .lean<QuizSummaryRow[]>();
  const ids = quizzes.map(({ _id }) => _id);
  if (ids.length > 0) {
    await deleteAnalytics(connection, ids, session);
    await quizzesOf(connection).deleteMany({ _id: { $in: ids } }, { session });
  }
  for (const quiz of quizzes) {
    const deleted = { id: quiz._id, version: quiz.version + 1, surrogateKeys: quizDeletionKeys(quiz) };
    emitDeleted(quizEvent, deleted, causes.get(quiz.lessonId ?? 0));
  }
  const lastLessonId = quizzes[maxDeletedPerTransaction - 1]?.lessonId;
  return typeof lastLessonId === 'number' ? deletions.filter(({ _id }) => _id >= lastLessonId) : [];
}
