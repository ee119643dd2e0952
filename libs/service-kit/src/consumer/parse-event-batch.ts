import { type EntityEvent, type EventDefinition, entityEventSchema } from '@khmer-learning/contracts';
import type { JsMsg } from 'nats';
import type { ParsedBatch, WorkItem } from './durable-consumer.ts';
import { entityKey } from './inbox.ts';

/** One entity's newest event in a batch, and every message of that entity that it makes superfluous. */
export interface CompactedEvent extends WorkItem {
  readonly event: EntityEvent;
}

/** Reads messages into one change per entity. */
export function parseEventBatch(
  messages: readonly JsMsg[],
  definitions: readonly EventDefinition[],
): ParsedBatch<CompactedEvent> {
  const compacted = new Map<string, { event: EntityEvent; messages: JsMsg[] }>();
  const ignored: JsMsg[] = [];
  const malformed: { message: JsMsg; error: unknown }[] = [];

  for (const message of messages) {
    try {
      const event = parseEvent(message, definitions);
      if (!event) {
        ignored.push(message);
        continue;
      }
      const previous = compacted.get(entityKey(event));
      compacted.set(entityKey(event), {
        event: previous && previous.event.version > event.version ? previous.event : event,
        messages: [...(previous?.messages ?? []), message],
      });
    } catch (error) {
      malformed.push({ message, error });
    }
  }
  const items = [...compacted.values()].map((item) => ({ ...item, requestId: item.event.requestId }));
  return { items, ignored, malformed };
}

/** @returns undefined for a kind that is not among the definitions */
function parseEvent(message: JsMsg, definitions: readonly EventDefinition[]): EntityEvent | undefined {
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
