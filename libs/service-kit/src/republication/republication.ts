import {
  type EventOwner,
  republicationEvent,
  republicationId,
  republishSubject,
  streamNames,
} from '@khmer-learning/contracts';
import type { FastifyInstance } from 'fastify';
import type { Connection } from 'mongoose';
import { type JetStreamManager, JSONCodec, type Msg, type NatsConnection, type Subscription } from 'nats';
import { pause, untilTick } from '../concurrency/pause.ts';
import type { JobContext, JobRunner } from '../jobs/job-runner.ts';
import { isDuplicateKey, isMongoUnavailable } from '../mongo/mongo-errors.ts';
import { fetchStreamState } from '../nats/stream-completeness.ts';
import { createEventPublisher, isUnpublishable, type RepublishOutcome } from '../outbox/event-publisher.ts';
import type { JobRow, Lease } from '../outbox/lease.ts';
import type { OutboxRow } from '../outbox/outbox-row.ts';
import { transact } from '../outbox/transact.ts';
import type { Service } from '../process/open-service.ts';
import {
  countPresentState,
  type PresentStateSource,
  readPresentState,
  readTombstones,
} from './present-state.ts';

/** Interval for checking whether the stream is still the one that was filled; the database is asked what was filled at each tenth. */
const identityPollMs = 6_000;
const pollsPerRead = 10;
const retryMs = 250;
const requestTimeoutMs = 2_000;
/** Republishing pauses while a running consumer has more unread events than this, so that live events do not queue. */
const maxConsumerBacklog = 500;
const backlogPollMs = 200;
/** A consumer that makes no progress delays each batch by at most this many polls. */
const maxBacklogPolls = 25;
/** Maximum number of subjects in a log line. */
const maxLoggedSubjects = 10;
const collectionName = 'republications';
const rowId = 'present-state';
const codec = JSONCodec<unknown>();

type Outcome = RepublishOutcome | 'failed';
type Counts = Readonly<Record<Outcome, number>>;
const noCounts: Counts = { published: 0, known: 0, superseded: 0, failed: 0 };

/** The progress of a service's republication, and the stream that it has filled. */
interface RepublicationRow extends JobRow {
  isDue: boolean;
  /** Whether entities are left alone that the stream has. */
  onlyMissing: boolean;
  /** The stream that is being filled; null before the first batch. */
  stream: string | null;
  /** The source that is being read, and the last row that was read. */
  source: number;
  after: number | string | null;
  counts: Counts;
  /** The stream that was last filled, and how often that was said. */
  filledStream: string | null;
  version: number;
}

/** What a service answers to the request to republish. */
export interface RepublicationAnswer {
  readonly service: EventOwner;
  /** The number of rows to be read in each collection, roughly. */
  readonly rows: Readonly<Record<string, number>>;
  readonly totalRows: number;
  /** What the republication that it replaces had not finished yet; null when none was running. */
  readonly replaces: Counts | null;
}

const rowsOf = (connection: Connection) => connection.collection<RepublicationRow>(collectionName);

const freshProgress = {
  isDue: true,
  stream: null,
  source: 0,
  after: null,
  counts: noCounts,
  failures: 0,
  // Takes the lease away from a republication that is running.
  holder: null,
  heldUntil: new Date(0),
};

/**
 * Has the present state of a service published again, by any of its instances. A running republication begins anew.
 *
 * @returns how much that will be
 */
export async function requestRepublication(
  { connection, name }: Pick<Service, 'connection'> & { readonly name: EventOwner },
  sources: readonly PresentStateSource[],
): Promise<RepublicationAnswer> {
  const rows = await countPresentState(connection, sources);
  const previous = await rowsOf(connection).findOneAndUpdate(
    { _id: rowId },
    { $set: { ...freshProgress, onlyMissing: false }, $setOnInsert: { filledStream: null, version: 0 } },
    { upsert: true, returnDocument: 'before' },
  );
  const totalRows = Object.values(rows).reduce((sum, count) => sum + count, 0);
  return { service: name, rows, totalRows, replaces: previous?.isDue ? previous.counts : null };
}

/**
 * Publishes what a service owns again: all of it when an operator asks for that on `operator.republish.<service>`, and
 * what is missing when the stream EVENTS is another one than the one that was filled last. At the end it publishes the
 * event `republication`, with which consumers know that the stream is complete.
 *
 * It runs as a background job: one instance at a time, continued by another one after a crash, in batches of at most a
 * hundred rows, and slower than the consumers read. Consumers skip events that they know by their version.
 *
 * @param options.owner the service
 * @param options.sources everything that it publishes, but the tombstones of deleted entities
 */
export function startRepublication(
  app: FastifyInstance,
  service: Service,
  options: {
    readonly owner: EventOwner;
    readonly jobs: Pick<JobRunner, 'register'>;
    readonly sources: readonly PresentStateSource[];
  },
): void {
  const { connection, nats, logger } = service;
  const { owner, jobs, sources } = options;
  const rows = () => rowsOf(connection);
  let subscription: Subscription | undefined;

  /** Publishes one batch. Returns whether all sources have been read. */
  async function publishBatch(
    lease: Lease<RepublicationRow>,
    row: RepublicationRow,
    republish: (row: OutboxRow) => Promise<Outcome>,
  ): Promise<RepublicationRow> {
    const source = sources[row.source];
    const after = row.after ?? undefined;
    const batch = await (source
      ? readPresentState(connection, source, after)
      : readTombstones(connection, after));
    const outcomes = await Promise.all(batch.rows.map(republish));
    const superseded = batch.rows.filter((_row, index) => outcomes[index] === 'superseded');
    if (superseded.length > 0)
      logger.warn(
        {
          count: superseded.length,
          subjects: superseded.slice(0, maxLoggedSubjects).map(({ subject }) => subject),
        },
        'Not republished: the stream has newer versions than the database',
      );
    const counts = { ...row.counts };
    for (const outcome of outcomes) counts[outcome] += 1;
    const place = batch.last === undefined ? { source: row.source + 1, after: null } : { after: batch.last };
    return lease.update({ $set: { ...place, counts } });
  }

  /** Says that the stream is complete. */
  async function finish(
    lease: Lease<RepublicationRow>,
    row: RepublicationRow,
    stream: string,
  ): Promise<void> {
    const version = row.version + 1;
    await transact(service, { actor: null, requestId: null }, async (tx) => {
      await lease.update({ $set: { isDue: false, filledStream: stream, version } }, {}, tx.session);
      tx.emitChanged(republicationEvent(owner), {
        id: republicationId,
        version,
        state: { stream },
        surrogateKeys: [],
      });
    });
    logger.info({ stream, ...row.counts }, 'The stream has the present state of this service');
  }

  async function run(lease: Lease<RepublicationRow>, { signal, runBatch }: JobContext): Promise<void> {
    // An outage must not count as failures of the job.
    while (!nats.isConnected() && !signal.aborted) await pause(retryMs, signal);
    if (signal.aborted) return;
    const client = await nats.whenConnected();
    const manager = await client.jetstreamManager({ checkAPI: false, timeout: requestTimeoutMs });
    const publisher = createEventPublisher(client, logger);
    const { identity: stream } = await fetchStreamState(client);
    let { row } = lease;
    const { onlyMissing } = row;
    if (row.stream !== stream)
      row = await lease.update({ $set: { stream, source: 0, after: null, counts: noCounts } });

    async function republish(outboxRow: OutboxRow): Promise<Outcome> {
      try {
        return await publisher.republish(outboxRow, { onlyMissing });
      } catch (error) {
        if (!isUnpublishable(error)) throw error;
        logger.error({ err: error, subject: outboxRow.subject }, 'Event cannot be republished');
        return 'failed';
      }
    }

    // The last source is that of the tombstones.
    while (row.source <= sources.length) {
      if (!onlyMissing || row.counts.published > 0) await waitForConsumers(manager, signal);
      if (signal.aborted) return;
      row = await runBatch(() => publishBatch(lease, row, republish));
    }
    await runBatch(async () => {
      // Otherwise it starts again, with the new stream.
      if ((await fetchStreamState(client)).identity === stream) await finish(lease, row, stream);
    });
  }

  const wake = jobs.register<RepublicationRow>({
    name: 'republication',
    collection: collectionName,
    // By its id, which has an index.
    dueFilter: () => ({ _id: rowId, isDue: true }) as object,
    run,
  });

  /** The stream that was found to be filled, and how often it was found again. */
  let filled = { stream: '', polls: 0 };

  /** Schedules the republication when the stream was made anew. Returns whether it could be checked. */
  async function checkStream(): Promise<boolean> {
    if (!service.isPrepared() || !nats.isConnected()) return false;
    const { identity: stream } = await fetchStreamState(await nats.whenConnected());
    filled = { stream: filled.stream, polls: filled.polls + 1 };
    if (stream === filled.stream && filled.polls < pollsPerRead) return true;
    const row = await rows().findOne({ _id: rowId });
    if (row?.isDue) return true;
    if (row?.filledStream === stream) {
      filled = { stream, polls: 0 };
      return true;
    }
    const filledStream = row?.filledStream ?? null;
    // Without a row, this service has never filled a stream: a new installation, or the first start of this version.
    logger[filledStream === null ? 'info' : 'warn'](
      { stream, filledStream },
      'This stream may lack events: publishing what is missing',
    );
    // Another instance may do so at the same time; then nothing matches, or the row exists.
    await rows().updateOne(
      { _id: rowId, isDue: { $ne: true }, filledStream: { $ne: stream } },
      { $set: { ...freshProgress, onlyMissing: true }, $setOnInsert: { version: 0 } },
      { upsert: true },
    );
    wake();
    // The outbox has the audit records too.
    await service.relay.republishMissing(new Date(0));
    return true;
  }

  async function pollStream(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const isChecked = await checkStream().catch((error: unknown) => {
        if (!isDuplicateKey(error) && !isMongoUnavailable(error))
          logger.debug({ err: error }, 'Could not check which stream this is');
        return false;
      });
      await (isChecked ? untilTick(identityPollMs, signal) : pause(retryMs, signal));
    }
  }

  async function answer(message: Msg): Promise<void> {
    try {
      const scheduled = await requestRepublication({ connection, name: owner }, sources);
      wake();
      logger.warn({ ...scheduled }, 'An operator has the present state republished');
      message.respond(codec.encode(scheduled));
    } catch (error) {
      logger.error({ err: error }, 'Could not schedule the republication');
      message.respond(codec.encode({ service: owner, error: 'The database does not respond' }));
    }
  }

  function listen(client: NatsConnection): void {
    // After a reconnect, the client subscribes again by itself.
    subscription ??= client.subscribe(republishSubject(owner), {
      queue: owner,
      callback: (_error, message) => void answer(message),
    });
  }

  const stopping = new AbortController();
  let polling: Promise<void> = Promise.resolve();
  let stopListening = () => undefined as unknown;
  app.addHook('onReady', async () => {
    stopListening = nats.onConnected(listen);
    polling = pollStream(stopping.signal);
  });
  app.addHook('onClose', async () => {
    stopping.abort();
    stopListening();
    subscription?.unsubscribe();
    await polling;
  });
}

/** Waits until the running consumers have read most of what is in the stream. */
async function waitForConsumers(manager: JetStreamManager, signal: AbortSignal): Promise<void> {
  for (let poll = 0; poll < maxBacklogPolls && !signal.aborted; poll += 1) {
    let isBehind = false;
    for await (const info of manager.consumers.list(streamNames.events)) {
      // One that nobody reads from has no waiting requests.
      if (info.config.durable_name && info.num_waiting > 0 && info.num_pending > maxConsumerBacklog)
        isBehind = true;
    }
    if (!isBehind) return;
    await pause(backlogPollMs, signal);
  }
}
