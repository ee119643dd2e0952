import { stringify } from 'csv-stringify/sync';

/** Begins a CSV file. Spreadsheets take one without it for a file in the alphabet of their country. */
export const byteOrderMark = '\uFEFF';

/** Spreadsheets take text that begins so for a formula, whatever its language. */
const startsFormula = /^['\s]*[=+\-@\t\r\n\uFF0B\uFF0D\uFF1D\uFF20]/;

/** A text as a cell that no spreadsheet runs: one that would be a formula gets an apostrophe in front. */
function safeCell(text: string): string {
  return startsFormula.test(text) ? `'${text}` : text;
}

/** The text of a cell that is read back: without the apostrophe that `csvLines` has put in front of it. */
export function cellText(cell: string): string {
  return cell.startsWith("'") && startsFormula.test(cell) ? cell.slice(1) : cell;
}

/** Rows as lines of a CSV file (RFC 4180), of which no cell is taken for a formula. */
export function csvLines(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((row) => row.map(safeCell)),
    // A line feed alone is quoted too, and a space at an end, which some readers drop.
    { record_delimiter: 'windows', quoted_match: /[\r\n]|^\s|\s$/ },
  );
}
