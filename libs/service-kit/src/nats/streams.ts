import { auditStream, deadLetterSubjectPrefix, streamNames } from '@khmer-learning/contracts';
import {
  DiscardPolicy,
  type JetStreamManager,
  type NatsConnection,
  NatsError,
  nanos,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from 'nats';

const streamNotFound = 10_059;
const nameInUse = 10_058;
const noResponders = '503';
const consumerNotFound = 10_014;
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;
const deadLetterMaxBytes = 128 * 1024 ** 2;
/** About half a million records, for a consumer that was offline for long. */
const auditMaxBytes = 256 * 1024 ** 2;
const auditMaxAgeDays = 30;

function streamConfigs(eventsMaxBytes: number): Partial<StreamConfig>[] {
  const common = {
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    num_replicas: 1,
    allow_direct: true,
  };
  return [
    {
      ...common,
      name: streamNames.events,
      subjects: ['events.>'],
      // Keeps the last event per entity; a full stream rejects new messages instead of dropping old ones.
      max_msgs_per_subject: 1,
      discard: DiscardPolicy.New,
      max_bytes: eventsMaxBytes,
      duplicate_window: nanos(2 * minuteMs),
    },
    {
      ...common,
      name: streamNames.deadLetters,
      subjects: [`${deadLetterSubjectPrefix}.>`],
      discard: DiscardPolicy.Old,
      max_bytes: deadLetterMaxBytes,
      duplicate_window: nanos(2 * minuteMs),
    },
    {
      ...common,
      name: auditStream.name,
      subjects: [`${auditStream.subjectPrefix}.>`],
      max_msgs_per_subject: 1,
      // The audit log is stored by its consumer; the stream's oldest records were consumed long ago.
      discard: DiscardPolicy.Old,
      max_bytes: auditMaxBytes,
      max_age: nanos(auditMaxAgeDays * dayMs),
      duplicate_window: nanos(2 * minuteMs),
    },
  ];
}

/**
 * Creates or updates the streams EVENTS, DEAD and AUDIT. Safe to call concurrently from several processes. Requires
 * only NATS 2.9.
 *
 * @param options.eventsMaxBytes size at which EVENTS rejects new messages
 */
export async function ensureStreams(
  connection: NatsConnection,
  options: { eventsMaxBytes: number },
): Promise<void> {
  const manager = await connection.jetstreamManager();
  for (const config of streamConfigs(options.eventsMaxBytes)) await ensureStream(manager, config);
}

async function ensureStream(manager: JetStreamManager, config: Partial<StreamConfig>): Promise<void> {
  const name = config.name ?? '';
  try {
    await manager.streams.info(name);
  } catch (error) {
    if (jetStreamErrorCode(error) !== streamNotFound) throw error;
    try {
      await manager.streams.add(config);
      return;
    } catch (addError) {
      if (jetStreamErrorCode(addError) !== nameInUse) throw addError;
    }
  }
  await manager.streams.update(name, config);
}

/** JetStream's own error number, such as 10071 for a wrong last sequence. */
export function jetStreamErrorCode(error: unknown): number | undefined {
  return error instanceof NatsError ? error.api_error?.err_code : undefined;
}

/** Whether the stream does not exist. */
export function isStreamMissing(error: unknown): boolean {
  if (!(error instanceof NatsError)) return false;
  // A full stream also returns 503, but with a JetStream error.
  return error.api_error ? error.api_error.err_code === streamNotFound : error.code === noResponders;
}

/** Whether the consumer or its stream does not exist. */
export function isConsumerMissing(error: unknown): boolean {
  const code = jetStreamErrorCode(error);
  return code === consumerNotFound || code === streamNotFound;
}

/** A stream that outbox rows are published to, and the prefix of their subjects. */
export interface OutboxStream {
  readonly name: string;
  readonly prefix: string;
}

const eventStream: OutboxStream = { name: streamNames.events, prefix: 'events.' };
const recordStream: OutboxStream = { name: auditStream.name, prefix: `${auditStream.subjectPrefix}.` };

/** All streams of the outbox. */
export const outboxStreams: readonly OutboxStream[] = [eventStream, recordStream];

/** The stream of a subject. */
export function outboxStreamOf(subject: string): OutboxStream {
  return subject.startsWith(recordStream.prefix) ? recordStream : eventStream;
}

/** A range condition on `subject` that matches only rows of this stream. */
export function subjectRangeOf({ prefix }: OutboxStream): { $gte: string; $lt: string } {
  // '/' is the character after '.'.
  return { $gte: prefix, $lt: `${prefix.slice(0, -1)}/` };
}
