import type { VocabularyEntry } from '@khmer-learning/khmer-text';
import Papa from 'papaparse';

const khmerScript = /\p{Script=Khmer}/u;
const isKhmer = (text: string | undefined) => text !== undefined && khmerScript.test(text);

/** Recognised column headers. */
const headerCellPattern =
  /^(?:english(?: word)?|word|pronunciation|phonemic|khmer(?: translation)?|translation)$/i;

const maxColumns = 3;

const isHeaderRow = (cells: readonly string[]) =>
  cells.every((cell) => cell === '' || headerCellPattern.test(cell));

/** The cells of a copied table without its header row; null if the text is not a table. */
function parseTable(text: string): string[][] | null {
  const delimiter = text.includes('\t') ? '\t' : ',';
  const { data, errors } = Papa.parse<string[]>(text, { delimiter, skipEmptyLines: 'greedy' });
  if (errors.length > 0) return null;
  const all = data.map((cells) => cells.map((cell) => cell.trim()));
  const rows = all[0] && isHeaderRow(all[0]) ? all.slice(1) : all;
  const width = Math.max(0, ...rows.map((cells) => cells.findLastIndex((cell) => cell !== '') + 1));
  if (width < 2 || width > maxColumns) return null;
  // Sentences contain commas too, so a comma-separated text is a table only if each line ends with a Khmer cell.
  const isTable =
    delimiter === '\t' || rows.every((cells) => !isKhmer(cells[0]) && isKhmer(cells[width - 1]));
  return isTable ? rows.map((cells) => cells.slice(0, width)) : null;
}

/**
 * Parses entries copied from a spreadsheet or a CSV file. The columns are English, pronunciation and Khmer, or English
 * and one of the other two, which are distinguished by their script. Cells may be quoted. Column headers and brackets
 * around a pronunciation are removed.
 *
 * @returns null if the text is not such a table
 */
export function parseVocabularyTable(text: string): VocabularyEntry[] | null {
  const table = parseTable(text);
  if (table === null) return null;
  const hasThree = table.some((cells) => cells.length === maxColumns);
  const secondIsKhmer = table.some((cells) => isKhmer(cells[1]));
  return table.map(([english = '', second = '', third = '']) => {
    const hasPronunciation = hasThree || !secondIsKhmer;
    return {
      english,
      phonemic: hasPronunciation ? second.replace(/^\[(.*)\]$/s, '$1') : '',
      khmer: hasPronunciation ? third : second,
    };
  });
}
