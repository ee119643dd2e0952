import { type EntityEvent, type EventDefinition, entityEventSchema } from '@khmer-learning/contracts';
import type { JsMsg } from 'nats';
import type { ParsedBatch, WorkItem } from './durable-consumer.ts';
import { entityKey } from './inbox.ts';

/** The newest event of one entity in a batch, with all messages that it supersedes. */
export interface CompactedEvent extends WorkItem {
  readonly event: EntityEvent;
}

/**
 * Parses messages and keeps the newest event per entity. Unknown types are ignored; messages that fail validation are
 * returned as malformed.
 */
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

/** Returns undefined when no definition has this type. */
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
