import type { Connection } from 'mongoose';
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
  const last = await advance(connection, name, count);
  return Array.from({ length: count }, (_, index) => last - count + 1 + index);
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
