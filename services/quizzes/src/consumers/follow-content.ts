import { lessonEvent, mainLessonEvent } from '@khmer-learning/contracts';
import { type EventConsumer, isEventOf, type Service, startEventConsumer } from '@khmer-learning/service-kit';
import { keepLessons, keepMainLessons } from '../lessons/lesson-copies.ts';
import { deleteQuizzesOf, showOrHideQuizzes } from '../quizzes/quiz.following.ts';

const durable = 'quizzes-content';
/** How long a write waits for a lesson that may have been created a moment ago. */
const newLessonWaitMs = 1_000;

/**
 * Follows the lessons and main lessons of the content service: keeps what quizzes need of them, deletes the
 * quizzes of a lesson that is gone, and shows and hides those of one that is published or taken back.
 */
export function followContent(service: Service): void {
  const { connection } = service;
  startEventConsumer(service, {
    durable,
    filterSubject: 'events.content.>',
    events: [mainLessonEvent, lessonEvent],
    async handle(events, tx) {
      const mainLessons = events.filter((event) => isEventOf(mainLessonEvent, event));
      const lessons = events.filter((event) => isEventOf(lessonEvent, event));
      await keepMainLessons(connection, mainLessons, tx.session);
      await keepLessons(connection, lessons, tx.session);
      await deleteQuizzesOf(
        connection,
        lessons.filter(({ state }) => state === null),
        tx,
      );
      const changed = {
        lessonIds: lessons.flatMap(({ state }) => (state ? [state.id] : [])),
        mainLessonIds: mainLessons.map(({ entityId }) => Number(entityId)),
      };
      await showOrHideQuizzes(connection, changed, tx.session);
    },
  });
}

type Consumers = Pick<Service, 'consumers'>;

function following({ consumers }: Consumers): EventConsumer | undefined {
  return [...consumers].find((consumer) => consumer.durable === durable);
}

/** Waits until a lesson has been heard of, at most a second. */
export async function lessonHeard(service: Consumers, lessonId: number): Promise<void> {
  await following(service)?.waitForVersion(lessonEvent, lessonId, 1, newLessonWaitMs);
}

/** Whether everything that has been told of lessons is in the copies now. */
export async function copiesAreUpToDate(service: Consumers): Promise<boolean> {
  return (await following(service)?.isUpToDate()) ?? false;
}
