import type { JsMsg } from 'nats';
import { z } from 'zod';
import {
  type DurableConsumer,
  type DurableConsumerDeps,
  type ParsedBatch,
  startDurableConsumer,
  type WorkItem,
} from './durable-consumer.ts';
import type { EventConsumerOptions } from './event-consumer.ts';

/** Settings of a record consumer. */
interface RecordConsumerOptions<S extends z.ZodType>
  extends Pick<EventConsumerOptions, 'durable' | 'filterSubject' | 'batchSize' | 'maxAttempts' | 'gatherMs'> {
  readonly stream: string;
  /** Schema of a message. */
  readonly schema: S;
  /** Stores records. Must be idempotent: records may be redelivered. */
  readonly handle: (records: readonly z.output<S>[]) => Promise<void>;
}

interface RecordItem<T> extends WorkItem {
  readonly record: T;
}

/**
 * Starts a durable consumer of records, which are not events: they are independent and have no version, only an id.
 * Returns immediately; it starts reading when NATS is available.
 */
export function startRecordConsumer<S extends z.ZodType>(
  deps: DurableConsumerDeps & { readonly recordConsumers?: Set<DurableConsumer> },
  options: RecordConsumerOptions<S>,
): DurableConsumer {
  const { schema, handle, gatherMs = 0 } = options;
  const durableConsumer = startDurableConsumer<RecordItem<z.output<S>>>(deps, {
    ...{ batchSize: 200, maxAttempts: 5, gatherMs, privateGatherMs: gatherMs },
    ...options,
    owners: [],
    parse: (messages) => parseRecords(messages, schema),
    apply: (items) => handle(items.map((item) => item.record)),
  });
  const consumer: DurableConsumer = {
    ...durableConsumer,
    async stop() {
      deps.recordConsumers?.delete(consumer);
      await durableConsumer.stop();
    },
  };
  deps.recordConsumers?.add(consumer);
  return consumer;
}

function parseRecords<S extends z.ZodType>(
  messages: readonly JsMsg[],
  schema: S,
): ParsedBatch<RecordItem<z.output<S>>> {
  const items: RecordItem<z.output<S>>[] = [];
  const malformed: { message: JsMsg; error: unknown }[] = [];
  for (const message of messages) {
    try {
      const record = schema.parse(message.json());
      items.push({ record, messages: [message], requestId: requestIdOf(record) });
    } catch (error) {
      malformed.push({ message, error });
    }
  }
  return { items, ignored: [], malformed };
}

/** The record's `requestId`, if it has one. */
function requestIdOf(record: unknown): string | null {
  return z.object({ requestId: z.string() }).safeParse(record).data?.requestId ?? null;
}
