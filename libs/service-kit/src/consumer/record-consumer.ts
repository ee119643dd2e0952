import type { Connection } from 'mongoose';
import type { JsMsg } from 'nats';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { NatsConnectionManager } from '../nats/connect-nats.ts';
import {
  type DurableConsumer,
  type ParsedBatch,
  startDurableConsumer,
  type WorkItem,
} from './durable-consumer.ts';

export interface RecordConsumerDeps {
  readonly connection: Connection;
  readonly nats: NatsConnectionManager;
  readonly logger: Logger;
  readonly recordConsumers?: Set<DurableConsumer>;
}

export interface RecordConsumerOptions<S extends z.ZodType> {
  /** Unique among all services. Instances with the same name share the work. */
  readonly durable: string;
  readonly stream: string;
  readonly filterSubject: string;
  /** What a message must be. */
  readonly schema: S;
  /** Stores records. The same ones may come again: storing them twice must change nothing. */
  readonly handle: (records: readonly z.output<S>[]) => Promise<void>;
  /** Most records handled together, 200 unless told. */
  readonly batchSize?: number;
  /** How often a failing record is tried before it is set aside, 5 unless told. */
  readonly maxAttempts?: number;
}

interface RecordItem<T> extends WorkItem {
  readonly record: T;
}

/**
 * Starts a durable consumer of messages that are no events: each stands for itself, has no version and nothing to
 * guard it but its own id. Returns at once; it begins as soon as NATS is there.
 */
export function startRecordConsumer<S extends z.ZodType>(
  deps: RecordConsumerDeps,
  options: RecordConsumerOptions<S>,
): DurableConsumer {
  const { durable, stream, filterSubject, schema, handle, batchSize = 200, maxAttempts = 5 } = options;
  const durableConsumer = startDurableConsumer<RecordItem<z.output<S>>>(deps, {
    durable,
    stream,
    filterSubject,
    batchSize,
    maxAttempts,
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

/** The request that a record says it comes from, when it says so. */
function requestIdOf(record: unknown): string | null {
  return z.object({ requestId: z.string() }).safeParse(record).data?.requestId ?? null;
}
