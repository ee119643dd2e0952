import type { EventOf, lessonEvent } from '@khmer-learning/contracts';
import { emitItem, requestRestorations } from '@khmer-learning/item-kit';
import {
  commit,
  type JobDefinition,
  lockRow,
  type ServiceContext,
  type Transaction,
} from '@khmer-learning/service-kit';
import type { Connection } from 'mongoose';
import { takeAnalytics } from '../submissions/analytics.ts';
import { deletionDetails, quizFeed } from './quiz.kind.ts';
import { quizIndexes, quizRowProjection, quizzesOf } from './quiz.model.ts';
import type { QuizRow } from './quiz.queries.ts';
import { type QuizDeletion, quizDeletionsOf } from './quiz-deletion.model.ts';

/** Most quizzes, and bytes of them, deleted in one transaction, which also has their tombstones and last versions. */
const maxDeletedPerTransaction = 200;
const maxDeletedBytes = 2 * 1024 * 1024;

/** Deletes the quizzes of deleted lessons, as many as one transaction may; `quizDeletionJob` deletes the others. */
export async function deleteQuizzesOfLessons(
  connection: Connection,
  lessons: readonly EventOf<typeof lessonEvent>[],
  titles: ReadonlyMap<number, string>,
  tx: Transaction,
): Promise<void> {
  const deletions = lessons.map(({ entityId, actor, requestId }) => ({
    _id: Number(entityId),
    title: titles.get(Number(entityId)) ?? `Lesson ${entityId}`,
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
          // The row is gone when the lesson has been restored meanwhile.
          const deletion = await lockRow(quizDeletionsOf(connection), _id, tx.session);
          if (!deletion) return true;
          const unfinished = await deleteBatch(connection, [deletion], tx);
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
  tx: Transaction,
): Promise<readonly QuizDeletion[]> {
  if (deletions.length === 0) return [];
  const { session } = tx;
  const causes = new Map(deletions.map((deletion) => [deletion._id, deletion]));
  const found = quizzesOf(connection)
    .find({ lessonId: { $in: [...causes.keys()] } }, quizRowProjection, { session, batchSize: 50 })
    .sort({ lessonId: 1 })
    .hint(quizIndexes.lesson)
    .lean<QuizRow>()
    .cursor();
  const quizzes: QuizRow[] = [];
  let next: QuizRow | undefined;
  let bytes = 0;
  for await (const quiz of found) {
    if (quizzes.length === maxDeletedPerTransaction || bytes > maxDeletedBytes) {
      next = quiz;
      break;
    }
    bytes += Buffer.byteLength(JSON.stringify(quiz.questions));
    quizzes.push(quiz);
  }
  const ids = quizzes.map(({ _id }) => _id);
  if (ids.length === 0) return [];
  const analytics = await takeAnalytics(connection, ids, session);
  await quizzesOf(connection).deleteMany({ _id: { $in: ids } }, { session });
  for (const quiz of quizzes) {
    const cause = causes.get(quiz.lessonId ?? 0);
    const { _id: id = 0, title = '' } = cause ?? {};
    const more = {
      deletedWith: { type: 'lesson', id, title } as const,
      details: deletionDetails(quiz, analytics.get(quiz._id)),
    };
    emitItem(tx, quizFeed, { before: quiz, after: null }, more, cause);
  }
  const nextLessonId = next?.lessonId;
  return typeof nextLessonId === 'number' ? deletions.filter(({ _id }) => _id >= nextLessonId) : [];
}

/**
 * Has the quizzes restored that were deleted with lessons that exist (again). Of a lesson whose quizzes are still being
 * deleted, the others stay.
 */
export async function restoreQuizzesOfLessons(
  connection: Connection,
  lessons: readonly EventOf<typeof lessonEvent>[],
  { session }: Transaction,
): Promise<void> {
  if (lessons.length === 0) return;
  const ids = lessons.map(({ entityId }) => Number(entityId));
  await quizDeletionsOf(connection).deleteMany({ _id: { $in: ids } }, { session });
  const parents = lessons.map(({ entityId, actor, requestId }) => ({
    id: Number(entityId),
    actor,
    requestId,
  }));
  await requestRestorations(connection, 'lesson', parents, session);
}
