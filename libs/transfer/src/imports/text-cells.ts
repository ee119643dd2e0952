import type { CheckedCell } from './importer.ts';

/**
 * The cells of an item of a JSON file: its fields that are single texts. The others are corrected in a file.
 *
 * @param fields the fields of the item; missing ones are empty texts
 * @param labels the labels of the fields that can be cells, by name
 * @param problems why fields are refused, by name; only these can be edited
 */
export function textCells(
  fields: object,
  labels: Readonly<Record<string, string>>,
  problems: ReadonlyMap<string, readonly string[]>,
): CheckedCell[] {
  const values = new Map<string, unknown>(Object.entries(fields));
  return Object.entries(labels).flatMap(([name, label]) => {
    const value = values.get(name) ?? '';
    if (typeof value === 'object') return [];
    const found = problems.get(name) ?? [];
    return { name, label, value: String(value), editable: found.length > 0, problems: [...found] };
  });
}
