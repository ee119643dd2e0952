import { type EntityEvent, type EventDefinition, entityEventSchema } from '@khmer-learning/contracts';
import type { JsMsg } from 'nats';
import type { Job, ReadBatch } from './durable-work.ts';
import { entityKey } from './inbox.ts';

/** One entity's newest event in a batch, and every message of that entity that it makes superfluous. */
export interface EntityChange extends Job {
  readonly event: EntityEvent;
}

/** Reads messages into one change per entity. */
export function readBatch(
  messages: readonly JsMsg[],
  definitions: readonly EventDefinition[],
): ReadBatch<EntityChange> {
  const changes = new Map<string, { event: EntityEvent; messages: JsMsg[] }>();
  const unwanted: JsMsg[] = [];
  const unreadable: { message: JsMsg; error: unknown }[] = [];

  for (const message of messages) {
    try {
      const event = readEvent(message, definitions);
      if (!event) {
        unwanted.push(message);
        continue;
      }
      const known = changes.get(entityKey(event));
      changes.set(entityKey(event), {
        event: known && known.event.version > event.version ? known.event : event,
        messages: [...(known?.messages ?? []), message],
      });
    } catch (error) {
      unreadable.push({ message, error });
    }
  }
  const jobs = [...changes.values()].map((change) => ({ ...change, requestId: change.event.requestId }));
  return { jobs, unwanted, unreadable };
}

/** @returns undefined for a kind that is not among the definitions */
function readEvent(message: JsMsg, definitions: readonly EventDefinition[]): EntityEvent | undefined {
  const event = entityEventSchema.parse(message.json());
  const definition = definitions.find(
    ({ service, entity }) => service === event.service && entity === event.entity,
  );
  if (!definition) return undefined;
  return {
    ...event,
    service: definition.service,
    state: event.type === 'deleted' ? null : definition.state.parse(event.state),
  };
}
