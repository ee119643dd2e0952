import { setImmediate } from 'node:timers/promises';
import type { MatchedItem } from '@khmer-learning/contracts';
import { findMatchLine } from '@khmer-learning/khmer-text';
import type { Model } from 'mongoose';

/** UTF-16 code units of contents that one call looks at, and of one item: a line further down is not shown. */
const maxLength = 400_000;
const maxItemLength = 100_000;
/** Items in memory at once. */
const batchSize = 4;

interface Titled {
  readonly _id: number;
  readonly title: string;
  readonly description: string;
}

/**
 * Reads the lines by which a search finds items.
 *
 * @param fields of the contents, which `textsOf` needs
 * @returns in the order of their ids; without items of which title and description have all words of the search
 */
export async function readMatchLines<Row extends Titled>(
  model: Model<Row>,
  { ids, search }: { readonly ids: readonly number[]; readonly search: string },
  fields: readonly (keyof Row & string)[],
  textsOf: (row: Row) => readonly string[],
): Promise<{ data: MatchedItem[] }> {
  const projection = Object.fromEntries(['title', 'description', ...fields].map((field) => [field, 1]));
  const rows = model.db
    .collection<{ _id: number }>(model.collection.collectionName)
    .find<Row>({ _id: { $in: [...ids] } }, { projection, sort: { _id: -1 }, hint: { _id: 1 }, batchSize });
  const data: MatchedItem[] = [];
  let length = 0;
  for await (const row of rows) {
    const titles = `${row.title} ${row.description}`.replaceAll('\n', ' ');
    if (findMatchLine([titles], search)?.isWhole) continue;
    const texts = cutTexts(textsOf(row), Math.min(maxItemLength, maxLength - length));
    length += texts.reduce((sum, text) => sum + text.length, 0);
    const found = findMatchLine(texts, search);
    if (found) data.push({ id: row._id, text: found.text, places: [...found.places] });
    // Long contents take milliseconds: other calls go on meanwhile.
    await setImmediate();
  }
  return { data };
}

/** The first texts, up to a number of UTF-16 code units. */
function cutTexts(texts: readonly string[], most: number): string[] {
  let left = most;
  return texts.flatMap((text) => {
    const part = text.slice(0, Math.max(0, left));
    left -= part.length;
    return part === '' ? [] : [part];
  });
}
