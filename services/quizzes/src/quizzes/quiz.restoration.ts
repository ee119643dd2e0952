import { type EventOf, type lessonEvent, quizEvent } from '@khmer-learning/contracts';
import {
  createHistory,
  type History,
  parentDeleted,
  type RestorableItem,
  requestRestorations,
  restorationJob,
} from '@khmer-learning/item-kit';
import { ApiError, type ServiceContext, type Transaction } from '@khmer-learning/service-kit';
import type { ClientSession, Connection } from 'mongoose';
import { z } from 'zod';
import { lockLesson } from '../lessons/lesson-replicas.ts';
import { type AnalyticsSums, createAnalytics } from '../submissions/analytics.ts';
import { toStoredQuestions } from './assign-question-ids.ts';
import { toQuizState } from './quiz.mappers.ts';
import { quizzesOf, toLessonFields } from './quiz.model.ts';
import { findQuiz, type QuizRow } from './quiz.queries.ts';
import { quizChangeKeys } from './quiz.surrogate-keys.ts';
import { quizDeletionsOf } from './quiz-deletion.model.ts';
import { quizSearchFields } from './quiz-search-fields.ts';

const kind = { definition: quizEvent, label: 'Quiz' } as const;

/** Creates the history of quizzes. */
export function createQuizHistory(store: ServiceContext): History {
  return createHistory(store, {
    ...kind,
    async readPresent(id) {
      const found = await findQuiz(store, id);
      return found ? { version: found.version, state: toQuizState(found) } : undefined;
    },
  });
}

/** Restores the quizzes that were deleted with a restored lesson. */
export function quizRestorationJob(store: ServiceContext): ReturnType<typeof restorationJob> {
  return restorationJob(store, {
    ...kind,
    async restore(tx, item) {
      try {
        await insertRestoredQuiz(store.connection, item, tx);
        return true;
      } catch (error) {
        // The lesson was deleted again.
        if (error instanceof ApiError) return false;
        throw error;
      }
    },
  });
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

/** The error for a quiz to be restored whose lesson does not exist; it names the lesson if the quiz was deleted with it. */
export async function lessonDeleted(
  connection: Connection,
  lessonId: number,
  session: ClientSession,
  item?: RestorableItem,
): Promise<ApiError> {
  const parent = { entity: 'lesson', id: lessonId, label: 'lesson', title: item?.parent?.title };
  return parentDeleted(connection, parent, session);
}

const detailsSchema = z.object({
  lastQuestionId: z.number(),
  analytics: z
    .object({
      completions: z.number(),
      scoreSum: z.number(),
      withoutGaps: z.number(),
      questions: z.record(z.string(), z.object({ answers: z.number(), right: z.number().optional() })),
    })
    .optional(),
});

/**
 * Inserts a deleted quiz again, with the version after its deletion and its figures.
 *
 * @throws ApiError 409, before any write, when its lesson does not exist
 */
export async function insertRestoredQuiz(
  connection: Connection,
  item: RestorableItem,
  tx: Transaction,
): Promise<QuizRow> {
  const { id, version, state, details } = item;
  const { session } = tx;
  const { id: _id, lessonId, createdAt, isPractice = false, ...contents } = quizEvent.state.parse(state);
  const lesson = lessonId === null ? null : await lockLesson(connection, lessonId, session);
  if (lessonId !== null && !lesson) throw await lessonDeleted(connection, lessonId, session, item);
  const { lastQuestionId, analytics } = detailsSchema.parse(details);
  const row: QuizRow = {
    ...contents,
    _id,
    isPractice,
    lessonId,
    ...(lesson ? toLessonFields(lesson) : { mainLessonId: null, lessonIsPublic: true }),
    ...toStoredQuestions(contents.questions),
    lastQuestionId,
    version: version + 1,
    createdAt: new Date(createdAt),
    updatedAt: new Date(),
  };
  await quizzesOf(connection).insertMany([{ ...row, ...quizSearchFields(row) }], { session, lean: true });
  const figures = { quizId: id, lessonId, createdAt: row.createdAt };
  await createAnalytics(connection, figures, session, analytics as AnalyticsSums | undefined);
  tx.emitChanged(quizEvent, {
    id,
    version: row.version,
    before: null,
    isRestored: true,
    state: toQuizState(row),
    surrogateKeys: quizChangeKeys(null, row),
  });
  return row;
}
