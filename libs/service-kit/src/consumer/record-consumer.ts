import type { Connection } from 'mongoose';
import type { JsMsg } from 'nats';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { NatsLink } from '../nats/connect-nats.ts';
import { type DurableConsumer, type Job, type ReadBatch, startDurableWork } from './durable-work.ts';

export interface RecordConsumerDeps {
  readonly connection: Connection;
  readonly nats: NatsLink;
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
  readonly tries?: number;
}

interface RecordJob<T> extends Job {
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
  const { durable, stream, filterSubject, schema, handle, batchSize = 200, tries = 5 } = options;
  const work = startDurableWork<RecordJob<z.output<S>>>(deps, {
    durable,
    stream,
    filterSubject,
    batchSize,
    tries,
    read: (messages) => readRecords(messages, schema),
    apply: (jobs) => handle(jobs.map((job) => job.record)),
  });
  const consumer: DurableConsumer = {
    ...work,
    async stop() {
      deps.recordConsumers?.delete(consumer);
      await work.stop();
    },
  };
  deps.recordConsumers?.add(consumer);
  return consumer;
}

function readRecords<S extends z.ZodType>(
  messages: readonly JsMsg[],
  schema: S,
): ReadBatch<RecordJob<z.output<S>>> {
  const jobs: RecordJob<z.output<S>>[] = [];
  const unreadable: { message: JsMsg; error: unknown }[] = [];
  for (const message of messages) {
    try {
      const record = schema.parse(message.json());
      jobs.push({ record, messages: [message], requestId: requestOf(record) });
    } catch (error) {
      unreadable.push({ message, error });
    }
  }
  return { jobs, unwanted: [], unreadable };
}

/** The request that a record says it comes from, when it says so. */
function requestOf(record: unknown): string | null {
  return z.object({ requestId: z.string() }).safeParse(record).data?.requestId ?? null;
}
