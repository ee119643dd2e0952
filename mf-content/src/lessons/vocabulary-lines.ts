import type { RecordableRow } from '@khmer-learning/console-kit';
import {
  isBlank,
  normaliseKhmer,
  parseVocabulary,
  serialiseVocabulary,
  trimInvisible,
  type VocabularyEntry,
  vocabularyLines,
} from '@khmer-learning/khmer-text';
import { containsKhmer } from '@khmer-learning/ui-kit';

import Papa from 'papaparse';

/** A row of the editor. `key` is the React key and is not part of the content. */
export interface EntryLine extends VocabularyEntry {
  readonly kind: 'entry';
  readonly key: string;
}

/** A line that is not in vocabulary format. It keeps its position among the rows. */
export interface UnparsedLine {
  readonly kind: 'stray';
  readonly key: string;
  readonly text: string;
}

export type VocabularyLine = EntryLine | UnparsedLine;

export const entryFields = ['english', 'phonemic', 'khmer'] as const;
export type EntryField = (typeof entryFields)[number];

let lastKey = 0;
function createKey(): string {
  lastKey += 1;
  return `line-${lastKey}`;
}

export function emptyEntry(): EntryLine {
  return { kind: 'entry', key: createKey(), english: '', phonemic: '', khmer: '' };
}

const parseText = (text: string): VocabularyLine[] =>
  vocabularyLines(parseVocabulary(text)).map((line) =>
    'text' in line
      ? { kind: 'stray', key: createKey(), text: line.text }
      : { kind: 'entry', key: createKey(), ...line },
  );

/** Parses a section's text into lines. The result always contains at least one row. */
export function parseLines(text: string): VocabularyLine[] {
  const lines = parseText(text);
  return lines.some((line) => line.kind === 'entry') ? lines : [...lines, emptyEntry()];
}

/** Caches a computed value per row. Rows are immutable, so the cached value stays valid. */
function memoizeByEntry<Value>(compute: (entry: EntryLine) => Value): (entry: EntryLine) => Value {
  const cache = new WeakMap<EntryLine, { value: Value }>();
  return (entry) => {
    const { value } = cache.get(entry) ?? { value: compute(entry) };
    cache.set(entry, { value });
    return value;
  };
}

const serialiseEntry = memoizeByEntry((entry) => serialiseVocabulary({ rows: [entry], unparsedLines: [] }));

/** The line by which comments know a row: the stored one, until the row is saved again; undefined for an incomplete row. */
export const commentedLine = (entry: EntryLine): string | undefined =>
  entry.source ?? (missingFields(entry).length === 0 ? serialiseEntry(entry) : undefined);

/** Serialises lines to the section's text. Unparsed lines are unchanged and empty rows are omitted. */
export function serialiseLines(lines: readonly VocabularyLine[]): string {
  return lines
    .map((line) => (line.kind === 'entry' ? serialiseEntry(line) : line.text))
    .filter((text) => text !== '')
    .join('\n');
}

export const toRecordableRow = memoizeByEntry(
  ({ key, english, phonemic, khmer }): RecordableRow => ({
    id: key,
    texts: { en: english, km: khmer },
    phonemic,
  }),
);

/** The rows of a section's text that can be recorded. Their ids are those of this call only. */
export const parseRecordableRows = (text: string): RecordableRow[] =>
  parseVocabulary(text).rows.map(({ english, phonemic, khmer }, index) => ({
    id: String(index),
    texts: { en: english, km: khmer },
    phonemic,
  }));

/** Whether a pasted text has several lines or table cells, and so does not fit into one cell. */
export function spansMultipleCells(text: string): boolean {
  return text.trim().includes('\n') || parseVocabularyTable(text) !== null;
}

function parsePastedText(text: string): VocabularyLine[] {
  const cells = parseVocabulary(text).rows.length === 0 ? parseVocabularyTable(text) : null;
  if (cells === null) return parseText(text);
  return cells.map((entry) => ({ kind: 'entry', key: createKey(), ...entry }));
}

/** Inserts a pasted text after the row with this key, or in place of it if it is empty. @returns all lines, and the pasted ones */
export function insertPastedLines(
  lines: readonly VocabularyLine[],
  key: string,
  text: string,
): { lines: readonly VocabularyLine[]; pasted: readonly VocabularyLine[] } {
  const pasted = parsePastedText(text);
  if (pasted.length === 0) return { lines, pasted };
  const next = lines.flatMap((line) => {
    if (line.key !== key) return [line];
    const keep = line.kind === 'stray' || missingFields(line).length < entryFields.length;
    return keep ? [line, ...pasted] : pasted;
  });
  return { lines: next, pasted };
}

const normalisedEnglish = memoizeByEntry(({ english }) => trimInvisible(normaliseKhmer(english)));

/** Rows with the same English word but for case and invisible characters: by key, the number from 1 of the first other one. */
export function findDuplicateWords(entries: readonly EntryLine[]): ReadonlyMap<string, number> {
  const firstIndexes = new Map<string, number>();
  const duplicates = new Map<string, number>();
  entries.forEach((entry, index) => {
    const word = normalisedEnglish(entry);
    if (word === '') return;
    const first = firstIndexes.get(word);
    if (first === undefined) {
      firstIndexes.set(word, index);
      return;
    }
    duplicates.set(entry.key, first + 1);
    const firstKey = entries[first]?.key;
    if (firstKey !== undefined && !duplicates.has(firstKey)) duplicates.set(firstKey, index + 1);
  });
  return duplicates;
}

export function missingFields(entry: VocabularyEntry): EntryField[] {
  return entryFields.filter((field) => isBlank(entry[field]));
}

/** Converts an unparsed line to complete: the pronunciation is in brackets, the first Khmer letter begins the Khmer. */
export function convertToEntry({ key, text }: UnparsedLine): EntryLine {
  const khmerStart = text.search(/\p{Script=Khmer}/u);
  const latin = khmerStart < 0 ? text : text.slice(0, khmerStart);
  const khmer = khmerStart < 0 ? '' : text.slice(khmerStart);
  const [, english = '', phonemic = ''] = /^(.*?)\s*(?:\[([^\]]*)\])?\s*:?\s*$/s.exec(latin) ?? [];
  return { kind: 'entry', key, english: english.trim(), phonemic, khmer: khmer.trim() };
}

const isKhmer = (text: string | undefined) => text !== undefined && containsKhmer(text);

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
 * Parses entries of a spreadsheet or CSV: English, pronunciation and Khmer, or English and one of them, told by the script.
 * Headers, quotes and brackets are removed. @returns null if the text is not such a table
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
