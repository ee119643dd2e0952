import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import type { NatsConnection } from 'nats';
import type { Logger } from 'pino';
import { isMongoAway } from '../mongo/mongo-errors.ts';
import type { NatsLink } from '../nats/connect-nats.ts';
import { isStreamMissing } from '../nats/streams.ts';
import { createEventPublisher, type EventPublisher, isUnpublishable } from './event-publisher.ts';
import { type OutboxRow, outboxOf } from './outbox-row.ts';
import { possibleLossSince, refeedRows } from './refeed.ts';
import { createSentMarker } from './sent-marker.ts';

/** Rows younger than this are left to the process that wrote them. */
const ownersTurnMs = 1_000;
const leftoversAtOnce = 1_000;
/** Most rows held in memory; the rest waits in the database. */
const mostHeld = 5_000;
const mostHeldBytes = 16 * 1024 ** 2;
/** Entities published at the same time. */
const mostLanes = 256;
const shortestPauseMs = 250;
const longestPauseMs = 5_000;
const unpublishableRetryMs = 60_000;

/** Carries events from the outbox to the stream. Every instance of a service runs one. */
export interface OutboxRelay {
  /** Hands over rows that were just committed. Never waits, never throws: what it cannot send now stays stored. */
  take(rows: readonly OutboxRow[]): void;
  /** Looks for leftovers now, and from now on again and again. */
  start(): void;
  /** How many events wait, and for how many seconds the oldest has waited. */
  backlog(): Promise<{ depth: number; oldestAgeSeconds: number }>;
  /**
   * Publishes again what the stream should have but does not: rows sent since `since` whose entity's
   * last version in the stream is older (a JetStream server may lose what it had not synced).
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
  let publisher: EventPublisher | undefined;
  let heldBytes = 0;
  let busyLanes = 0;
  let failures = 0;
  let pausedUntil = 0;
  let round: Promise<void> = Promise.resolve();
  let stopListening = () => undefined as unknown;

  function canSend(): boolean {
    return nats.isConnected() && performance.now() >= pausedUntil;
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
    for (let row = lane.shift(); row; row = lane.shift()) {
      try {
        if (!canSend()) throw new Error('NATS is not reachable');
        publisher ??= createEventPublisher(await nats.connected(), logger);
        marker.mark({ id: row._id, streamSeq: await publisher.publish(row, row._id) });
        failures = 0;
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
    // Many lanes fail over one and the same outage.
    if (performance.now() < pausedUntil) return;
    failures += 1;
    pausedUntil = performance.now() + Math.min(longestPauseMs, shortestPauseMs * 2 ** (failures - 1));
    logger.warn({ err: error, failures }, 'Events wait in the outbox');
    if (isStreamMissing(error)) void nats.ensureStreams();
  }

  /** @returns whether there may be more at once */
  async function sendLeftovers(before: Date): Promise<boolean> {
    if (!canSend()) return false;
    const found = await findLeftovers(before);
    found.sort((first, second) => first.version - second.version);
    await Promise.all(found.map(hold));
    return found.length > 0 && performance.now() >= pausedUntil;
  }

  async function findLeftovers(before: Date): Promise<OutboxRow[]> {
    for (const [id, retryAt] of unpublishable) if (retryAt < performance.now()) unpublishable.delete(id);
    const rows: OutboxRow[] = [];
    let bytes = 0;
    const cursor = outbox()
      .find({ unsentSince: { $lte: before }, _id: { $nin: [...unpublishable.keys()] } })
      .sort({ unsentSince: 1 })
      .hint({ unsentSince: 1 })
      .limit(leftoversAtOnce);
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
      const more = await sendLeftovers(new Date(Date.now() - turn)).catch((error: unknown) => {
        if (!isMongoAway(error)) logger.warn({ err: error }, 'The outbox could not be read');
        return false;
      });
      turn = ownersTurnMs;
      if (!more) await delay(pollMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }

  async function refeed(since: Date): Promise<number> {
    const client = await nats.connected();
    publisher ??= createEventPublisher(client, logger);
    const published = await refeedRows(connection, client, publisher, since);
    if (published > 0) logger.warn({ published }, 'The stream had lost events; they were published again');
    return published;
  }

  async function refeedLost(client: NatsConnection): Promise<void> {
    const since = await possibleLossSince(connection, client);
    if (since) await refeed(since);
  }

  return {
    take(rows) {
      // What this process cannot send soon is found again as a leftover.
      if (stopping.signal.aborted || !canSend()) return;
      for (const row of rows) if (held.size < mostHeld && heldBytes < mostHeldBytes) void hold(row);
    },
    start() {
      stopListening = nats.onConnected((client) => {
        refeedLost(client).catch((error: unknown) =>
          logger.warn({ err: error }, 'Lost events could not be looked for'),
        );
      });
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
    refeed,
    async stop() {
      stopping.abort();
      stopListening();
      await round;
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
