import { headerNames, streamNames } from '@khmer-learning/contracts';
import { LRUCache } from 'lru-cache';
import { type JetStreamClient, type NatsConnection, NatsError, headers as natsHeaders } from 'nats';
import type { Logger } from 'pino';
import { fetchStreamPosition, type StreamPosition } from '../nats/stream-position.ts';
import { jetStreamErrorCode, outboxStreamOf } from '../nats/streams.ts';

import { traceMessageHeaders } from '../tracing/tracing.ts';
import type { OutboxRow } from './outbox-row.ts';

const wrongLastSequence = 10_071;
const messageTooLarge = 10_054;
const publishTimeoutMs = 3_000;
/** Overhead of a stored message besides its payload (subject, headers, storage), rounded up. */
const recordOverheadBytes = 400;
/** Maximum number of cached stream positions. */
const maxCachedPositions = 10_000;

/** What became of an entity that should be published again. */
export type RepublishOutcome = 'published' | 'known' | 'superseded';

/** Publishes outbox rows to their streams, in version order per entity. */
export type EventPublisher = ReturnType<typeof createEventPublisher>;

/** Creates a publisher that orders messages per subject with JetStream's expected last sequence. */
export function createEventPublisher(client: NatsConnection, logger: Logger) {
  const jetstream: JetStreamClient = client.jetstream({ timeout: publishTimeoutMs });
  const capacity = createStreamCapacity(client);
  const positions = new LRUCache<string, StreamPosition>({ max: maxCachedPositions });

  async function publishAfter(
    row: OutboxRow,
    messageId: string,
    last: StreamPosition | undefined,
  ): Promise<number> {
    const isEvent = outboxStreamOf(row.subject).name === streamNames.events;
    if (isEvent) await capacity.reserve(Buffer.byteLength(row.payload) + recordOverheadBytes);
    const ack = await jetstream.publish(row.subject, row.payload, {
      headers: headersOf(row, last),
      msgID: messageId,
      timeout: publishTimeoutMs,
      expect: { lastSubjectSequence: last?.seq ?? 0 },
    });
    // An audit record's subject has only one message.
    if (isEvent) positions.set(row.subject, { seq: ack.seq, version: row.version, eventId: row._id });
    return ack.seq;
  }

  /** Whether the stream has this or a newer version of the entity. */
  function isAlreadyPublished(row: OutboxRow, last: StreamPosition): boolean {
    if (last.version === row.version && last.eventId !== row._id)
      logger.error(
        { subject: row.subject, version: row.version },
        'The stream has a different event with this version, published from another database',
      );
    return last.version >= row.version;
  }

  return {
    /** Removes the entity's cached position. */
    invalidate: (subject: string): void => void positions.delete(subject),
    /**
     * Publishes a row, unless the stream already has this or a newer version of the entity.
     *
     * @param messageId lets the server recognise duplicates
     * @returns the stream sequence; undefined when there was nothing to publish
     * @throws the publish error; the row may or may not be stored
     */
    async publish(row: OutboxRow, messageId: string): Promise<number | undefined> {
      // Version 1 has no predecessor, so no lookup is needed.
      const cached = positions.get(row.subject);
      const last = cached || row.version === 1 ? cached : await fetchStreamPosition(client, row.subject);
      if (last && isAlreadyPublished(row, last)) return undefined;
      try {
        return await publishAfter(row, messageId, last);
      } catch (error) {
        if (jetStreamErrorCode(error) !== wrongLastSequence) throw error;
      }
      // Another relay published first, or an acknowledgement was lost: read the position and retry once.
      positions.delete(row.subject);
      const actual = await fetchStreamPosition(client, row.subject);
      if (actual && isAlreadyPublished(row, actual)) return undefined;
      return publishAfter(row, messageId, actual);
    },
    /**
     * Publishes a row again as the newest message of its entity, so that consumers receive it once more.
     *
     * @param options.onlyMissing leaves an entity alone that has this version in the stream
     * @returns `known` when it was left alone, `superseded` when the stream has a newer version
     * @throws the publish error; the row may or may not be stored
     */
    async republish(
      row: OutboxRow,
      { onlyMissing }: { readonly onlyMissing: boolean },
    ): Promise<RepublishOutcome> {
      for (let attempt = 1; ; attempt += 1) {
        const last = await fetchStreamPosition(client, row.subject);
        if (last && last.version > row.version) return 'superseded';
        if (last && last.version === row.version && onlyMissing) return 'known';
        try {
          await publishAfter(row, messageIdAfterLoss(row, last?.seq), last);
          return 'published';
        } catch (error) {
          // Somebody published in between.
          if (attempt === 2 || jetStreamErrorCode(error) !== wrongLastSequence) throw error;
        }
      }
    },
  };
}

/**
 * A message id for a row that was published before: the server's duplicate window may still contain the first one
 * although the event is lost.
 */
export function messageIdAfterLoss({ _id }: OutboxRow, lastSequence = 0): string {
  return `${_id}:after-${lastSequence}`;
}

/**
 * The headers of a message: its trace, and the surrogate keys that it purges. The keys are left out when the stream
 * does not have the entity's previous version: nothing tells which keys the missing changes would have purged.
 */
function headersOf({ trace, surrogateKeys, version }: OutboxRow, last: StreamPosition | undefined) {
  const headers = traceMessageHeaders(trace) ?? natsHeaders();
  if (surrogateKeys !== undefined && version === (last?.version ?? 0) + 1)
    headers.set(headerNames.surrogateKey, surrogateKeys);
  return headers;
}

/** Whether retries cannot succeed: the message is too large. */
export function isUnpublishable(error: unknown): boolean {
  return (
    jetStreamErrorCode(error) === messageTooLarge ||
    (error instanceof NatsError && error.code === 'MAX_PAYLOAD_EXCEEDED')
  );
}

/** How long the reported stream size is used, as others publish too. */
const infoTtlMs = 1_000;
/** Fraction of the stream that is never filled. */
const reservedFraction = 0.05;
const requestTimeoutMs = 2_000;

/** Tracks the free space of the stream EVENTS. */
function createStreamCapacity(client: NatsConnection) {
  let availableBytes = 0;
  let refreshedAt = Number.NEGATIVE_INFINITY;
  let pendingRefresh: Promise<void> | undefined;

  async function refresh(): Promise<void> {
    const manager = await client.jetstreamManager({ checkAPI: false, timeout: requestTimeoutMs });
    const { config, state } = await manager.streams.info(streamNames.events);
    availableBytes =
      config.max_bytes > 0
        ? config.max_bytes * (1 - reservedFraction) - state.bytes
        : Number.POSITIVE_INFINITY;
    refreshedAt = performance.now();
  }

  return {
    /**
     * Reserves space for a message.
     *
     * @throws Error when the stream is full, or its size is unknown
     */
    async reserve(bytes: number): Promise<void> {
      if (availableBytes < bytes || performance.now() - refreshedAt > infoTtlMs) {
        pendingRefresh ??= refresh().finally(() => {
          pendingRefresh = undefined;
        });
        await pendingRefresh;
      }
      if (availableBytes < bytes) throw new Error('The stream is full');
      availableBytes -= bytes;
    },
  };
}
