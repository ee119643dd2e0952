import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import type { Logger } from 'pino';
import { backgroundThrottleOf } from '../mongo/background-throttle.ts';
import { isMongoUnavailable } from '../mongo/mongo-errors.ts';
import type { NatsConnectionManager } from '../nats/connect-nats.ts';
import { type OutboxStream, outboxStreamOf, outboxStreams, subjectRangeOf } from '../nats/outbox-streams.ts';
import { isStreamMissing } from '../nats/streams.ts';
import { createEventPublisher, type EventPublisher, isUnpublishable } from './event-publisher.ts';
import { type OutboxRow, outboxOf } from './outbox-row.ts';
import { findPossibleLossStart, republishMissingRows } from './republish-missing.ts';
import { createSentMarker } from './sent-marker.ts';
import { createStreamBackoff } from './stream-backoff.ts';

/** Rows younger than this are left to the process that wrote them. */
const ownerGraceMs = 1_000;
const pollBatchSize = 1_000;
/** The same while there are calls: short pieces of work, with rests between them. */
const throttledPollBatchSize = 100;
/** Most rows held in memory; the rest waits in the database. */
const maxQueuedRows = 5_000;
const maxQueuedBytes = 16 * 1024 ** 2;
/** Entities published at the same time. */
const maxConcurrentSubjects = 256;
const unpublishableRetryMs = 60_000;
const republishRetryMs = 1_000;

/** Carries events and audit records from the outbox to their streams. Every instance of a service runs one. */
export interface OutboxRelay {
  /** Hands over rows that were just committed. Never waits, never throws: what it cannot send now stays stored. */
  enqueue(rows: readonly OutboxRow[]): void;
  /** Looks for leftovers now, and from now on again and again. */
  start(): void;
  /** How many rows wait, and for how many seconds the oldest has waited. */
  backlog(): Promise<{ depth: number; oldestAgeSeconds: number }>;
  /**
   * Publishes again what the streams should have but do not: rows sent since `since` whose entity's
   * last version in its stream is older (a JetStream server may lose what it had not synced).
   *
   * @returns how many were published
   */
  republishMissing(since: Date): Promise<number>;
  /** Finishes what is under way, then stops. */
  stop(): Promise<void>;
}

export interface OutboxRelayOptions {
  connection: Connection;
  nats: NatsConnectionManager;
  logger: Logger;
  /** How often leftovers are looked for, 500 ms unless told. */
  pollMs?: number;
}

export function createOutboxRelay(options: OutboxRelayOptions): OutboxRelay {
  const { connection, nats, logger, pollMs = 500 } = options;
  const outbox = () => outboxOf(connection);
  /** Rows in memory, by id, each with the promise that its turn is over. */
  const queuedRows = new Map<string, QueuedRow>();
  /** One entity's rows, published one after another. */
  const rowsBySubject = new Map<string, OutboxRow[]>();
  const waitingSubjects = new Set<string>();
  const unpublishable = new Map<string, number>();
  const marker = createSentMarker(connection, logger, dequeueRow);
  const stopping = new AbortController();
  const backoff = createStreamBackoff();
  const backgroundThrottle = backgroundThrottleOf(connection);
  /** Streams that may have lost something since it was last looked for. */
  const suspectStreams = new Set<OutboxStream>();
  const republishing = new Map<OutboxStream, Promise<void>>();
  let publisher: EventPublisher | undefined;
  let queuedBytes = 0;
  let activeSubjects = 0;
  let polling: Promise<void> = Promise.resolve();
  let stopListening = () => undefined as unknown;

  function canSend(stream: OutboxStream): boolean {
    return nats.isConnected() && !backoff.isBackingOff(stream);
  }

  function queueRow(row: OutboxRow): Promise<void> {
    const queued = queuedRows.get(row._id);
    if (queued) return queued.settled;
    const entry = createQueuedRow(row.payload.length);
    queuedRows.set(row._id, entry);
    queuedBytes += entry.bytes;
    const subjectRows = rowsBySubject.get(row.subject);
    if (subjectRows) subjectRows.push(row);
    else {
      rowsBySubject.set(row.subject, [row]);
      waitingSubjects.add(row.subject);
    }
    startWaitingSubjects();
    return entry.settled;
  }

  function dequeueRow(id: string): void {
    const entry = queuedRows.get(id);
    if (!entry) return;
    queuedRows.delete(id);
    queuedBytes -= entry.bytes;
    entry.settle();
  }

  function startWaitingSubjects(): void {
    for (const subject of waitingSubjects) {
      if (activeSubjects >= maxConcurrentSubjects) return;
      waitingSubjects.delete(subject);
      activeSubjects += 1;
      void publishSubject(subject).finally(() => {
        activeSubjects -= 1;
        startWaitingSubjects();
      });
    }
  }

  async function publishSubject(subject: string): Promise<void> {
    const subjectRows = rowsBySubject.get(subject) ?? [];
    const stream = outboxStreamOf(subject);
    for (let row = subjectRows.shift(); row; row = subjectRows.shift()) {
      try {
        if (!canSend(stream)) throw new Error('NATS is not reachable');
        publisher ??= createEventPublisher(await nats.whenConnected(), logger);
        marker.mark({ id: row._id, streamSeq: await publisher.publish(row, row._id) });
        backoff.recordSuccess(stream);
      } catch (error) {
        for (const { _id } of [row, ...subjectRows]) dequeueRow(_id);
        subjectRows.length = 0;
        handleFailure(row, error);
      }
    }
    rowsBySubject.delete(subject);
  }

  function handleFailure(row: OutboxRow, error: unknown): void {
    if (isUnpublishable(error)) {
      unpublishable.set(row._id, performance.now() + unpublishableRetryMs);
      logger.error(
        { err: error, subject: row.subject, version: row.version },
        'An event cannot be published',
      );
      return;
    }
    const stream = outboxStreamOf(row.subject);
    // Many lanes fail over one and the same outage.
    if (backoff.isBackingOff(stream)) return;
    const failures = backoff.recordFailure(stream);
    logger.warn({ err: error, failures, stream: stream.name }, 'Events wait in the outbox');
    if (isStreamMissing(error)) void nats.ensureStreams();
  }

  /** @returns whether there may be more at once */
  async function publishUnsent(before: Date): Promise<boolean> {
    const availableStreams = outboxStreams.filter(canSend);
    if (availableStreams.length === 0) return false;
    const found = await findUnsent(before, availableStreams);
    found.sort((first, second) => first.version - second.version);
    await Promise.all(found.map(queueRow));
    return found.length > 0 && availableStreams.every(canSend);
  }

  async function findUnsent(before: Date, availableStreams: readonly OutboxStream[]): Promise<OutboxRow[]> {
    for (const [id, retryAt] of unpublishable) if (retryAt < performance.now()) unpublishable.delete(id);
    const rows: OutboxRow[] = [];
    let bytes = 0;
    const cursor = outbox()
      .find({
        unsentSince: { $lte: before },
        _id: { $nin: [...unpublishable.keys()] },
        // A stream that takes nothing does not keep rows from the others.
        $or: availableStreams.map((stream) => ({ subject: subjectRangeOf(stream) })),
      })
      .sort({ unsentSince: 1 })
      .hint({ unsentSince: 1 })
      .limit(backgroundThrottle.isThrottled() ? throttledPollBatchSize : pollBatchSize);
    for await (const row of cursor) {
      rows.push(row);
      bytes += row.payload.length;
      if (bytes > maxQueuedBytes / 2) break;
    }
    return rows;
  }

  async function pollUnsent(): Promise<void> {
    let graceMs = 0;
    while (!stopping.signal.aborted) {
      const before = new Date(Date.now() - graceMs);
      const more = await backgroundThrottle
        .run(() => publishUnsent(before))
        .catch((error: unknown) => {
          if (!isMongoUnavailable(error)) logger.warn({ err: error }, 'The outbox could not be read');
          return false;
        });
      graceMs = ownerGraceMs;
      if (!more) await delay(pollMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  async function republishStream(stream: OutboxStream, since: Date): Promise<number> {
    const client = await nats.whenConnected();
    publisher ??= createEventPublisher(client, logger);
    const { signal } = stopping;
    const published = await republishMissingRows({ connection, client, publisher, signal }, stream, since);
    if (published > 0)
      logger.warn(
        { published, stream: stream.name },
        'The stream had lost events; they were published again',
      );
    return published;
  }

  /** After every connection: whatever fails of it is tried again, from as early on. */
  async function republishLost(stream: OutboxStream): Promise<void> {
    let since: Date | undefined;
    while (suspectStreams.delete(stream) && !stopping.signal.aborted) {
      try {
        const from = await findPossibleLossStart(connection, await nats.whenConnected(), stream);
        since = from && since && since < from ? since : from;
        if (since) await republishStream(stream, since);
        since = undefined;
      } catch (error) {
        logger.warn({ err: error, stream: stream.name }, 'Lost events could not be looked for');
        suspectStreams.add(stream);
        await delay(republishRetryMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }

  /** One search at a time for each stream; a connection made during one is followed by another. */
  function checkForLosses(): void {
    for (const stream of outboxStreams) {
      suspectStreams.add(stream);
      if (republishing.has(stream)) continue;
      republishing.set(
        stream,
        republishLost(stream).finally(() => republishing.delete(stream)),
      );
    }
  }

  return {
    enqueue(rows) {
      // What this process cannot send soon is found again as a leftover.
      if (stopping.signal.aborted) return;
      for (const row of rows) {
        const fits = queuedRows.size < maxQueuedRows && queuedBytes < maxQueuedBytes;
        if (fits && canSend(outboxStreamOf(row.subject))) void queueRow(row);
      }
    },
    start() {
      stopListening = nats.onConnected(checkForLosses);
      polling = pollUnsent();
    },
    async backlog() {
      const unsent = { unsentSince: { $exists: true } };
      const [depth, oldest] = await Promise.all([
        outbox().countDocuments(unsent, { hint: { unsentSince: 1 } }),
        outbox().findOne(unsent, { sort: { unsentSince: 1 }, projection: { createdAt: 1 } }),
      ]);
      return { depth, oldestAgeSeconds: oldest ? (Date.now() - oldest.createdAt.getTime()) / 1_000 : 0 };
    },
    async republishMissing(since) {
      const published = await Promise.all(outboxStreams.map((stream) => republishStream(stream, since)));
      return published.reduce((sum, count) => sum + count, 0);
    },
    async stop() {
      stopping.abort();
      stopListening();
      await Promise.all([polling, ...republishing.values()]);
      await Promise.all([...queuedRows.values()].map((entry) => entry.settled));
      await marker.settled();
    },
  };
}

interface QueuedRow {
  readonly bytes: number;
  readonly settled: Promise<void>;
  readonly settle: () => void;
}

function createQueuedRow(bytes: number): QueuedRow {
  let settle: () => void = () => undefined;
  const settled = new Promise<void>((resolve) => {
    settle = resolve;
  });
  return { bytes, settled, settle };
}
