import { setTimeout as delay, setImmediate } from 'node:timers/promises';
import { remoteReleasesBucket } from '@khmer-learning/contracts';
import type { Logger, NatsConnectionManager } from '@khmer-learning/service-kit';
import { type KV, type KvEntry, NatsError, StorageType } from 'nats';
import type { z } from 'zod';
import { parseJson } from '../../http/parse-json.ts';
import {
  type ReleaseState,
  releaseStateSchema,
  type UsesByBuild,
  usesByBuildSchema,
} from './release-state.ts';

const wrongLastSequence = 10_071;
const maxAttempts = 8;
const watchRetryMs = 1_000;
const openTimeoutMs = 5_000;

/** A value and its revision in the bucket. */
export interface Stored<T> {
  readonly value: T;
  readonly revision: number;
}

/** The change is based on another revision than the stored one. */
export class StaleRevisionError extends Error {}

/** The releases of all remotes, shared by all gateways in a NATS key-value bucket. Reads are from memory. */
export type ReleaseStore = ReturnType<typeof createReleaseStore>;

interface Table<T> {
  readonly prefix: string;
  readonly schema: z.ZodType<T>;
  rows: Map<string, Stored<T>>;
}

function table<T>(prefix: string, schema: z.ZodType<T>): Table<T> {
  return { prefix, schema, rows: new Map() };
}

/** Opens the bucket, creates it if necessary, and follows its changes, also after NATS was away or has lost it. */
export function createReleaseStore(options: {
  nats: NatsConnectionManager;
  replicas: number;
  logger: Logger;
}) {
  const { nats, replicas, logger } = options;
  const states = table('releases.', releaseStateSchema);
  const uses = table('uses.', usesByBuildSchema);
  let bucket: KV | undefined;
  let stopWatch = () => {};
  let isLoaded = false;
  let stopped = false;

  function apply<T>({ prefix, schema }: Table<T>, rows: Map<string, Stored<T>>, entry: KvEntry): void {
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
    return connection
      .jetstream()
      .views.kv(remoteReleasesBucket, { history: 1, replicas, storage: StorageType.File });
  }

  /** Stores again what the bucket lacks, because NATS has lost its data, and uses what it has from now on. */
  async function adopt<T>(kv: KV, target: Table<T>, read: Map<string, Stored<T>>): Promise<void> {
    for (const [name, { value }] of target.rows)
      if (!read.has(name)) await kv.create(target.prefix + name, JSON.stringify(value)).catch(ignoreConflict);
    for (const [name, row] of target.rows) if (!read.has(name)) read.set(name, { ...row, revision: 0 });
    target.rows = read;
  }

  /** Follows the bucket until the connection is lost. What is known stays in use until the bucket has been read. */
  async function follow(): Promise<void> {
    stopWatch();
    const kv = await openBucket();
    const readStates: typeof states.rows = new Map();
    const readUses: typeof uses.rows = new Map();
    let initialized = () => {};
    const complete = new Promise<void>((resolve) => {
      initialized = resolve;
    });
    const watch = await kv.watch({ initializedFn: () => initialized() });
    stopWatch = () => watch.stop();
    void (async () => {
      for await (const entry of watch) {
        apply(states, readStates, entry);
        apply(uses, readUses, entry);
      }
    })().catch(followAgain);
    await Promise.race([complete, timeout()]);
    // `complete` may come before the entries that have been received are read from the watch.
    await setImmediate();
    await adopt(kv, states, readStates);
    await adopt(kv, uses, readUses);
    bucket = kv;
    isLoaded = true;
  }

  let isFollowing = false;
  async function followAgain(): Promise<void> {
    if (isFollowing) return;
    isFollowing = true;
    let done = false;
    while (!done && !stopped) {
      try {
        await follow();
        done = true;
      } catch (error) {
        if (stopped) break;
        logger.warn({ err: error }, 'The releases of remotes could not be read');
        await delay(watchRetryMs, undefined, { ref: false });
      }
    }
    isFollowing = false;
  }
  const removeListener = nats.onConnected(() => void followAgain());

  async function write<T>(
    target: Table<T>,
    name: string,
    change: (value: T | undefined) => T | undefined,
    expected?: number,
  ): Promise<Stored<T> | undefined> {
    const kv = bucket;
    if (!kv || !nats.isConnected()) throw new Error('The releases of remotes are not available');
    const key = target.prefix + name;
    for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
      const known =
        attempt === 0 && expected === undefined ? target.rows.get(name) : await read(kv, key, target.schema);
      if (expected !== undefined && known?.revision !== expected) throw new StaleRevisionError();
      const value = change(known?.value);
      if (value === undefined) return known;
      try {
        const text = JSON.stringify(value);
        const revision = known ? await kv.update(key, text, known.revision) : await kv.create(key, text);
        const stored = { value, revision };
        if ((target.rows.get(name)?.revision ?? 0) < revision) target.rows.set(name, stored);
        return stored;
      } catch (error) {
        if (!isConflict(error)) {
          // The bucket may be gone.
          void followAgain();
          throw error;
        }
      }
    }
    throw new StaleRevisionError();
  }

  return {
    /** Whether this process knows what the bucket has. */
    isLoaded: (): boolean => isLoaded,
    find: (remote: string) => states.rows.get(remote),
    all: (): ReadonlyMap<string, Stored<ReleaseState>> => states.rows,
    /** Who has used a remote's releases, by build. */
    uses: (remote: string): UsesByBuild => uses.rows.get(remote)?.value ?? {},
    /**
     * Replaces a remote's state. Repeats `change` when another gateway was faster.
     *
     * @param change gets the stored state; returns undefined to leave it as it is
     * @param expected the revision on which the change is based; without it, any
     * @throws StaleRevisionError, and what `change` throws; any other error when NATS is unavailable
     */
    update: (
      remote: string,
      change: (state: ReleaseState | undefined) => ReleaseState | undefined,
      expected?: number,
    ) => write(states, remote, change, expected),
    /** Replaces the uses of a remote's releases. Repeats `change` when another gateway was faster. */
    async updateUses(remote: string, change: (uses: UsesByBuild) => UsesByBuild): Promise<void> {
      await write(uses, remote, (known = {}) => change(known));
    },
    stop(): void {
      stopped = true;
      removeListener();
      stopWatch();
    },
  };
}

async function timeout(): Promise<never> {
  await delay(openTimeoutMs, undefined, { ref: false });
  throw new Error('The bucket did not answer');
}

async function read<T>(kv: KV, key: string, schema: z.ZodType<T>): Promise<Stored<T> | undefined> {
  const entry = await kv.get(key);
  if (entry?.operation !== 'PUT') return undefined;
  return { value: schema.parse(parseJson(entry.string())), revision: entry.revision };
}

function isConflict(error: unknown): boolean {
  return error instanceof NatsError && error.api_error?.err_code === wrongLastSequence;
}

function ignoreConflict(error: unknown): void {
  if (!isConflict(error)) throw error;
}
