import { commit, type JobDefinition, type ServiceContext } from '@khmer-learning/service-kit';
import type { ClientSession, Connection } from 'mongoose';
import { type PlaceChange, readQuizLessons } from '../lessons/lesson-replicas.ts';
import { quizIndexes, quizzesOf, type StoredQuiz, toLessonFields } from './quiz.model.ts';
import { type QuizPlaceUpdate, quizPlaceUpdatesOf } from './quiz-place-update.model.ts';

/** Most quizzes updated in one transaction. Each takes about 250 bytes of it, however long the quiz is. */
const maxUpdatedPerTransaction = 1_000;

type PlacedQuiz = Pick<StoredQuiz, '_id' | 'lessonId' | 'mainLessonId'>;

/**
 * Updates main lesson, visibility and place in the curriculum of the quizzes whose lesson or main lesson has changed.
 * They are not part of a quiz's state: there is no new version and no event. If there are many, the transaction updates a
 * first batch, and `quizPlaceJob` the others.
 *
 * @param changes of lessons and main lessons, each at most once
 */
export async function updateQuizPlaces(
  connection: Connection,
  changes: readonly PlaceChange[],
  session: ClientSession,
): Promise<void> {
  if (changes.length === 0) return;
  const unfinished: PlaceChange[] = [];
  for (const [field, hint] of [
    ['lessonId', quizIndexes.lesson],
    ['mainLessonId', quizIndexes.mainLesson],
  ] as const) {
    const changed = changes.filter((change) => change.field === field);
    const quizzes = await quizzesOf(connection)
      .find({ [field]: { $in: changed.map(({ id }) => id) } }, { lessonId: 1, mainLessonId: 1 }, { session })
      .sort({ [field]: 1 })
      .hint(hint)
      .limit(maxUpdatedPerTransaction)
      .lean<PlacedQuiz[]>();
    await placeQuizzes(connection, quizzes, session);
    const lastId = quizzes[maxUpdatedPerTransaction - 1]?.[field];
    if (typeof lastId === 'number') unfinished.push(...changed.filter(({ id }) => id >= lastId));
  }
  const finished = changes.filter((change) => !unfinished.includes(change)).map(updateIdOf);
  await quizPlaceUpdatesOf(connection).deleteMany({ _id: { $in: finished } }, { session });
  await schedule(connection, unfinished, session);
}

/** Updates the remaining quizzes of changed lessons and main lessons, in batches. */
export function quizPlaceJob(store: ServiceContext): JobDefinition<QuizPlaceUpdate> {
  const { connection } = store;
  return {
    name: 'places of quizzes',
    collection: 'quiz_place_updates',
    dueFilter: () => ({}),
    async run(lease, { runBatches }) {
      let { row } = lease;
      await runBatches(async () => {
        const next = await commit(store, { actor: null, requestId: null }, async ({ session }) => {
          // A later change writes this row too: it and this batch cannot both commit.
          await lease.update({}, {}, session);
          const after = await placeNext(connection, row, session);
          if (after === undefined)
            await quizPlaceUpdatesOf(connection).deleteOne({ _id: row._id }, { session });
          else await lease.update({ $set: { after } }, {}, session);
          return after;
        });
        row = { ...row, after: next ?? row.after };
        return next === undefined;
      });
    },
  };
}

/** Updates the next quizzes of a lesson or main lesson. @returns up to where they are done; undefined when all are */
async function placeNext(
  connection: Connection,
  { field, parentId, after, hides }: QuizPlaceUpdate,
  session: ClientSession,
): Promise<number | undefined> {
  const order = field === 'lessonId' ? '_id' : 'lessonId';
  const quizzes = await quizzesOf(connection)
    .find({ [field]: parentId, [order]: { $gt: after } }, { lessonId: 1, mainLessonId: 1 }, { session })
    .sort({ [order]: 1 })
    .hint(field === 'lessonId' ? quizIndexes.lesson : quizIndexes.mainLesson)
    .limit(maxUpdatedPerTransaction)
    .lean<PlacedQuiz[]>();
  const last = quizzes[maxUpdatedPerTransaction - 1]?.[order] ?? undefined;
  // The last lesson of a main lesson may have more quizzes.
  const complete = field === 'lessonId' || last === undefined;
  const placed = complete ? quizzes : quizzes.filter(({ lessonId }) => lessonId !== last);
  await placeQuizzes(connection, placed, session);
  if (complete) return last;
  const before = placed.at(-1)?.lessonId ?? undefined;
  if (before !== undefined) return before;
  await schedule(connection, [{ field: 'lessonId', id: last, hides }], session);
  return last;
}

/** Gives quizzes the fields that follow their lesson. Those whose lesson is not known stay as they are. */
async function placeQuizzes(
  connection: Connection,
  quizzes: readonly PlacedQuiz[],
  session: ClientSession,
): Promise<void> {
  const ids = new Map<number, number[]>();
  for (const { _id, lessonId } of quizzes)
    if (lessonId !== null) ids.set(lessonId, [...(ids.get(lessonId) ?? []), _id]);
  const lessons = await readQuizLessons(connection, [...ids.keys()], session);
  if (lessons.size === 0) return;
  await quizzesOf(connection).bulkWrite(
    [...lessons].map(([lessonId, lesson]) => ({
      updateMany: {
        filter: { _id: { $in: ids.get(lessonId) ?? [] } },
        update: { $set: toLessonFields(lesson) },
      },
    })),
    { session },
  );
}

const updateIdOf = ({ field, id }: Pick<PlaceChange, 'field' | 'id'>) => `${field}.${id}`;

/** Has the job update all quizzes. It takes the lease from a job that began before the change, and revives a dead one. */
async function schedule(
  connection: Connection,
  changes: readonly PlaceChange[],
  session: ClientSession,
): Promise<void> {
  if (changes.length === 0) return;
  await quizPlaceUpdatesOf(connection).bulkWrite(
    changes.map((change) => ({
      updateOne: {
        filter: { _id: updateIdOf(change) },
        update: {
          // What an unfinished change hides stays hidden.
          ...(change.hides ? {} : { $setOnInsert: { hides: false } }),
          $set: {
            ...{ field: change.field, parentId: change.id, after: 0 },
            ...(change.hides ? { hides: true } : {}),
          },
          $unset: { holder: 1, heldUntil: 1, failures: 1 },
        },
        upsert: true,
      },
    })),
    { session, strict: false },
  );
}
