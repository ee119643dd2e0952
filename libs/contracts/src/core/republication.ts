import { z } from 'zod';
import type { ServiceName } from './endpoint.ts';
import { eventDefinition } from './event.ts';

/** The services that own entities and publish their events. */
export const eventOwners = [
  'users',
  'content',
  'quizzes',
  'commerce',
] as const satisfies readonly ServiceName[];
export type EventOwner = (typeof eventOwners)[number];

/**
 * The event with which a service says that the stream has the present state of everything it owns. It is published
 * after all of it, on `events.<service>.republication.1`.
 */
export function republicationEvent<const S extends EventOwner>(service: S) {
  return eventDefinition({
    service,
    entity: 'republication',
    state: z.object({
      /** The identity of that stream: its creation time. Another stream has not been filled. */
      stream: z.string(),
    }),
  });
}

/** The only id of a service's `republication` event. */
export const republicationId = 1;

/** The NATS subject on which an operator asks a service to publish its present state again. Plain NATS, with a reply. */
export function republishSubject(service: EventOwner): string {
  return `operator.republish.${service}`;
}
