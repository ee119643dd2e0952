import { stringify } from 'csv-stringify/sync';

/** The columns of a file of vocabulary, in order. */
export const vocabularyColumns = [
  'Lesson ID',
  'Main lesson',
  'Lesson',
  'Section',
  'English',
  'Pronunciation',
  'Khmer',
  'Other text',
] as const;
export type VocabularyColumn = (typeof vocabularyColumns)[number];

/** Spreadsheets take text that begins so for a formula, whatever its language. */
const startsFormula = /^'*[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]/;

/** A text as a cell that no spreadsheet runs: one that would be a formula gets an apostrophe in front. */
function safeCell(text: string): string {
  return startsFormula.test(text) ? `'${text}` : text;
}

/** The text of a cell: without the apostrophe that `safeCell` gave it. */
export function cellText(cell: string): string {
  return cell.startsWith("'") && startsFormula.test(cell) ? cell.slice(1) : cell;
}

/** Rows as lines of a CSV file (RFC 4180). */
export function csvLines(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((row) => row.map(safeCell)),
    // A line feed alone is quoted too, and a space at an end, which some readers drop.
    { record_delimiter: 'windows', quoted_match: /[\r\n]|^\s|\s$/ },
  );
}
