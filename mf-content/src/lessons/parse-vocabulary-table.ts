import type { VocabularyEntry } from '@khmer-learning/khmer-text';
import Papa from 'papaparse';

const khmerScript = /\p{Script=Khmer}/u;
const isKhmer = (text: string | undefined) => text !== undefined && khmerScript.test(text);

/** What people write above their columns. */
const headerCellPattern =
  /^(?:english(?: word)?|word|pronunciation|phonemic|khmer(?: translation)?|translation)$/i;

const maxColumns = 3;

const isHeaderRow = (cells: readonly string[]) =>
  cells.every((cell) => cell === '' || headerCellPattern.test(cell));

/** The cells of a copied table, without names of columns; null when the text is none. */
function parseTable(text: string): string[][] | null {
  const delimiter = text.includes('\t') ? '\t' : ',';
  const { data, errors } = Papa.parse<string[]>(text, { delimiter, skipEmptyLines: 'greedy' });
  if (errors.length > 0) return null;
  const all = data.map((cells) => cells.map((cell) => cell.trim()));
  const rows = all[0] && isHeaderRow(all[0]) ? all.slice(1) : all;
  const width = Math.max(0, ...rows.map((cells) => cells.findLastIndex((cell) => cell !== '') + 1));
  if (width < 2 || width > maxColumns) return null;
  // Sentences have commas too: a table is what ends each line in Khmer.
  const isTable =
    delimiter === '\t' || rows.every((cells) => !isKhmer(cells[0]) && isKhmer(cells[width - 1]));
  return isTable ? rows.map((cells) => cells.slice(0, width)) : null;
}

/**
 * The entries of a text copied from a spreadsheet or a CSV file: English, pronunciation and Khmer, or English and
 * one of the others, told apart by their script. Cells may be quoted; names of columns and brackets around a
 * pronunciation are no content.
 *
 * @returns null when the text is not such a table
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
