import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Connection, type Model, Schema } from 'mongoose';
import { type BatchItemResult, createBatcher } from '../concurrency/concurrency.ts';
import { serviceUnavailable } from '../errors/api-error.ts';
import { isDuplicateKey } from '../mongo/mongo-errors.ts';

/** One entry of a log: the state of `key` and when it last changed. */
interface LogEntry<S> {
  readonly key: string;
  /** The sequence of the log at which the entry changed last. */
  readonly sequence: number;
  /** null: removed (a tombstone). */
  readonly state: S | null;
}

/** The states of a set of entries, and in which order they changed. */
interface ChangeLog<S> {
  /** The id of the set. */
  readonly _id: number;
  /** Random. A new log does not accept the versions of an earlier log of the same set. */
  readonly epoch: string;
  /** Number of times that a change was recorded. */
  readonly sequence: number;
  /** Tombstones up to this sequence may have been dropped. */
  readonly forgotten: number;
  readonly entries: readonly LogEntry<S>[];
  readonly expiresAt: Date;
}

/** Answers what changed in sets of entries since a version. */
export type ChangeLogs<S extends object> = ReturnType<typeof createChangeLogs<S>>;

/** A log without changes is dropped after this time. Versions of it then count as unknown. */
const retentionMs = 90 * 24 * 60 * 60 * 1_000;
/** Tombstones kept per log; versions older than the newest dropped one are too old. */
const maxTombstones = 1_000;
/** Attempts to record a change while other processes record one, too. */
const maxAttempts = 5;

const schema = new Schema<ChangeLog<object>>(
  {
    _id: Number,
    epoch: String,
    sequence: Number,
    forgotten: Number,
    entries: [Schema.Types.Mixed],
    expiresAt: Date,
  },
  { versionKey: false },
).index({ expiresAt: 1 }, { expireAfterSeconds: 0 });

/** The model of a collection of change logs on a connection; registers it on first use. */
export function changeLogsOf(connection: Connection, collection: string): Model<ChangeLog<object>> {
  return connection.models[collection] ?? connection.model(collection, schema, collection);
}

/**
 * Creates the change logs of a collection, one document per set. A document is written only when its set has changed,
 * and its size depends on the set and not on the number of changes or calls.
 *
 * @param readSet reads the current entries of a set, by key
 */
export function createChangeLogs<S extends object>(
  connection: Connection,
  collection: string,
  readSet: (setId: number) => Promise<ReadonlyMap<string, S>>,
) {
  const logs = changeLogsOf(connection, collection) as unknown as Model<ChangeLog<S>>;

  /** Stores a log unless another process has stored one since `stored` was read. */
  async function store(stored: ChangeLog<S> | null, next: ChangeLog<S>): Promise<boolean> {
    if (stored) {
      const { epoch, sequence } = stored;
      const { matchedCount } = await logs.replaceOne({ _id: next._id, epoch, sequence }, next);
      return matchedCount === 1;
    }
    try {
      await logs.insertMany([next]);
      return true;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  async function update(setId: number): Promise<ChangeLog<S>> {
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      // In this order: what is recorded is never older than what it replaces.
      const stored = await logs.findById(setId).lean<ChangeLog<S> | null>();
      const next = advance(stored ?? emptyLog<S>(setId), await readSet(setId));
      if (next === stored || (await store(stored, next))) return next;
    }
    throw serviceUnavailable();
  }

  const updateTogether = createBatcher<number, ChangeLog<S>>(
    async (setIds) => {
      const results = new Map<number, BatchItemResult<ChangeLog<S>>>();
      for (const setId of new Set(setIds))
        results.set(
          setId,
          await update(setId).then(
            (value) => ({ value }),
            (error: unknown) => ({ error }),
          ),
        );
      return setIds.map((setId) => results.get(setId) ?? { error: serviceUnavailable() });
    },
    { concurrency: 2, maxItems: 20 },
  );

  return {
    /**
     * Reads the set, records what changed since it was last read, and returns the changes since `version`.
     * Concurrent calls share one read, which never started before the call.
     *
     * @throws the errors of reading the set; ApiError 503 when other processes keep recording changes at the same time
     */
    async changesSince(setId: number, version: string | null) {
      return changesOf(await updateTogether(setId), version);
    },
  };
}

function emptyLog<S>(setId: number): ChangeLog<S> {
  const epoch = randomBytes(8).toString('hex');
  return { _id: setId, epoch, sequence: 0, forgotten: 0, entries: [], expiresAt: new Date(0) };
}

/** The log with the differences between its entries and the current ones; the same log when there are none. */
function advance<S>(log: ChangeLog<S>, current: ReadonlyMap<string, S>): ChangeLog<S> {
  const sequence = log.sequence + 1;
  const known = new Map(log.entries.map((entry) => [entry.key, entry]));
  const entries = [...current].map(([key, state]): LogEntry<S> => {
    const entry = known.get(key);
    return entry && isDeepStrictEqual(entry.state, state) ? entry : { key, sequence, state };
  });
  const tombstones = log.entries
    .filter(({ key }) => !current.has(key))
    .map((entry): LogEntry<S> => (entry.state === null ? entry : { key: entry.key, sequence, state: null }))
    .sort((one, other) => other.sequence - one.sequence);
  const isNew = log.sequence === 0;
  if (!isNew && ![...entries, ...tombstones].some((entry) => entry.sequence === sequence)) return log;
  return {
    ...log,
    sequence,
    forgotten: Math.max(log.forgotten, tombstones[maxTombstones]?.sequence ?? 0),
    entries: [...entries, ...tombstones.slice(0, maxTombstones)],
    expiresAt: new Date(Date.now() + retentionMs),
  };
}

/** The changes of a log since a version, which has the form `<epoch>.<sequence>`. */
function changesOf<S>(log: ChangeLog<S>, version: string | null) {
  const [epoch, text = ''] = version?.split('.') ?? [];
  const since = epoch === log.epoch && /^\d{1,15}$/.test(text) ? Number(text) : -1;
  const full = since < Math.max(log.forgotten, 1) || since > log.sequence;
  const later = full ? log.entries : log.entries.filter(({ sequence }) => sequence > since);
  return {
    /** The current version, for the next call. It identifies a state of the set and is not a time. */
    version: `${log.epoch}.${log.sequence}`,
    /** Whether `changed` is the whole set, because the version was not given, is unknown or too old. */
    full,
    changed: later.flatMap(({ state }) => (state === null ? [] : [state])),
    /** The keys of the entries that were removed; empty when `full`. */
    removed: full ? [] : later.flatMap(({ key, state }) => (state === null ? [key] : [])),
  };
}
