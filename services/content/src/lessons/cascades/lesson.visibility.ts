import type { ContentStatus } from '@khmer-learning/contracts';
import { commit, type JobDefinition, type ServiceContext } from '@khmer-learning/service-kit';
import type { ClientSession, Connection } from 'mongoose';
import { readParentMainLessons } from '../../parents/parents.ts';
import { lessonIndexes, lessonsOf, resolveVisibility } from '../model/lesson.model.ts';
import { type LessonVisibilityUpdate, lessonVisibilityUpdatesOf } from '../model/lesson-visibility.model.ts';

/** Most lessons shown or hidden in one transaction. Each takes about 150 bytes of it, however long the lesson is. */
const maxUpdatedPerTransaction = 500;

/**
 * Shows or hides the published lessons of a main lesson whose status has changed to `status`: the first of them in this
 * transaction. If there are more, learners see none of them until `lessonVisibilityJob` has updated the others. Visibility is
 * not part of a lesson's state: there is no new version and no event.
 */
export async function startVisibilityUpdate(
  connection: Connection,
  mainLessonId: number,
  status: ContentStatus,
  session: ClientSession,
): Promise<void> {
  const updates = lessonVisibilityUpdatesOf(connection);
  const done = await updateVisibilities(connection, mainLessonId, status, session);
  if (done) await updates.deleteOne({ _id: mainLessonId }, { session });
  // Takes the lease from a job that is updating for the former status, and revives a dead one.
  else await updates.replaceOne({ _id: mainLessonId }, {}, { session, upsert: true });
}

/** Shows or hides the remaining lessons of main lessons whose status has changed, in batches. */
export function lessonVisibilityJob(store: ServiceContext): JobDefinition<LessonVisibilityUpdate> {
  const { connection } = store;
  return {
    name: 'visibility of lessons',
    collection: 'lesson_visibility_updates',
    dueFilter: () => ({}),
    async run(lease, { runBatches }) {
      const { _id } = lease.row;
      await runBatches(() =>
        commit(store, { actor: null, requestId: null }, async ({ session }) => {
          // A change of the status writes this row too: it and this batch cannot both commit.
          await lease.update({}, {}, session);
          const mainLesson = (await readParentMainLessons(connection, [_id], session)).get(_id);
          const done = !mainLesson || (await updateVisibilities(connection, _id, mainLesson.status, session));
          if (done) await lessonVisibilityUpdatesOf(connection).deleteOne({ _id }, { session });
          return done;
        }),
      );
    },
  };
}

/** Updates the first lessons whose visibility does not follow from the status. @returns whether none is left */
async function updateVisibilities(
  connection: Connection,
  mainLessonId: number,
  status: ContentStatus,
  session: ClientSession,
): Promise<boolean> {
  const visibility = resolveVisibility('published', status);
  const former = resolveVisibility('published', status === 'published' ? 'draft' : 'published');
  const lessons = await lessonsOf(connection)
    .find({ mainLessonId, visibility: former }, { _id: 1 }, { session, limit: maxUpdatedPerTransaction })
    .hint(lessonIndexes.mainLesson)
    .lean();
  const ids = lessons.map(({ _id }) => _id);
  if (ids.length > 0)
    await lessonsOf(connection).updateMany({ _id: { $in: ids } }, { $set: { visibility } }, { session });
  return ids.length < maxUpdatedPerTransaction;
}
