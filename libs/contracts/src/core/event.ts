import { z } from 'zod';
import type { ServiceName } from './endpoint.ts';

/** The user who caused a change; `null` on an event means the system. */
export const actorSchema = z.object({ id: z.number().int(), role: z.string() });
export type Actor = z.infer<typeof actorSchema>;

/**
 * The format of every message on `events.>`: the complete new state of an entity, or a tombstone. Each change
 * increments `version` by one, so a consumer that stores the last version it handled can ignore duplicates and
 * out-of-order events.
 */
export interface EntityEvent<State = unknown> {
  /** Id of the outbox row; also the `Nats-Msg-Id`. */
  readonly id: string;
  readonly service: ServiceName;
  readonly entity: string;
  readonly entityId: string;
  readonly version: number;
  readonly type: 'changed' | 'deleted';
  /** The complete new state; `null` when deleted. */
  readonly state: State | null;
  /** ISO 8601 UTC. */
  readonly occurredAt: string;
  readonly actor: Actor | null;
  readonly requestId: string | null;
}

/** An entity type whose changes are published, with the schema of its state. */
export interface EventDefinition<S extends z.ZodType = z.ZodType> {
  readonly service: ServiceName;
  readonly entity: string;
  readonly state: S;
  /** Each change is kept as a version of the entity, which users can read and restore. */
  readonly keepsVersions?: true;
}

/** State of an entity type. */
export type StateOf<D> = D extends EventDefinition<infer S> ? z.output<S> : never;
/** Event of an entity type. */
export type EventOf<D> = EntityEvent<StateOf<D>>;

/** Declares an event type. `entity` is kebab-case and unique within its service. */
export function eventDefinition<const D extends EventDefinition>(definition: D): D {
  return definition;
}

/** The subject of one entity's events, such as `events.content.lesson.42`. */
export function eventSubject(
  definition: Pick<EventDefinition, 'service' | 'entity'>,
  entityId: string | number,
): string {
  return `events.${definition.service}.${definition.entity}.${entityId}`;
}

/** The subject filter of all events of one type, such as `events.content.lesson.*`. */
export function eventSubjectFilter(definition: Pick<EventDefinition, 'service' | 'entity'>): string {
  return `events.${definition.service}.${definition.entity}.*`;
}

/** The envelope of every event, to validate received messages. */
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

/** Names of the JetStream streams. `EVENTS` keeps the last event per entity; `DEAD` keeps dead letters. */
export const streamNames = { events: 'EVENTS', deadLetters: 'DEAD' } as const;

/** Subject prefix of dead letters: `dead.<durable>`. */
export const deadLetterSubjectPrefix = 'dead';

/** The JetStream stream of audit records: `audit.<service>.<record id>`, one message per record. */
export const auditStream = { name: 'AUDIT', subjectPrefix: 'audit' } as const;

/** The subject of one record, such as `audit.content.<record id>`. */
export function auditSubject(record: { readonly service: ServiceName; readonly id: string }): string {
  return `${auditStream.subjectPrefix}.${record.service}.${record.id}`;
}
