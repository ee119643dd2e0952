import {
  commit,
  type JobDefinition,
  type JobRow,
  type RequestContext,
  type ServiceContext,
  type Transaction,
} from '@khmer-learning/service-kit';
import { replaceLessonImages } from '../lessons/cascades/lesson.cascade.ts';
import { defaultLessonImage } from '../parents/parents.ts';
import { acquireExclusiveParentLock } from '../store/parent-locks.ts';
import { lessonTypesOf, type StoredLessonType } from './lesson-type.model.ts';

type ImageCause = Pick<RequestContext, 'actor' | 'requestId'>;
const systemCause: ImageCause = { actor: null, requestId: null };

/** Whether a new title changes the default image of a lesson type's lessons. */
export function changesLessonImage(
  before: Pick<StoredLessonType, 'title'>,
  after: Pick<StoredLessonType, 'title'>,
): boolean {
  return defaultLessonImage(before) !== defaultLessonImage(after);
}

/** Gives lessons of a renamed lesson type their new image, as many as fit; `lessonImageUpdateJob` updates the others. */
export async function renameLessonImages(
  { connection }: ServiceContext,
  before: StoredLessonTypeTitle,
  after: StoredLessonTypeTitle,
  { actor, requestId }: ImageCause,
  tx: Transaction,
): Promise<void> {
  const { _id: id } = after;
  const { session } = tx;
  const image = { former: defaultLessonImage(before), now: defaultLessonImage(after) };
  await acquireExclusiveParentLock(connection, 'lesson-type', id, session);
  const { done } = await replaceLessonImages(connection, id, image, tx);
  if (done) return;
  const pending = { formerImage: image.former, renamedBy: { actor, requestId } };
  await lessonTypesOf(connection).updateOne({ _id: id }, { $set: pending }, { session });
}

type StoredLessonTypeTitle = Pick<StoredLessonType, '_id' | 'title'>;

/** Gives the lessons of a renamed lesson type their new image if they are too many for the transaction that renames it. */
export function lessonImageUpdateJob(
  store: ServiceContext,
): JobDefinition<JobRow & Pick<StoredLessonType, '_id' | 'renamedBy'>> {
  return {
    name: 'images of a renamed lesson type',
    collection: 'lesson_types',
    dueFilter: () => ({ formerImage: { $type: 'string' } }) as object,
    run: ({ row: { _id: id, renamedBy = systemCause } }, { runBatches }) =>
      runBatches(() => updateLessonImages(store, id, renamedBy)),
  };
}

/** Replaces the former image of lessons, of as many as one transaction may change. @returns whether none is left */
export function updateLessonImages(
  store: ServiceContext,
  id: number,
  { actor, requestId }: ImageCause,
): Promise<boolean> {
  const { connection } = store;
  return commit(store, { actor, requestId }, async (tx) => {
    const { session } = tx;
    const current = await lessonTypesOf(connection)
      .findById(id, { title: 1, formerImage: 1 }, { session })
      .lean();
    if (!current || current.formerImage === null) return true;
    const image = { former: current.formerImage, now: defaultLessonImage(current) };
    const { done } = await replaceLessonImages(connection, id, image, tx);
    if (done)
      await lessonTypesOf(connection).updateOne(
        { _id: id },
        { $set: { formerImage: null }, $unset: { heldUntil: 1, failures: 1, renamedBy: 1 } },
        { session },
      );
    return done;
  });
}
