import { escapeCsvFormula } from '@khmer-learning/contracts';
import { stringify } from 'csv-stringify/sync';

/**
 * Rows as lines of a CSV file (RFC 4180), of which no cell is taken for a formula.
 *
 * @param rows texts of any length; `unescapeCsvFormula` gives each back
 */
export function formatCsvRows(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((row) => row.map(escapeCsvFormula)),
    // A line feed alone is quoted too, and a space at an end, which some readers drop.
    { record_delimiter: 'windows', quoted_match: /[\r\n]|^\s|\s$/ },
  );
}
