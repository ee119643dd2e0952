import {
  contentReviewEvent,
  eventOwners,
  learnerProgressEvent,
  lessonEvent,
  lessonTypeEvent,
  mainLessonEvent,
  purchaseEvent,
  quizEvent,
  quizResultsEvent,
  quizReviewEvent,
  userEvent,
} from '@khmer-learning/contracts';
import { type EventConsumer, type Service, startEventConsumer } from '@khmer-learning/service-kit';
import { durableNameOf } from './generations.ts';
import type { ProjectionModels } from './projection.model.ts';
import { createProjector } from './projection.ts';

/** The events that the projection consumes. All others on the stream are skipped. */
export const projectedEvents = [
  mainLessonEvent,
  lessonEvent,
  lessonTypeEvent,
  quizEvent,
  quizResultsEvent,
  contentReviewEvent,
  quizReviewEvent,
  userEvent,
  learnerProgressEvent,
  purchaseEvent,
] as const;

export const projectedOwners = eventOwners.filter((owner) =>
  projectedEvents.some(({ service }) => service === owner),
);

/** A user who has just saved something does not wait for it: `X-After` ends it. */
const gatherMs = 250;
const privateGatherMs = 1_000;

/** Starts the consumer that projects the event stream into one generation. */
export function startProjectionConsumer(
  service: Service,
  models: ProjectionModels,
  generation: number,
): EventConsumer {
  const project = createProjector({ models, generation, timeZone: service.config.TIME_ZONE });
  return startEventConsumer(service, {
    durable: durableNameOf(generation),
    filterSubject: 'events.>',
    events: projectedEvents,
    gatherMs,
    privateGatherMs,
    handle: (events, tx) => project(events, tx.session),
  });
}
