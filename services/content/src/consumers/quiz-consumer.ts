import { eventSubjectFilter, quizEvent } from '@khmer-learning/contracts';
import { type EventConsumer, isEventOf, type Service, startEventConsumer } from '@khmer-learning/service-kit';
import { followQuizzes } from '../lessons/cascades/lesson.quizzes.ts';

/** How long saved quizzes gather for one transaction. */
const gatherMs = 250;

/** Consumes the events of quizzes: lists of lessons are filtered by them. It starts with all quizzes that exist. */
export function startQuizConsumer(service: Service): EventConsumer {
  return startEventConsumer(service, {
    durable: 'content-quizzes',
    filterSubject: eventSubjectFilter(quizEvent),
    events: [quizEvent],
    gatherMs,
    handle: (events, { session }) =>
      followQuizzes(
        service.connection,
        events.filter((event) => isEventOf(quizEvent, event)),
        session,
      ),
  });
}
