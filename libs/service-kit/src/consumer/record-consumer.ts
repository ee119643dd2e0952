import type { JsMsg } from 'nats';
import { z } from 'zod';
import {
  type DurableConsumer,
  type DurableConsumerDeps,
  type ParsedBatch,
  startDurableConsumer,
  type WorkItem,
} from './durable-consumer.ts';

/** What a record consumer needs. */
export interface RecordConsumerDeps extends DurableConsumerDeps {
  readonly recordConsumers?: Set<DurableConsumer>;
}

/** Settings of a record consumer. */
export interface RecordConsumerOptions<S extends z.ZodType> {
  /** Unique across all services. Instances with the same name share the work. */
  readonly durable: string;
  readonly stream: string;
  readonly filterSubject: string;
  /** Schema of a message. */
  readonly schema: S;
  /** Stores records. Must be idempotent: records may be redelivered. */
  readonly handle: (records: readonly z.output<S>[]) => Promise<void>;
  /** Maximum number of records in one batch; default 200. */
  readonly batchSize?: number;
  /** Attempts before a failing record is dead-lettered; default 5. */
  readonly maxAttempts?: number;
  /**
   * For a consumer that nobody waits for: how long the first record waits for others, because a batch costs little more
   * than one. Default 0: it is handled at once.
   */
  readonly gatherMs?: number;
}

interface RecordItem<T> extends WorkItem {
  readonly record: T;
}

/**
 * Starts a durable consumer of records, which are not events: they are independent and have no version, only an id.
 * Returns immediately; it starts reading when NATS is available.
 */
export function startRecordConsumer<S extends z.ZodType>(
  deps: RecordConsumerDeps,
  options: RecordConsumerOptions<S>,
): DurableConsumer {
  const { durable, stream, filterSubject, schema, handle } = options;
  const { batchSize = 200, maxAttempts = 5, gatherMs = 0 } = options;
  const durableConsumer = startDurableConsumer<RecordItem<z.output<S>>>(deps, {
    durable,
    stream,
    filterSubject,
    owners: [],
    batchSize,
    maxAttempts,
    gatherMs,
    privateGatherMs: gatherMs,
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
