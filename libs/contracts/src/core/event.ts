import { z } from 'zod';
import type { ServiceName } from './endpoint.ts';

/** Who caused a change. `null` on an event means the system itself did. */
export const actorSchema = z.object({ id: z.number().int(), role: z.string() });
export type Actor = z.infer<typeof actorSchema>;

/**
 * The one shape of every message on `events.>`: an entity's whole new state, or a tombstone.
 * `version` grows by one with every change of that entity, so a reader that keeps the last
 * version it has seen may receive events twice or out of order without harm.
 */
export interface EntityEvent<State = unknown> {
  /** The outbox row's id: also `Nats-Msg-Id`. */
  readonly id: string;
  readonly service: ServiceName;
  readonly entity: string;
  readonly entityId: string;
  readonly version: number;
  readonly type: 'changed' | 'deleted';
  /** The whole new state; `null` when deleted. */
  readonly state: State | null;
  /** ISO 8601 UTC. */
  readonly occurredAt: string;
  readonly actor: Actor | null;
  readonly requestId: string | null;
}

/** A kind of entity whose changes are published, with the schema of its state. */
export interface EventDefinition<S extends z.ZodType = z.ZodType> {
  readonly service: ServiceName;
  readonly entity: string;
  readonly state: S;
}

export type StateOf<D> = D extends EventDefinition<infer S> ? z.output<S> : never;
export type EventOf<D> = EntityEvent<StateOf<D>>;

/** Declares a kind of event. `entity` is kebab-case and unique within its service. */
export function eventDefinition<const D extends EventDefinition>(definition: D): D {
  return definition;
}

/** `events.content.lesson.42`: the subject of one entity's events. */
export function eventSubject(
  definition: Pick<EventDefinition, 'service' | 'entity'>,
  entityId: string | number,
): string {
  return `events.${definition.service}.${definition.entity}.${entityId}`;
}

/** `events.content.lesson.*`: every event of one kind. */
export function eventSubjectFilter(definition: Pick<EventDefinition, 'service' | 'entity'>): string {
  return `events.${definition.service}.${definition.entity}.*`;
}

/** The envelope of every event, for checking what arrives. */
export const entityEventSchema = z.object({
  id: z.string(),
  service: z.string(),
  entity: z.string(),
  entityId: z.string(),
  version: z.number().int().positive(),
  type: z.enum(['changed', 'deleted']),
  state: z.unknown().nullable(),
  occurredAt: z.string(),
  actor: actorSchema.nullable(),
  requestId: z.string().nullable(),
});

/** Names of the JetStream streams. `EVENTS` keeps the last event per entity; `DEAD` what no consumer could digest. */
export const streamNames = { events: 'EVENTS', deadLetters: 'DEAD' } as const;

/** Where an event that a consumer could not digest is set aside: `dead.<durable>`. */
export const deadLetterSubjectPrefix = 'dead';
