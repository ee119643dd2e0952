import { randomUUID } from 'node:crypto';
import {
  type EntityEvent,
  type EventDefinition,
  type EventOwner,
  eventSubject,
  type lessonEvent,
  type mainLessonEvent,
  type purchaseEvent,
  republicationEvent,
  republicationId,
  type StateOf,
  streamNames,
} from '@khmer-learning/contracts';
import type { NatsConnection } from 'nats';

/** A service's connection to NATS; service-kit's `NatsConnectionManager` is one. */
export interface NatsConnectionSource {
  whenConnected(): Promise<NatsConnection>;
}

const sampleDate = '2026-11-02T03:00:00.000Z';

/**
 * Builds an event as a service's relay would publish it.
 *
 * @param state null for a deleted entity
 * @param cause the actor and request; default: the system
 */
export function buildEntityEvent(
  definition: Pick<EventDefinition, 'service' | 'entity'>,
  id: string | number,
  version: number,
  state: unknown,
  cause: Pick<EntityEvent, 'actor' | 'requestId'> = { actor: null, requestId: null },
): EntityEvent {
  return {
    id: randomUUID(),
    service: definition.service,
    entity: definition.entity,
    entityId: String(id),
    version,
    type: state === null ? 'deleted' : 'changed',
    state,
    occurredAt: sampleDate,
    ...cause,
  };
}

/** The state of a main lesson, by default with id 1, free and published. */
export function buildMainLessonState(
  overrides: Partial<StateOf<typeof mainLessonEvent>> = {},
): StateOf<typeof mainLessonEvent> {
  return {
    id: 1,
    title: 'First Words',
    description: 'The first week',
    imageCover: 'cover.png',
    free: true,
    price: null,
    status: 'published',
    createdAt: sampleDate,
    updatedAt: sampleDate,
    ...overrides,
  };
}

/** The state of a lesson, by default with id 1, a draft in main lesson 1. */
export function buildLessonState(
  overrides: Partial<StateOf<typeof lessonEvent>> = {},
): StateOf<typeof lessonEvent> {
  return {
    id: 1,
    mainLessonId: 1,
    lessonTypeId: 1,
    title: 'Greetings',
    description: 'Say hello',
    level: 'Beginner',
    image: 'vocabulary',
    sections: [],
    status: 'draft',
    createdAt: sampleDate,
    updatedAt: sampleDate,
    ...overrides,
  };
}

/** The state of a purchase, by default with id 1, of main lesson 1 by user 3. */
export function buildPurchaseState(
  overrides: Partial<StateOf<typeof purchaseEvent>> = {},
): StateOf<typeof purchaseEvent> {
  return {
    id: 1,
    purchaseId: 'ORDER-1',
    userId: 3,
    userEmail: 'learner@khmer.local',
    mainLessonId: 1,
    purchaseAmount: 499,
    refundedAmount: 0,
    paymentMethod: 'paypal',
    platformType: 'web',
    paymentStatus: 'completed',
    purchaseDate: sampleDate,
    createdAt: sampleDate,
    updatedAt: sampleDate,
    ...overrides,
  };
}

/** Publishes events like a service's relay, but without checking order and versions. */
export async function publishEvents(
  nats: NatsConnectionSource,
  events: readonly EntityEvent[],
): Promise<void> {
  const client = (await nats.whenConnected()).jetstream();
  for (const event of events)
    await client.publish(eventSubject(event, event.entityId), JSON.stringify(event));
}

/** Publishes what services say when they have published all that they own to the present stream. */
export async function publishStreamIsFilled(
  nats: NatsConnectionSource,
  ...owners: readonly EventOwner[]
): Promise<void> {
  const manager = await (await nats.whenConnected()).jetstreamManager();
  const stream = String((await manager.streams.info(streamNames.events)).created);
  await publishEvents(
    nats,
    owners.map((owner) =>
      buildEntityEvent(republicationEvent(owner), republicationId, Date.now(), { stream }),
    ),
  );
}

/**
 * Reads the last event of an entity from the stream.
 *
 * @throws NatsError when there is none
 */
export async function fetchLastEvent(
  nats: NatsConnectionSource,
  definition: Pick<EventDefinition, 'service' | 'entity'>,
  id: number | string,
): Promise<EntityEvent> {
  const manager = await (await nats.whenConnected()).jetstreamManager();
  const last_by_subj = eventSubject(definition, id);
  return (await manager.streams.getMessage(streamNames.events, { last_by_subj })).json<EntityEvent>();
}
