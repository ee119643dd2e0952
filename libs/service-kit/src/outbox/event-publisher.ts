import { streamNames } from '@khmer-learning/contracts';
import { type JetStreamClient, type NatsConnection, NatsError } from 'nats';
import type { Logger } from 'pino';
import { outboxStreamOf } from '../nats/outbox-streams.ts';
import { fetchStreamPosition, type StreamPosition } from '../nats/stream-position.ts';
import { jetStreamErrorCode } from '../nats/streams.ts';
import { traceMessageHeaders } from '../tracing/tracing.ts';
import type { OutboxRow } from './outbox-row.ts';
import { createStreamCapacity } from './stream-capacity.ts';

const wrongLastSequence = 10_071;
const messageTooLarge = 10_054;
const publishTimeoutMs = 3_000;
/** Bytes of a record besides the event: subject, headers, the store's own. Generous. */
const recordOverheadBytes = 400;
/** How many entities' places in the stream are remembered. */
const maxCachedPositions = 10_000;

/** Puts outbox rows into their streams, each entity's in the order of its versions. */
export interface EventPublisher {
  /**
   * Publishes a row, unless the stream already has this version of the entity or a newer one.
   *
   * @param messageId makes a repetition recognisable to the server
   * @returns its place in the stream; undefined when there was nothing to publish
   * @throws whatever kept the server from acknowledging: the row may or may not be stored
   */
  publish(row: OutboxRow, messageId: string): Promise<number | undefined>;
  /** Believes nothing it remembers of this entity any more. */
  invalidate(subject: string): void;
}

export function createEventPublisher(client: NatsConnection, logger: Logger): EventPublisher {
  const jetstream: JetStreamClient = client.jetstream({ timeout: publishTimeoutMs });
  const capacity = createStreamCapacity(client);
  const positions = new Map<string, StreamPosition>();

  function cachePosition(subject: string, position: StreamPosition): void {
    positions.delete(subject);
    positions.set(subject, position);
    const oldest = positions.keys().next().value;
    if (positions.size > maxCachedPositions && oldest !== undefined) positions.delete(oldest);
  }

  async function publishAfter(
    row: OutboxRow,
    messageId: string,
    last: StreamPosition | undefined,
  ): Promise<number> {
    const isEvent = outboxStreamOf(row.subject).name === streamNames.events;
    if (isEvent) await capacity.reserve(Buffer.byteLength(row.payload) + recordOverheadBytes);
    const headers = traceMessageHeaders(row.trace);
    const ack = await jetstream.publish(row.subject, row.payload, {
      ...(headers ? { headers } : {}),
      msgID: messageId,
      timeout: publishTimeoutMs,
      expect: { lastSubjectSequence: last?.seq ?? 0 },
    });
    // Nothing ever follows an audit record.
    if (isEvent) cachePosition(row.subject, { seq: ack.seq, version: row.version, eventId: row._id });
    return ack.seq;
  }

  /** Whether the stream has this version of the entity, or a newer one. */
  function isAlreadyPublished(row: OutboxRow, last: StreamPosition): boolean {
    if (last.version === row.version && last.eventId !== row._id)
      logger.error(
        { subject: row.subject, version: row.version },
        'The stream knows another event of this version: it belongs to another life of this database',
      );
    return last.version >= row.version;
  }

  return {
    invalidate: (subject) => void positions.delete(subject),
    async publish(row, messageId) {
      // The first version of an entity has nothing before it: no need to ask.
      const cached = positions.get(row.subject);
      const last = cached || row.version === 1 ? cached : await fetchStreamPosition(client, row.subject);
      if (last && isAlreadyPublished(row, last)) return undefined;
      try {
        return await publishAfter(row, messageId, last);
      } catch (error) {
        if (jetStreamErrorCode(error) !== wrongLastSequence) throw error;
      }
      // Another relay was faster, or a lost acknowledgement was none: see what is there, try once more, no loop.
      positions.delete(row.subject);
      const actual = await fetchStreamPosition(client, row.subject);
      if (actual && isAlreadyPublished(row, actual)) return undefined;
      return publishAfter(row, messageId, actual);
    },
  };
}

/** Whether no repetition will ever get this row into the stream. */
export function isUnpublishable(error: unknown): boolean {
  return (
    jetStreamErrorCode(error) === messageTooLarge ||
    (error instanceof NatsError && error.code === 'MAX_PAYLOAD_EXCEEDED')
  );
}
