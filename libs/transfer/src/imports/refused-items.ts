import type { RefusedLine } from './importer.ts';

/**
 * The items of a JSON file of refused lines, with their reasons as `problems`, which an import ignores. Every item gets a
 * title: `streamJsonValues` rejects a list whose first item has none.
 */
export async function* refusedItems(lines: AsyncIterable<RefusedLine>): AsyncGenerator<object> {
  for await (const { source, reasons } of lines) {
    const item = typeof source === 'object' && !Array.isArray(source) ? source : { value: source };
    yield { title: '', ...item, ...(reasons.length > 0 ? { problems: reasons } : {}) };
  }
}
