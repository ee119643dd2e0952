import { eventSubjectFilter, lessonEvent } from '@khmer-learning/contracts';
import { type EventConsumer, isEventOf, type Service, startEventConsumer } from '@khmer-learning/service-kit';
import { rememberPronunciations } from '../pronunciations/pronunciation.projection.ts';

/** How long saved lessons gather for one transaction. The memory follows a save within a second. */
const gatherMs = 700;
/** Lessons in one transaction, each with up to some thousand words. */
const batchSize = 20;

/** Consumes this service's own events of lessons and keeps the memory of pronunciations. It starts with all lessons that exist. */
export function startPronunciationConsumer(service: Service): EventConsumer {
  const { connection } = service;
  return startEventConsumer(service, {
    durable: 'content-words',
    filterSubject: eventSubjectFilter(lessonEvent),
    events: [lessonEvent],
    gatherMs,
    batchSize,
    async handle(events, { session }) {
      await rememberPronunciations(
        connection,
        events.filter((event) => isEventOf(lessonEvent, event)),
        session,
      );
    },
  });
}
