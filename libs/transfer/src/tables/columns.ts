import { unescapeCsvFormula } from '@khmer-learning/contracts';
import { foldText } from '@khmer-learning/khmer-text';
import type { ReadLine, TableField } from '../imports/importer.ts';

/** A column of a table that is not required, unless `required` says so; see `TableField`. */
export const tableField = <const Name extends string>(
  name: Name,
  label: string,
  aliases: readonly string[],
  example: TableField['example'] = ['', ''],
  required = false,
): TableField<Name> => ({ name, label, aliases, example, required });

/** The column of the reasons in a file of refused lines, which an import ignores. */
export const problemsColumn = 'Problems';

/** The key by which headings are compared: their letters and digits, without case and look-alikes. */
export const columnKey = (name: string): string => foldText(name).replace(/[^\p{L}\p{M}\p{N}]/gu, '');

const problemsKeys = new Set([problemsColumn, 'បញ្ហា'].map(columnKey));

/** Whether a column of this name has the reasons of an earlier check: it is neither imported nor kept. */
export const isOfReasons = (name: string): boolean => problemsKeys.has(columnKey(name));

/** The names of fields by the keys of their headings. */
function fieldsByKey(fields: readonly TableField[]): Map<string, string> {
  const headings = fields.flatMap(({ name, label, aliases }) =>
    [label, name, ...aliases].map((text) => ({ name, text })),
  );
  return new Map(headings.map(({ name, text }) => [columnKey(text), name]));
}

/** How many of these headings are known. */
export function countKnown(names: readonly string[], fields: readonly TableField[]): number {
  const byKey = fieldsByKey(fields);
  return names.filter((name) => byKey.has(columnKey(name))).length;
}

/** The fields chosen for columns, by the position of each field's column. */
export const fieldsByColumn = (columns: readonly unknown[], places: Readonly<Record<string, number>>) =>
  columns.map((_, at) => Object.keys(places).find((field) => places[field] === at) ?? null);

/**
 * Finds the fields of columns, by their names or as chosen. @returns the columns with theirs, null for none; and whether nothing
 * is left to choose: each required field has a column, and each column with a name or texts was recognised or left out
 */
export function recogniseColumns<C extends { readonly name: string; readonly samples: readonly string[] }>(
  columns: readonly C[],
  fields: readonly TableField[],
  chosen?: readonly (string | null)[],
) {
  const byKey = fieldsByKey(fields);
  const free = new Set(fields.map(({ name }) => name));
  const found = columns.map((column, at) => {
    const field = (chosen ? chosen[at] : byKey.get(columnKey(column.name))) ?? '';
    return { ...column, field: free.delete(field) ? field : null };
  });
  const isKnown = found.every(
    ({ name, samples, field }) =>
      chosen !== undefined ||
      field !== null ||
      isOfReasons(name) ||
      (columnKey(name) === '' && samples.length === 0),
  );
  return {
    columns: found,
    isComplete: isKnown && !fields.some(({ name, required }) => required && free.has(name)),
  };
}

/** The texts of a row in columns that are not imported, by position. */
export const otherTexts = (
  cells: readonly string[],
  columns: readonly { readonly name: string; readonly field: string | null }[],
): Record<string, string> =>
  Object.fromEntries(
    cells.flatMap((cell, at) => {
      const { name, field } = columns[at] ?? { name: '', field: null };
      return field !== null || isOfReasons(name) ? [] : [[at, unescapeCsvFormula(cell)]];
    }),
  );

/** Creates the function that reads the values of a row; a field without a column is empty. */
export function rowReader(
  fields: readonly TableField[],
  columns: readonly { readonly field: string | null }[],
): (cells: readonly string[]) => ReadLine['values'] {
  const places = fields.map(({ name }) => [name, columns.findIndex(({ field }) => field === name)] as const);
  return (cells) =>
    Object.fromEntries(places.map(([name, at]) => [name, unescapeCsvFormula(cells[at] ?? '')]));
}
