/** Begins a CSV file. Spreadsheets take one without it for a file in the alphabet of their country. */
export const byteOrderMark = '\uFEFF';

/** What readers skip or drop before a formula: spaces, control and invisible characters, quotes, another separator. */
const skipped = String.raw`[\s\p{Cc}\p{Cf}'";]`;
/** Spreadsheets take text that begins so for a formula, whatever its language. */
const formula = String.raw`[=+\-@\uFF0B\uFF0D\uFF1D\uFF20]`;
const startsFormula = new RegExp(`^(?:${skipped}*${formula}|'*[\\t\\r\\n])`, 'u');
const beforeFormula = new RegExp(`(?<!${skipped})${skipped}+(?=${formula})`, 'gu');

/**
 * A text as a cell that no spreadsheet runs, whether it separates by `,`, `;` or tabs (OWASP, CSV Injection): where a
 * reader would begin a cell with a formula, at the start or within the text, an apostrophe comes in front.
 */
export function escapeCsvFormula(text: string): string {
  const safe = text.replace(beforeFormula, (run) => run.replace(/[;\t\r\n]/g, "$&'"));
  return startsFormula.test(text) ? `'${safe}` : safe;
}

/** The text of a cell that is read back: without the apostrophes that `escapeCsvFormula` has put into it. */
export function unescapeCsvFormula(cell: string): string {
  const text = cell.replace(beforeFormula, (run) => run.replace(/([;\t\r\n])'/g, '$1'));
  return cell.startsWith("'") && startsFormula.test(cell.slice(1)) ? text.slice(1) : text;
}
