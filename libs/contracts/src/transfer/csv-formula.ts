/** Starts a CSV file. Without it, spreadsheets assume the country's legacy encoding instead of UTF-8. */
export const byteOrderMark = '\uFEFF';

/**
 * Characters that spreadsheets skip before a formula: spaces, control and invisible characters, quotes, other
 * separators.
 */
const skipped = String.raw`[\s\p{Cc}\p{Cf}'";]`;
/** Characters that start a formula in a spreadsheet of any language. */
const formula = String.raw`[=+\-@\uFF0B\uFF0D\uFF1D\uFF20]`;
const startsFormula = new RegExp(`^(?:${skipped}*${formula}|'*[\\t\\r\\n])`, 'u');
const beforeFormula = new RegExp(`(?<!${skipped})${skipped}+(?=${formula})`, 'gu');

/**
 * Escapes text so that no spreadsheet evaluates it as a formula, with `,`, `;` or tab as separator (OWASP, CSV
 * Injection). Adds an apostrophe wherever a spreadsheet could start a cell with a formula, at the beginning or within
 * the text.
 */
export function escapeCsvFormula(text: string): string {
  const safe = text.replace(beforeFormula, (run) => run.replace(/[;\t\r\n]/g, "$&'"));
  return startsFormula.test(text) ? `'${safe}` : safe;
}

/** Reverses `escapeCsvFormula`: removes the apostrophes that it added. */
export function unescapeCsvFormula(cell: string): string {
  const text = cell.replace(beforeFormula, (run) => run.replace(/([;\t\r\n])'/g, '$1'));
  return cell.startsWith("'") && startsFormula.test(cell.slice(1)) ? text.slice(1) : text;
}
