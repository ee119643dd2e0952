import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import { remoteReleasesBucket } from '@khmer-learning/contracts';
import type { Logger, NatsConnectionManager } from '@khmer-learning/service-kit';
import { type KV, type KvEntry, NatsError, StorageType } from 'nats';
import type { z } from 'zod';
import {
  type CountsByBuild,
  countsByBuildSchema,
  noCounts,
  type ReleaseState,
  releaseStateSchema,
} from './release-state.ts';

const wrongLastSequence = 10_071;
const maxAttempts = 8;
const watchRetryMs = 1_000;

/** A value and its revision in the bucket. */
export interface Stored<T> {
  readonly value: T;
  readonly revision: number;
}

/** The change is based on another revision than the stored one. */
export class StaleRevisionError extends Error {}

/** The releases of all remotes, shared by all gateways in a NATS key-value bucket. Reads are from memory. */
export interface ReleaseStore {
  /** Whether this process knows what the bucket has. */
  isLoaded(): boolean;
  find(remote: string): Stored<ReleaseState> | undefined;
  all(): ReadonlyMap<string, Stored<ReleaseState>>;
  /** Page loads and failures of a remote's releases, by build. */
  counts(remote: string): CountsByBuild;
  /**
   * Replaces a remote's state. Repeats `change` when another gateway was faster.
   *
   * @param change gets the stored state; returns undefined to leave it as it is
   * @param expected the revision on which the change is based; without it, any
   * @throws StaleRevisionError, and what `change` throws; any other error when NATS is unavailable
   */
  update(
    remote: string,
    change: (state: ReleaseState | undefined) => ReleaseState | undefined,
    expected?: number,
  ): Promise<Stored<ReleaseState> | undefined>;
  /** Adds to the counts of a remote's releases; those of builds that `keep` refuses are dropped. */
  addCounts(remote: string, added: CountsByBuild, keep: (build: string) => boolean): Promise<void>;
  stop(): void;
}

interface Table<T> {
  readonly prefix: string;
  readonly schema: z.ZodType<T>;
  readonly rows: Map<string, Stored<T>>;
}

function table<T>(prefix: string, schema: z.ZodType<T>): Table<T> {
  return { prefix, schema, rows: new Map() };
}

/** Opens the bucket, creates it if necessary, and follows its changes, also after NATS was away or has lost it. */
export function createReleaseStore(options: {
  nats: NatsConnectionManager;
  replicas: number;
  logger: Logger;
}): ReleaseStore {
  const { nats, replicas, logger } = options;
  const states = table('releases.', releaseStateSchema);
  const counts = table('counts.', countsByBuildSchema);
  const tables = [states, counts];
  let bucket: KV | undefined;
  let stopWatch = () => {};
  let isLoaded = false;
  let stopped = false;

  function apply<T>({ prefix, schema, rows }: Table<T>, entry: KvEntry): void {
    if (!entry.key.startsWith(prefix)) return;
    const name = entry.key.slice(prefix.length);
    if (entry.operation !== 'PUT') {
      rows.delete(name);
      return;
    }
    const known = rows.get(name);
    if (known && known.revision >= entry.revision) return;
    const { data, error } = schema.safeParse(parseJson(entry.string()));
    // A gateway of a later version may have written it.
    if (data === undefined) logger.warn({ err: error, key: entry.key }, 'Unreadable releases ignored');
    else rows.set(name, { value: data, revision: entry.revision });
  }

  async function openBucket(): Promise<KV> {
    const connection = await nats.whenConnected();
    const kv = await connection
      .jetstream()
      .views.kv(remoteReleasesBucket, { history: 1, replicas, storage: StorageType.File });
    const { streamInfo } = await kv.status();
    if (streamInfo.config.num_replicas < replicas) {
      const manager = await connection.jetstreamManager();
      await manager.streams.update(streamInfo.config.name, { ...streamInfo.config, num_replicas: replicas });
    }
    return kv;
  }

  /** Follows the bucket until the connection is lost. What it lacks, because NATS has lost its data, is stored again. */
  async function follow(): Promise<void> {
    stopWatch();
    const kv = await openBucket();
    const former = tables.map(({ rows }) => new Map(rows));
    for (const { rows } of tables) rows.clear();
    let initialized = () => {};
    const complete = new Promise<void>((resolve) => {
      initialized = resolve;
    });
    const watch = await kv.watch({ initializedFn: () => initialized() });
    stopWatch = () => watch.stop();
    void (async () => {
      for await (const entry of watch) {
        apply(states, entry);
        apply(counts, entry);
      }
    })().catch(followAgain);
    await complete;
    // `complete` may come before the entries that have been received are read from the watch.
    await setImmediate();
    for (const [index, { prefix, rows }] of tables.entries())
      for (const [name, { value }] of former[index] ?? [])
        if (!rows.has(name)) await kv.create(prefix + name, JSON.stringify(value)).catch(ignoreConflict);
    bucket = kv;
    isLoaded = true;
  }

  let following: Promise<void> | undefined;
  function followAgain(): void {
    following ??= (async () => {
      while (!stopped) {
        try {
          await follow();
          return;
        } catch (error) {
          if (stopped) return;
          logger.warn({ err: error }, 'The releases of remotes could not be read');
          await delay(watchRetryMs, undefined, { ref: false });
        }
      }
    })().finally(() => {
      following = undefined;
    });
  }
  const removeListener = nats.onConnected(followAgain);

  async function write<T>(
    { prefix, schema, rows }: Table<T>,
    name: string,
    change: (value: T | undefined) => T | undefined,
    expected?: number,
  ): Promise<Stored<T> | undefined> {
    const kv = bucket;
    if (!kv || !nats.isConnected()) throw new Error('The releases of remotes are not available');
    const key = prefix + name;
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const known = attempt === 0 && expected === undefined ? rows.get(name) : await read(kv, key, schema);
      if (expected !== undefined && known?.revision !== expected) throw new StaleRevisionError();
      const value = change(known?.value);
      if (value === undefined) return known;
      try {
        const text = JSON.stringify(value);
        const revision = known ? await kv.update(key, text, known.revision) : await kv.create(key, text);
        const stored = { value, revision };
        if ((rows.get(name)?.revision ?? 0) < revision) rows.set(name, stored);
        return stored;
      } catch (error) {
        if (!isConflict(error)) {
          // The bucket may be gone.
          followAgain();
          throw error;
        }
      }
    }
    throw new StaleRevisionError();
  }

  return {
    isLoaded: () => isLoaded,
    find: (remote) => states.rows.get(remote),
    all: () => states.rows,
    counts: (remote) => counts.rows.get(remote)?.value ?? {},
    update: (remote, change, expected) => write(states, remote, change, expected),
    async addCounts(remote, added, keep) {
      await write(counts, remote, (known = {}) => {
        const builds = [...new Set([...Object.keys(known), ...Object.keys(added)])].filter(keep);
        return Object.fromEntries(
          builds.map((build) => [build, sum(known[build] ?? noCounts, added[build] ?? noCounts)]),
        );
      });
    },
    stop() {
      stopped = true;
      removeListener();
      stopWatch();
    },
  };
}

async function read<T>(kv: KV, key: string, schema: z.ZodType<T>): Promise<Stored<T> | undefined> {
  const entry = await kv.get(key);
  if (entry?.operation !== 'PUT') return undefined;
  return { value: schema.parse(parseJson(entry.string())), revision: entry.revision };
}

function sum(one: CountsByBuild[string], other: CountsByBuild[string]): CountsByBuild[string] {
  return {
    pageLoads: one.pageLoads + other.pageLoads,
    failedPageLoads: one.failedPageLoads + other.failedPageLoads,
  };
}

function isConflict(error: unknown): boolean {
  return error instanceof NatsError && error.api_error?.err_code === wrongLastSequence;
}

function ignoreConflict(error: unknown): void {
  if (!isConflict(error)) throw error;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
