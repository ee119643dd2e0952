import type { Connection, mongo } from 'mongoose';
import type { Logger } from 'pino';
import { pause } from '../concurrency/pause.ts';
import { backgroundThrottleOf } from '../mongo/background-throttle.ts';
import { isDuplicateKey, isMongoUnavailable } from '../mongo/mongo-errors.ts';
import type { NatsConnectionManager } from '../nats/connect-nats.ts';
import {
  isStreamMissing,
  type OutboxStream,
  outboxStreamOf,
  outboxStreams,
  subjectRangeOf,
} from '../nats/streams.ts';
import { createEventPublisher, type EventPublisher, isUnpublishable } from './event-publisher.ts';
import { acquireLease, type JobRow, type Lease, LeaseLostError } from './lease.ts';
import { type OutboxRow, outboxOf } from './outbox-row.ts';
import { findPossibleLossStart, republishMissingRows } from './republish-missing.ts';
import { watchRows } from './watch-rows.ts';

/** Rows younger than this are left to the process that wrote them. */
const ownerGraceMs = 1_000;
/** The instance that publishes the rows that were left behind; a killed one delays them by this time. */
const leaseMs = 5_000;
/** Processes have sent something within this time: what one of them leaves behind is sent within three seconds. */
const activeMs = 10_000;
const leaseCollection = 'outbox_leases';
const leaseId = 'leftovers';
const pollBatchSize = 1_000;
/** Batch size during traffic: short tasks with pauses in between. */
const throttledPollBatchSize = 100;
/** Pause between publishing the unsent rows while there are some. */
const pollMs = 500;
/** Without a sign of unsent rows, they are looked for after this time. */
const unpromptedPollMs = 60_000;
/** Maximum number of rows in memory; the others stay in the database. */
const maxQueuedRows = 5_000;
const maxQueuedBytes = 16 * 1024 ** 2;
/** Maximum number of entities published concurrently. */
const maxConcurrentSubjects = 256;
/** Most unsent rows counted for the metrics, which are read all the time while NATS is away. */
const maxCountedRows = 10_000;
const unpublishableRetryMs = 60_000;
const republishRetryMs = 1_000;

/** Publishes events and audit records from the outbox to their streams. Every instance of a service runs one. */
export type OutboxRelay = ReturnType<typeof createOutboxRelay>;

/** Creates the relay of a process; call `start` once the collections exist. */
export function createOutboxRelay(deps: {
  readonly connection: Connection;
  readonly nats: NatsConnectionManager;
  readonly logger: Logger;
}) {
  const { connection, nats, logger } = deps;
  const outbox = () => outboxOf(connection);
  /** Queued rows by id, with a promise that resolves when the row is done. */
  const queuedRows = new Map<string, ReturnType<typeof createQueuedRow>>();
  /** Rows by subject; the rows of one subject are published sequentially. */
  const rowsBySubject = new Map<string, OutboxRow[]>();
  const waitingSubjects = new Set<string>();
  const unpublishable = new Map<string, number>();
  const stopping = new AbortController();
  const marker = createSentMarker({ connection, logger, signal: stopping.signal, onSettled: dequeueRow });
  const backoff = createStreamBackoff();
  const backgroundThrottle = backgroundThrottleOf(connection);
  /** Streams that may have lost messages since the last check. */
  const suspectStreams = new Set<OutboxStream>();
  const republishing = new Map<OutboxStream, Promise<void>>();
  let publisher: EventPublisher | undefined;
  let queuedBytes = 0;
  let activeSubjects = 0;
  let polling: Promise<void> = Promise.resolve();
  /** Aborted when rows of this or another process stay in the outbox. */
  let longPause = new AbortController();
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
        if (!canSend(stream)) throw new Error('NATS is not connected');
        publisher ??= createEventPublisher(await nats.whenConnected(), logger);
        marker.mark({ id: row._id, streamSeq: await publisher.publish(row, row._id) });
        backoff.recordSuccess(stream);
      } catch (error) {
        for (const { _id } of [row, ...subjectRows]) dequeueRow(_id);
        subjectRows.length = 0;
        longPause.abort();
        handleFailure(row, error);
      }
    }
    rowsBySubject.delete(subject);
  }

  function handleFailure(row: OutboxRow, error: unknown): void {
    if (isUnpublishable(error)) {
      unpublishable.set(row._id, performance.now() + unpublishableRetryMs);
      logger.error({ err: error, subject: row.subject, version: row.version }, 'Event cannot be published');
      return;
    }
    const stream = outboxStreamOf(row.subject);
    // Many subjects fail in the same outage: count it once.
    if (backoff.isBackingOff(stream)) return;
    const failures = backoff.recordFailure(stream);
    logger.warn(
      { err: error, failures, stream: stream.name },
      'Publishing failed; events wait in the outbox',
    );
    if (isStreamMissing(error)) void nats.createMissingStreams();
  }

  /** Publishes one batch of unsent rows; returns whether more may be waiting. */
  async function publishUnsent(before: Date): Promise<boolean> {
    const availableStreams = outboxStreams.filter(canSend);
    if (availableStreams.length === 0) return false;
    const found = await findUnsent(before, availableStreams);
    found.sort((first, second) => first.version - second.version);
    await Promise.all(found.map(queueRow));
    return found.length > 0 && availableStreams.every(canSend);
  }

  function unsentFilter(before: Date, availableStreams: readonly OutboxStream[]): mongo.Filter<OutboxRow> {
    for (const [id, retryAt] of unpublishable) if (retryAt < performance.now()) unpublishable.delete(id);
    return {
      unsentSince: { $lte: before },
      _id: { $nin: [...unpublishable.keys()] },
      // A stream that is backing off must not block the others.
      $or: availableStreams.map((stream) => ({ subject: subjectRangeOf(stream) })),
    };
  }

  async function findUnsent(before: Date, availableStreams: readonly OutboxStream[]): Promise<OutboxRow[]> {
    const rows: OutboxRow[] = [];
    let bytes = 0;
    const cursor = outbox()
      .find(unsentFilter(before, availableStreams))
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

  /** Publishes all unsent rows, unless another instance is doing so. Returns whether there are none. */
  async function publishLeftovers(before: Date): Promise<boolean> {
    const availableStreams = outboxStreams.filter(canSend);
    if (availableStreams.length === 0) return false;
    const options = { hint: { unsentSince: 1 }, projection: { _id: 1 } };
    if (!(await outbox().findOne(unsentFilter(before, availableStreams), options)))
      return availableStreams.length === outboxStreams.length;
    const lease = await leftoversLease();
    if (!lease) return false;
    try {
      while (!stopping.signal.aborted && (await backgroundThrottle.run(() => publishUnsent(before))))
        await lease.update({});
    } finally {
      await lease.release();
    }
    return false;
  }

  /** The lease on the rows that were left behind; undefined while another instance holds it. */
  async function leftoversLease(): Promise<Lease<JobRow> | undefined> {
    const leases = connection.collection<JobRow>(leaseCollection);
    if (!(await leases.findOne({ _id: leaseId })))
      await leases.updateOne({ _id: leaseId }, { $setOnInsert: { failures: 0 } }, { upsert: true });
    const deps = { connection, relay: { enqueue: () => undefined } };
    return acquireLease(deps, { collection: leaseCollection, dueFilter: { _id: leaseId }, leaseMs });
  }

  async function pollUnsent(): Promise<void> {
    let graceMs = 0;
    const stopWatching = watchRows(connection, {
      collection: 'outbox',
      // Also while processes send: one of them may end.
      filter: () => ({
        $or: [
          { unsentSince: { $lte: new Date(Date.now() - ownerGraceMs) } },
          { sentAt: { $gt: new Date(Date.now() - activeMs) } },
        ],
      }),
      onFound: () => longPause.abort(),
    });
    while (!stopping.signal.aborted) {
      longPause = new AbortController();
      let isNothingLeft = false;
      try {
        isNothingLeft = await publishLeftovers(new Date(Date.now() - graceMs));
      } catch (error) {
        // Another instance took over, or created the lease at the same time.
        const isRace = error instanceof LeaseLostError || isDuplicateKey(error);
        if (!isRace && !isMongoUnavailable(error)) logger.warn({ err: error }, 'Could not read the outbox');
      }
      graceMs = ownerGraceMs;
      await pause(pollMs, stopping.signal);
      if (isNothingLeft) await pause(unpromptedPollMs, AbortSignal.any([stopping.signal, longPause.signal]));
    }
    stopWatching();
  }

  async function republishStream(stream: OutboxStream, since: Date): Promise<number> {
    const client = await nats.whenConnected();
    publisher ??= createEventPublisher(client, logger);
    const { signal } = stopping;
    const published = await republishMissingRows({ connection, client, publisher, signal }, stream, since);
    if (published > 0)
      logger.warn({ published, stream: stream.name }, 'Republished events that the stream had lost');
    return published;
  }

  /** Republishes lost messages after each connect; on failure it retries from the earliest start. */
  async function republishLost(stream: OutboxStream): Promise<void> {
    let since: Date | undefined;
    while (suspectStreams.delete(stream) && !stopping.signal.aborted) {
      try {
        const from = await findPossibleLossStart(connection, await nats.whenConnected(), stream);
        since = from && since && since < from ? since : from;
        if (since) await republishStream(stream, since);
        since = undefined;
      } catch (error) {
        logger.warn({ err: error, stream: stream.name }, 'Could not check for lost events');
        suspectStreams.add(stream);
        await pause(republishRetryMs, stopping.signal);
      }
    }
  }

  /** One check at a time per stream; a reconnect during a check triggers another. */
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
    /** Queues rows that were just committed. Never blocks or throws; rows that cannot be sent now stay in the outbox. */
    enqueue(rows: readonly OutboxRow[]): void {
      // Rows that are not queued here are found again by polling.
      if (stopping.signal.aborted) return;
      for (const row of rows) {
        const fits = queuedRows.size < maxQueuedRows && queuedBytes < maxQueuedBytes;
        if (fits && canSend(outboxStreamOf(row.subject))) void queueRow(row);
        else longPause.abort();
      }
    },
    /** Starts polling for unsent rows. */
    start(): void {
      stopListening = nats.onConnected(checkForLosses);
      polling = pollUnsent();
    },
    /** Number of unsent rows, of at most 10,000, and the age of the oldest in seconds. */
    async backlog(): Promise<{ depth: number; oldestAgeSeconds: number }> {
      const unsent = { unsentSince: { $exists: true } };
      const [depth, oldest] = await Promise.all([
        outbox().countDocuments(unsent, { hint: { unsentSince: 1 }, limit: maxCountedRows }),
        outbox().findOne(unsent, { sort: { unsentSince: 1 }, projection: { createdAt: 1 } }),
      ]);
      return { depth, oldestAgeSeconds: oldest ? (Date.now() - oldest.createdAt.getTime()) / 1_000 : 0 };
    },
    /**
     * Republishes rows sent since `since` whose version is newer than the last one in the stream: a JetStream server
     * may lose messages that it had not yet synced to disk.
     *
     * @returns the number of republished rows
     */
    async republishMissing(since: Date): Promise<number> {
      const published = await Promise.all(outboxStreams.map((stream) => republishStream(stream, since)));
      return published.reduce((sum, count) => sum + count, 0);
    },
    /** Finishes the messages in flight, then stops. */
    async stop(): Promise<void> {
      stopping.abort();
      stopListening();
      await Promise.all([polling, ...republishing.values()]);
      await Promise.all([...queuedRows.values()].map((entry) => entry.settled));
      await marker.settled();
    },
  };
}

function createQueuedRow(bytes: number) {
  let settle: () => void = () => undefined;
  const settled = new Promise<void>((resolve) => {
    settle = resolve;
  });
  return { bytes, settled, settle };
}

const minBackoffMs = 250;
const maxBackoffMs = 5_000;

/** Creates back-off state for streams: 250 ms, doubled per failure up to 5 s. */
function createStreamBackoff() {
  const backoffs = new Map<string, { readonly failures: number; readonly until: number }>();
  return {
    isBackingOff: ({ name }: OutboxStream): boolean => performance.now() < (backoffs.get(name)?.until ?? 0),
    /** Starts the next back-off period; returns the number of consecutive failures. */
    recordFailure({ name }: OutboxStream): number {
      const failures = (backoffs.get(name)?.failures ?? 0) + 1;
      const until = performance.now() + Math.min(maxBackoffMs, minBackoffMs * 2 ** (failures - 1));
      backoffs.set(name, { failures, until });
      return failures;
    },
    /** Resets the back-off of a stream. */
    recordSuccess({ name }: OutboxStream): void {
      const backoff = backoffs.get(name);
      if (backoff) backoffs.set(name, { ...backoff, failures: 0 });
    },
  };
}

/** A row that was published, or was superseded. */
interface SentRow {
  readonly id: string;
  /** undefined when a newer version was published first. */
  readonly streamSeq: number | undefined;
}

const maxBatchSize = 1_000;
/**
 * How long the first row waits for others, well below `ownerGraceMs`: nothing depends on the mark, and a batch costs about
 * as much as one row.
 */
const lingerMs = 250;

/**
 * @param options.signal aborted when the relay stops: rows do not wait for others anymore
 * @param options.onSettled called with each row's id afterwards; a row whose mark failed is found again by polling
 */
function createSentMarker(options: {
  readonly connection: Connection;
  readonly logger: Logger;
  readonly signal: AbortSignal;
  readonly onSettled: (id: string) => void;
}) {
  const { connection, logger, signal, onSettled } = options;
  let pending: SentRow[] = [];
  let running: Promise<void> | undefined;

  async function write(batch: readonly SentRow[]): Promise<void> {
    const sentAt = new Date();
    await outboxOf(connection).bulkWrite(
      batch.map(({ id, streamSeq }) => ({
        updateOne: {
          filter: { _id: id },
          update: {
            $unset: { unsentSince: '' },
            $set: { sentAt, ...(streamSeq === undefined ? {} : { streamSeq }) },
          },
        },
      })),
      // A lost mark is harmless: the stream detects the duplicate.
      { ordered: false, writeConcern: { w: 1 } },
    );
  }

  async function run(): Promise<void> {
    while (pending.length > 0) {
      // A stopping process does not wait.
      const isFull = pending.length >= maxBatchSize;
      if (!isFull) await pause(lingerMs, signal);
      const batch = pending.slice(0, maxBatchSize);
      pending = pending.slice(maxBatchSize);
      await write(batch).catch((error: unknown) =>
        logger.warn({ err: error }, 'Could not mark events as sent'),
      );
      for (const { id } of batch) onSettled(id);
    }
    running = undefined;
  }

  return {
    mark(sent: SentRow): void {
      pending.push(sent);
      running ??= run();
    },
    /** Resolves when all rows marked so far are written or have failed. */
    settled: async (): Promise<void> => running,
  };
}
