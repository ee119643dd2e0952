import type { ClientSession, Connection } from 'mongoose';
import { isDuplicateKey } from '../mongo/mongo-errors.ts';
import { forbidInTransaction } from '../outbox/transact.ts';

interface CounterRow {
  _id: string;
  value: number;
}

function counters(connection: Connection) {
  return connection.collection<CounterRow>('counters');
}

/**
 * Returns the next serial id of an entity: 1, 2, 3… An id is never assigned twice.
 *
 * The id is allocated outside any transaction, so that writers never conflict over the counter; a failed write leaves
 * a gap. Call it before a transaction, not during one, where it may deadlock with that transaction. In tests it
 * throws there.
 *
 * @param name the entity, such as `lesson`
 */
export async function nextId(connection: Connection, name: string): Promise<number> {
  const [id] = await nextIds(connection, name, 1);
  if (id === undefined) throw new Error(`No id for ${name}`);
  return id;
}

/**
 * Returns `count` consecutive ids in ascending order; see `nextId`.
 *
 * @throws RangeError when `count` is not a positive integer
 */
export async function nextIds(connection: Connection, name: string, count: number): Promise<number[]> {
  if (!Number.isInteger(count) || count < 1) throw new RangeError('count must be a positive integer');
  forbidInTransaction(`nextId of ${name}`);
  const first = await allocate(connection, name, count);
  return Array.from({ length: count }, (_, index) => first + index);
}

/**
 * Returns the next id of an entity that already has ids, within a transaction. Other writers wait for the counter
 * until it ends: only for rare operations that learn during the transaction that they need an id.
 */
export async function nextIdInTransaction(
  connection: Connection,
  name: string,
  session: ClientSession,
): Promise<number> {
  const row = await counters(connection).findOneAndUpdate(
    { _id: name },
    { $inc: { value: 1 } },
    { session, returnDocument: 'after' },
  );
  if (!row) throw new Error(`No counter ${name}`);
  return row.value;
}

/** Raises the counter so that the next id is greater than `value`: for data that has its own ids (import, seed). */
export async function ensureCounterAtLeast(
  connection: Connection,
  name: string,
  value: number,
): Promise<void> {
  await retryOnDuplicateKey(() =>
    counters(connection).updateOne(
      { _id: name },
      { $max: { value } },
      { upsert: true, writeConcern: { w: 'majority' } },
    ),
  );
}

/** Combines the requests that arrive while the counter is busy into one update. */
async function allocate(connection: Connection, name: string, count: number): Promise<number> {
  const queue = queueOf(connection, name);
  queue.next ??= startAllocation(connection, name, queue);
  const { next } = queue;
  const offset = next.count;
  next.count += count;
  return (await next.first) + offset;
}

interface PendingAllocation {
  count: number;
  /** First id of the allocated range. */
  first: Promise<number>;
}

interface CounterQueue {
  running: Promise<unknown>;
  next: PendingAllocation | undefined;
}

const queues = new WeakMap<Connection, Map<string, CounterQueue>>();

function queueOf(connection: Connection, name: string): CounterQueue {
  const connectionQueues = queues.get(connection) ?? new Map<string, CounterQueue>();
  queues.set(connection, connectionQueues);
  const queue = connectionQueues.get(name) ?? { running: Promise.resolve(), next: undefined };
  connectionQueues.set(name, queue);
  return queue;
}

function startAllocation(connection: Connection, name: string, queue: CounterQueue): PendingAllocation {
  const allocation: PendingAllocation = { count: 0, first: queue.running.then(begin, begin) };
  async function begin(): Promise<number> {
    queue.next = undefined;
    return (await incrementCounter(connection, name, allocation.count)) - allocation.count + 1;
  }
  queue.running = allocation.first;
  return allocation;
}

/** Adds `by` to the counter and returns its new value. */
async function incrementCounter(connection: Connection, name: string, by: number): Promise<number> {
  const row = await retryOnDuplicateKey(() =>
    counters(connection).findOneAndUpdate(
      { _id: name },
      { $inc: { value: by } },
      { upsert: true, returnDocument: 'after', writeConcern: { w: 'majority' } },
    ),
  );
  if (!row) throw new Error(`Counter ${name} was not stored`);
  return row.value;
}

/** On MongoDB 4.0, two first users of a counter may both try to insert it; one retry is enough. */
async function retryOnDuplicateKey<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return work();
  }
}
