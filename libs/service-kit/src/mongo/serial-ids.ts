import type { ClientSession, Connection } from 'mongoose';
import { forbidInUnit } from '../outbox/open-unit.ts';
import { isDuplicateKey } from './mongo-errors.ts';

interface CounterRow {
  _id: string;
  value: number;
}

function counters(connection: Connection) {
  return connection.collection<CounterRow>('counters');
}

/**
 * The next serial id of an entity: 1, 2, 3…
 *
 * Taken outside any transaction, so that two writers never conflict over the counter: a write
 * that fails afterwards leaves a gap. An id is never given out twice.
 *
 * Call it before a transaction, not during one: it may have to wait for a lock that waits for that transaction. In
 * tests it fails there.
 *
 * @param name the entity, such as `lesson`
 */
export async function nextId(connection: Connection, name: string): Promise<number> {
  const [id] = await nextIds(connection, name, 1);
  if (id === undefined) throw new Error(`No id for ${name}`);
  return id;
}

/** `count` ids in a row, lowest first; see `nextId`. */
export async function nextIds(connection: Connection, name: string, count: number): Promise<number[]> {
  if (!Number.isInteger(count) || count < 1) throw new RangeError('count must be a positive integer');
  forbidInUnit(`nextId of ${name}`);
  const first = await take(connection, name, count);
  return Array.from({ length: count }, (_, index) => first + index);
}

/**
 * The next id of an entity that has some, taken by a transaction: until it ends, others wait for theirs. For what is
 * seldom done, and only known to need an id while it is under way.
 */
export async function nextIdWithin(
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

/** Makes the next id of an entity greater than `value`: for data that arrives with its ids (import, seed). */
export async function ensureCounterAtLeast(
  connection: Connection,
  name: string,
  value: number,
): Promise<void> {
  await retryOnDuplicate(() =>
    counters(connection).updateOne(
      { _id: name },
      { $max: { value } },
      { upsert: true, writeConcern: { w: 'majority' } },
    ),
  );
}

/** Takes ids for all who ask while the counter is busy with one step: many writers cost few round trips. */
async function take(connection: Connection, name: string, count: number): Promise<number> {
  const queue = queueOf(connection, name);
  queue.next ??= startNext(connection, name, queue);
  const { next } = queue;
  const offset = next.count;
  next.count += count;
  return (await next.first) + offset;
}

interface NextStep {
  count: number;
  /** The first id of the step. */
  first: Promise<number>;
}

interface CounterQueue {
  running: Promise<unknown>;
  next: NextStep | undefined;
}

const queues = new WeakMap<Connection, Map<string, CounterQueue>>();

function queueOf(connection: Connection, name: string): CounterQueue {
  const ofConnection = queues.get(connection) ?? new Map<string, CounterQueue>();
  queues.set(connection, ofConnection);
  const queue = ofConnection.get(name) ?? { running: Promise.resolve(), next: undefined };
  ofConnection.set(name, queue);
  return queue;
}

function startNext(connection: Connection, name: string, queue: CounterQueue): NextStep {
  const step: NextStep = { count: 0, first: queue.running.then(begin, begin) };
  async function begin(): Promise<number> {
    queue.next = undefined;
    return (await advance(connection, name, step.count)) - step.count + 1;
  }
  queue.running = step.first;
  return step;
}

/** The counter's value after adding `by`. */
async function advance(connection: Connection, name: string, by: number): Promise<number> {
  const row = await retryOnDuplicate(() =>
    counters(connection).findOneAndUpdate(
      { _id: name },
      { $inc: { value: by } },
      { upsert: true, returnDocument: 'after', writeConcern: { w: 'majority' } },
    ),
  );
  if (!row) throw new Error(`Counter ${name} was not stored`);
  return row.value;
}

/** Two first users of a counter may both try to insert it on MongoDB 4.0: the loser tries once more. */
async function retryOnDuplicate<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return work();
  }
}
