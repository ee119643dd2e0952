import { lessonEvent, mainLessonEvent } from '@khmer-learning/contracts';
import {
  type EventConsumer,
  isEventOf,
  type RequestContext,
  type Service,
  startEventConsumer,
} from '@khmer-learning/service-kit';
import {
  findPlaceChanges,
  readLessonTitles,
  replicateLessons,
  replicateMainLessons,
} from '../lessons/lesson-replicas.ts';
import { updateQuizPlaces } from '../quizzes/quiz.content-sync.ts';
import { deleteQuizzesOfLessons, restoreQuizzesOfLessons } from '../quizzes/quiz.deletion.ts';

/** The second name of this consumer, so that it reads every event again: the first one stored no positions. */
const durable = 'quizzes-curriculum';
/** A quiz of a new lesson does not wait for it, nor do learners' reads for more than one answer that is not kept. */
const gatherMs = 250;
/** What only staff see may be a second old for others than who saved it. */
const privateGatherMs = 1_000;
/** How long a write waits for the event of a lesson that may have just been created. */
const newLessonTimeoutMs = 1_000;

/**
 * Consumes the lesson and main lesson events of the content service: updates the replicas, deletes the quizzes of a
 * deleted lesson, restores those of a restored one, and shows, hides or reorders the quizzes of a lesson that is published, unpublished or moved.
 */
export function startContentConsumer(service: Service): void {
  const { connection } = service;
  startEventConsumer(service, {
    durable,
    filterSubject: 'events.content.>',
    events: [mainLessonEvent, lessonEvent],
    gatherMs,
    privateGatherMs,
    async handle(events, tx) {
      const mainLessons = events.filter((event) => isEventOf(mainLessonEvent, event));
      const lessons = events.filter((event) => isEventOf(lessonEvent, event));
      const changes = await findPlaceChanges(connection, { lessons, mainLessons }, tx.session);
      const deleted = lessons.filter(({ state }) => state === null);
      const deletedIds = deleted.map(({ entityId }) => Number(entityId));
      const titles = await readLessonTitles(connection, deletedIds, tx.session);
      await replicateMainLessons(connection, mainLessons, tx.session);
      await replicateLessons(connection, lessons, tx.session);
      await deleteQuizzesOfLessons(connection, deleted, titles, tx);
      // A restored lesson is not new and has no replica, or its deletion is in the same batch.
      const changedIds = new Set([...changes.map(({ id }) => id), ...deletedIds]);
      const restored = lessons.filter(
        ({ state, version, entityId }) => state && version > 1 && changedIds.has(Number(entityId)),
      );
      await restoreQuizzesOfLessons(connection, restored, tx);
      await updateQuizPlaces(connection, changes, tx.session);
    },
  });
}

type Consumers = Pick<Service, 'consumers'>;

function findContentConsumer({ consumers }: Consumers): EventConsumer | undefined {
  return [...consumers].find((consumer) => consumer.durable === durable);
}

/**
 * Waits at most a second for the event of a lesson that is not known yet.
 *
 * @param after the caller's last write, which may be that of the lesson
 * @returns whether a lesson that is still not known does not exist; false while its event may be on the way
 */
export async function waitForLesson(
  service: Consumers,
  lessonId: number,
  after: RequestContext['after'],
): Promise<boolean> {
  const consumer = findContentConsumer(service);
  if (!consumer) return false;
  const own = after?.entity === lessonEvent.entity && after.id === String(lessonId) ? after : undefined;
  const version = own?.version ?? 1;
  const isHandled = await consumer.waitForVersion(lessonEvent, lessonId, version, newLessonTimeoutMs);
  return isHandled || (!own && (await consumer.isUpToDate()));
}

/** Whether the replicas reflect every content event published so far. */
export async function replicasAreUpToDate(service: Consumers): Promise<boolean> {
  return (await findContentConsumer(service)?.isUpToDate()) ?? false;
}
