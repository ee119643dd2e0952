import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import type { Logger } from 'pino';
import { backgroundOf } from '../mongo/background.ts';
import { isMongoAway } from '../mongo/mongo-errors.ts';
import type { NatsLink } from '../nats/connect-nats.ts';
import { type OutboxStream, outboxStreams, streamOf, subjectsOf } from '../nats/outbox-streams.ts';
import { isStreamMissing } from '../nats/streams.ts';
import { createEventPublisher, type EventPublisher, isUnpublishable } from './event-publisher.ts';
import { type OutboxRow, outboxOf } from './outbox-row.ts';
import { possibleLossSince, refeedRows } from './refeed.ts';
import { createSentMarker } from './sent-marker.ts';
import { createStreamPauses } from './stream-pauses.ts';

/** Rows younger than this are left to the process that wrote them. */
const ownersTurnMs = 1_000;
const leftoversAtOnce = 1_000;
/** The same while there are calls: short pieces of work, with rests between them. */
const leftoversAmongCalls = 100;
/** Most rows held in memory; the rest waits in the database. */
const mostHeld = 5_000;
const mostHeldBytes = 16 * 1024 ** 2;
/** Entities published at the same time. */
const mostLanes = 256;
const unpublishableRetryMs = 60_000;
const refeedRetryMs = 1_000;

/** Carries events and audit records from the outbox to their streams. Every instance of a service runs one. */
export interface OutboxRelay {
  /** Hands over rows that were just committed. Never waits, never throws: what it cannot send now stays stored. */
  take(rows: readonly OutboxRow[]): void;
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
  refeed(since: Date): Promise<number>;
  /** Finishes what is under way, then stops. */
  stop(): Promise<void>;
}

export interface OutboxRelayOptions {
  connection: Connection;
  nats: NatsLink;
  logger: Logger;
  /** How often leftovers are looked for, 500 ms unless told. */
  pollMs?: number;
}

export function createOutboxRelay(options: OutboxRelayOptions): OutboxRelay {
  const { connection, nats, logger, pollMs = 500 } = options;
  const outbox = () => outboxOf(connection);
  /** Rows in memory, by id, each with the promise that its turn is over. */
  const held = new Map<string, Held>();
  /** One entity's rows, published one after another. */
  const lanes = new Map<string, OutboxRow[]>();
  const waitingLanes = new Set<string>();
  const unpublishable = new Map<string, number>();
  const marker = createSentMarker(connection, logger, release);
  const stopping = new AbortController();
  const pauses = createStreamPauses();
  const background = backgroundOf(connection);
  /** Streams that may have lost something since it was last looked for. */
  const possibleLosses = new Set<OutboxStream>();
  const refeeds = new Map<OutboxStream, Promise<void>>();
  let publisher: EventPublisher | undefined;
  let heldBytes = 0;
  let busyLanes = 0;
  let round: Promise<void> = Promise.resolve();
  let stopListening = () => undefined as unknown;

  function canSend(stream: OutboxStream): boolean {
    return nats.isConnected() && !pauses.isPaused(stream);
  }

  function hold(row: OutboxRow): Promise<void> {
    const known = held.get(row._id);
    if (known) return known.settled;
    const entry = newHeld(row.payload.length);
    held.set(row._id, entry);
    heldBytes += entry.bytes;
    const lane = lanes.get(row.subject);
    if (lane) lane.push(row);
    else {
      lanes.set(row.subject, [row]);
      waitingLanes.add(row.subject);
    }
    startLanes();
    return entry.settled;
  }

  function release(id: string): void {
    const entry = held.get(id);
    if (!entry) return;
    held.delete(id);
    heldBytes -= entry.bytes;
    entry.settle();
  }

  function startLanes(): void {
    for (const subject of waitingLanes) {
      if (busyLanes >= mostLanes) return;
      waitingLanes.delete(subject);
      busyLanes += 1;
      void runLane(subject).finally(() => {
        busyLanes -= 1;
        startLanes();
      });
    }
  }

  async function runLane(subject: string): Promise<void> {
    const lane = lanes.get(subject) ?? [];
    const stream = streamOf(subject);
    for (let row = lane.shift(); row; row = lane.shift()) {
      try {
        if (!canSend(stream)) throw new Error('NATS is not reachable');
        publisher ??= createEventPublisher(await nats.connected(), logger);
        marker.mark({ id: row._id, streamSeq: await publisher.publish(row, row._id) });
        pauses.end(stream);
      } catch (error) {
        for (const { _id } of [row, ...lane]) release(_id);
        lane.length = 0;
        afterFailure(row, error);
      }
    }
    lanes.delete(subject);
  }

  function afterFailure(row: OutboxRow, error: unknown): void {
    if (isUnpublishable(error)) {
      unpublishable.set(row._id, performance.now() + unpublishableRetryMs);
      logger.error(
        { err: error, subject: row.subject, version: row.version },
        'An event cannot be published',
      );
      return;
    }
    const stream = streamOf(row.subject);
    // Many lanes fail over one and the same outage.
    if (pauses.isPaused(stream)) return;
    const failures = pauses.begin(stream);
    logger.warn({ err: error, failures, stream: stream.name }, 'Events wait in the outbox');
    if (isStreamMissing(error)) void nats.ensureStreams();
  }

  /** @returns whether there may be more at once */
  async function sendLeftovers(before: Date): Promise<boolean> {
    const open = outboxStreams.filter(canSend);
    if (open.length === 0) return false;
    const found = await findLeftovers(before, open);
    found.sort((first, second) => first.version - second.version);
    await Promise.all(found.map(hold));
    return found.length > 0 && open.every(canSend);
  }

  async function findLeftovers(before: Date, open: readonly OutboxStream[]): Promise<OutboxRow[]> {
    for (const [id, retryAt] of unpublishable) if (retryAt < performance.now()) unpublishable.delete(id);
    const rows: OutboxRow[] = [];
    let bytes = 0;
    const cursor = outbox()
      .find({
        unsentSince: { $lte: before },
        _id: { $nin: [...unpublishable.keys()] },
        // A stream that takes nothing does not keep rows from the others.
        $or: open.map((stream) => ({ subject: subjectsOf(stream) })),
      })
      .sort({ unsentSince: 1 })
      .hint({ unsentSince: 1 })
      .limit(background.yields() ? leftoversAmongCalls : leftoversAtOnce);
    for await (const row of cursor) {
      rows.push(row);
      bytes += row.payload.length;
      if (bytes > mostHeldBytes / 2) break;
    }
    return rows;
  }

  async function lookForLeftovers(): Promise<void> {
    let turn = 0;
    while (!stopping.signal.aborted) {
      const before = new Date(Date.now() - turn);
      const more = await background
        .run(() => sendLeftovers(before))
        .catch((error: unknown) => {
          if (!isMongoAway(error)) logger.warn({ err: error }, 'The outbox could not be read');
          return false;
        });
      turn = ownersTurnMs;
      if (!more) await delay(pollMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  async function refeed(stream: OutboxStream, since: Date): Promise<number> {
    const client = await nats.connected();
    publisher ??= createEventPublisher(client, logger);
    const { signal } = stopping;
    const published = await refeedRows({ connection, client, publisher, signal }, stream, since);
    if (published > 0)
      logger.warn(
        { published, stream: stream.name },
        'The stream had lost events; they were published again',
      );
    return published;
  }

  /** After every connection: whatever fails of it is tried again, from as early on. */
  async function refeedLost(stream: OutboxStream): Promise<void> {
    let since: Date | undefined;
    while (possibleLosses.delete(stream) && !stopping.signal.aborted) {
      try {
        const from = await possibleLossSince(connection, await nats.connected(), stream);
        since = from && since && since < from ? since : from;
        if (since) await refeed(stream, since);
        since = undefined;
      } catch (error) {
        logger.warn({ err: error, stream: stream.name }, 'Lost events could not be looked for');
        possibleLosses.add(stream);
        await delay(refeedRetryMs, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }

  /** One search at a time for each stream; a connection made during one is followed by another. */
  function lookForLosses(): void {
    for (const stream of outboxStreams) {
      possibleLosses.add(stream);
      if (refeeds.has(stream)) continue;
      refeeds.set(
        stream,
        refeedLost(stream).finally(() => refeeds.delete(stream)),
      );
    }
  }

  return {
    take(rows) {
      // What this process cannot send soon is found again as a leftover.
      if (stopping.signal.aborted) return;
      for (const row of rows) {
        const fits = held.size < mostHeld && heldBytes < mostHeldBytes;
        if (fits && canSend(streamOf(row.subject))) void hold(row);
      }
    },
    start() {
      stopListening = nats.onConnected(lookForLosses);
      round = lookForLeftovers();
    },
    async backlog() {
      const unsent = { unsentSince: { $exists: true } };
      const [depth, oldest] = await Promise.all([
        outbox().countDocuments(unsent, { hint: { unsentSince: 1 } }),
        outbox().findOne(unsent, { sort: { unsentSince: 1 }, projection: { createdAt: 1 } }),
      ]);
      return { depth, oldestAgeSeconds: oldest ? (Date.now() - oldest.createdAt.getTime()) / 1_000 : 0 };
    },
    async refeed(since) {
      const published = await Promise.all(outboxStreams.map((stream) => refeed(stream, since)));
      return published.reduce((sum, count) => sum + count, 0);
    },
    async stop() {
      stopping.abort();
      stopListening();
      await Promise.all([round, ...refeeds.values()]);
      await Promise.all([...held.values()].map((entry) => entry.settled));
      await marker.settled();
    },
  };
}

interface Held {
  readonly bytes: number;
  readonly settled: Promise<void>;
  readonly settle: () => void;
}

function newHeld(bytes: number): Held {
  let settle: () => void = () => undefined;
  const settled = new Promise<void>((resolve) => {
    settle = resolve;
  });
  return { bytes, settled, settle };
}
