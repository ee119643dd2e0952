import { inBatches } from '@khmer-learning/service-kit';
import { z } from 'zod';
import { ImportFileError, type JsonItem, type ReadLine } from './importer.ts';
import { isSameMoment } from './is-same-moment.ts';

/** The value of a key, created when it is asked for first. */
export function getOrSet<K, V>(cache: Map<K, V>, key: K, create: () => V): V {
  const cached = cache.get(key) ?? create();
  cache.set(key, cached);
  return cached;
}

/**
 * Groups rows that may be apart: each group comes with its last row. The file is read twice, with the same keys.
 * @param limit how many rows may wait for others @throws ImportFileError with the problem of a file with more
 */
export async function* groupRows<Row extends ReadLine>(
  rows: () => AsyncIterable<Row>,
  keyOf: (row: Row) => Promise<string>,
  limit: { readonly rows: number; readonly problem: string },
): AsyncGenerator<{ readonly key: string; readonly rows: readonly Row[] }> {
  const lastLine = new Map<string, number>();
  for await (const row of rows()) lastLine.set(await keyOf(row), row.line);
  const pending = new Map<string, Row[]>();
  let count = 0;
  for await (const row of rows()) {
    const key = await keyOf(row);
    const own = getOrSet(pending, key, () => []);
    own.push(row);
    count += 1;
    if (count > limit.rows) throw new ImportFileError(limit.problem);
    if (lastLine.get(key) !== row.line) continue;
    pending.delete(key);
    count -= own.length;
    yield { key, rows: own };
  }
}

/** What identifies the stored item of one in a file: id and time of creation must both match. */
const identitySchema = z.object({ id: z.number().int().positive(), createdAt: z.string() });

/** An item of a file, the stored one that it is, and why it is refused already. */
export interface MatchedItem<Row> {
  readonly item: JsonItem;
  /** Its id in the file; undefined when it has none. */
  readonly id: number | undefined;
  readonly current: Row | undefined;
  readonly refusals: string[];
}

/** Items that are compared with the stored ones in one query. */
export const comparedItems = 50;

/** Creates the function that finds the stored items of those in a file. An item is refused if an earlier one has its id. */
export function createMatcher<Row extends { readonly createdAt: Date }>() {
  const seenIds = new Set<number>();
  return async (
    items: readonly JsonItem[],
    readById: (ids: readonly number[]) => Promise<ReadonlyMap<number, Row>>,
  ): Promise<MatchedItem<Row>[]> => {
    const identities = items.map(({ value }) => identitySchema.safeParse(value).data);
    const stored = await readById(identities.flatMap((identity) => identity?.id ?? []));
    return items.map((item, at) => {
      const id = identitySchema.shape.id.safeParse(Object(item.value).id).data;
      const isRepeated = id !== undefined && seenIds.has(id);
      if (id !== undefined) seenIds.add(id);
      const identity = identities[at];
      const same = identity && stored.get(identity.id);
      const current = same && isSameMoment(identity.createdAt, same.createdAt) ? same : undefined;
      const refusals = isRepeated ? [`ID ${id} appears more than once in the file`] : [];
      return { item, id, current, refusals };
    });
  };
}

/** Finds the stored items of those in a file, in batches. */
export async function* matchStored<Row extends { readonly createdAt: Date }>(
  items: AsyncIterable<JsonItem>,
  readById: (ids: readonly number[]) => Promise<ReadonlyMap<number, Row>>,
): AsyncGenerator<MatchedItem<Row>[]> {
  const match = createMatcher<Row>();
  for await (const batch of inBatches(items, comparedItems)) yield await match(batch, readById);
}
