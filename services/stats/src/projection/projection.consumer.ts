import {
  lessonEvent,
  lessonTypeEvent,
  mainLessonEvent,
  purchaseEvent,
  quizEvent,
  userEvent,
} from '@khmer-learning/contracts';
import { type EventConsumer, type Service, startEventConsumer } from '@khmer-learning/service-kit';
import { durableNameOf } from './generations.ts';
import type { ProjectionModels } from './projection.model.ts';
import { projectEvents } from './projection.ts';

/** What the dashboard is made from; everything else on the stream is passed over. */
export const projectedEvents = [
  mainLessonEvent,
  lessonEvent,
  lessonTypeEvent,
  quizEvent,
  userEvent,
  purchaseEvent,
] as const;

/** Starts filling one generation of the projection from the stream. */
export function startProjectionConsumer(
  service: Service,
  models: ProjectionModels,
  generation: number,
): EventConsumer {
  const target = { models, generation, timeZone: service.config.TIME_ZONE };
  return startEventConsumer(service, {
    durable: durableNameOf(generation),
    filterSubject: 'events.>',
    events: projectedEvents,
    handle: (events, tx) => projectEvents(target, events, tx.session),
  });
}
