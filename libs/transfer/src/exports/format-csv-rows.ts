import { escapeCsvFormula } from '@khmer-learning/contracts';
import { stringify } from 'csv-stringify/sync';

/**
 * Formats rows as CSV lines (RFC 4180), with formulas escaped.
 *
 * @param rows cells of any length; `unescapeCsvFormula` restores each
 */
export function formatCsvRows(rows: readonly (readonly string[])[]): string {
  return stringify(
    rows.map((row) => row.map(escapeCsvFormula)),
    // Also quotes a lone line feed, and leading or trailing spaces, which some readers drop.
    { record_delimiter: 'windows', quoted_match: /[\r\n]|^\s|\s$/ },
  );
}
