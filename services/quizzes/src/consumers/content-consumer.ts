import { lessonEvent, mainLessonEvent } from '@khmer-learning/contracts';
import { type EventConsumer, isEventOf, type Service, startEventConsumer } from '@khmer-learning/service-kit';
import { replicateLessons, replicateMainLessons } from '../lessons/lesson-replicas.ts';
import { deleteQuizzesOfLessons, updateQuizVisibility } from '../quizzes/quiz.content-sync.ts';

const durable = 'quizzes-content';
/** How long a write waits for a lesson that may have been created a moment ago. */
const newLessonTimeoutMs = 1_000;

/**
 * Follows the lessons and main lessons of the content service: keeps what quizzes need of them, deletes the
 * quizzes of a lesson that is gone, and shows and hides those of one that is published or taken back.
 */
export function startContentConsumer(service: Service): void {
  const { connection } = service;
  startEventConsumer(service, {
    durable,
    filterSubject: 'events.content.>',
    events: [mainLessonEvent, lessonEvent],
    async handle(events, tx) {
      const mainLessons = events.filter((event) => isEventOf(mainLessonEvent, event));
      const lessons = events.filter((event) => isEventOf(lessonEvent, event));
      await replicateMainLessons(connection, mainLessons, tx.session);
      await replicateLessons(connection, lessons, tx.session);
      await deleteQuizzesOfLessons(
        connection,
        lessons.filter(({ state }) => state === null),
        tx,
      );
      const changed = {
        lessonIds: lessons.flatMap(({ state }) => (state ? [state.id] : [])),
        mainLessonIds: mainLessons.map(({ entityId }) => Number(entityId)),
      };
      await updateQuizVisibility(connection, changed, tx.session);
    },
  });
}

type Consumers = Pick<Service, 'consumers'>;

function findContentConsumer({ consumers }: Consumers): EventConsumer | undefined {
  return [...consumers].find((consumer) => consumer.durable === durable);
}

/** Waits until a lesson has been heard of, at most a second. */
export async function waitForLesson(service: Consumers, lessonId: number): Promise<void> {
  await findContentConsumer(service)?.waitForVersion(lessonEvent, lessonId, 1, newLessonTimeoutMs);
}

/** Whether everything that has been told of lessons is in the copies now. */
export async function replicasAreUpToDate(service: Consumers): Promise<boolean> {
  return (await findContentConsumer(service)?.isUpToDate()) ?? false;
}
