import {
  isBlank,
  normaliseKhmer,
  parseVocabulary,
  serialiseVocabulary,
  trimInvisible,
  type VocabularyEntry,
} from '@khmer-learning/khmer-text';
import { parseVocabularyTable } from './parse-vocabulary-table.ts';

/** A row of the editor. `key` tells rows apart on the screen and is no content. */
export interface EntryLine extends VocabularyEntry {
  readonly kind: 'entry';
  readonly key: string;
}

/** A line that is not in the vocabulary format, in its place among the rows. */
export interface UnparsedLine {
  readonly kind: 'stray';
  readonly key: string;
  readonly text: string;
}

export type VocabularyLine = EntryLine | UnparsedLine;

/** The three fields of a row, in the order they are filled in. */
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

function parseText(text: string): VocabularyLine[] {
  const { rows, unparsedLines } = parseVocabulary(text);
  const lines: VocabularyLine[] = [];
  let nextUnparsed = 0;
  const pushUnparsedBefore = (rowsBefore: number) => {
    for (
      let unparsedLine = unparsedLines[nextUnparsed];
      unparsedLine && unparsedLine.afterRows <= rowsBefore;
      unparsedLine = unparsedLines[nextUnparsed]
    ) {
      lines.push({ kind: 'stray', key: createKey(), text: unparsedLine.text });
      nextUnparsed += 1;
    }
  };
  rows.forEach((row, index) => {
    pushUnparsedBefore(index);
    lines.push({ kind: 'entry', key: createKey(), ...row });
  });
  pushUnparsedBefore(rows.length);
  return lines;
}

/** Takes a section's text apart. There is always a row to type in. */
export function parseLines(text: string): VocabularyLine[] {
  const lines = parseText(text);
  return lines.some((line) => line.kind === 'entry') ? lines : [...lines, emptyEntry()];
}

/** Rows never change but are replaced, so that what was made of one stays true. */
function memoizeByEntry<Value>(compute: (entry: EntryLine) => Value): (entry: EntryLine) => Value {
  const cache = new WeakMap<EntryLine, { value: Value }>();
  return (entry) => {
    const { value } = cache.get(entry) ?? { value: compute(entry) };
    cache.set(entry, { value });
    return value;
  };
}

const serialiseEntry = memoizeByEntry((entry) => serialiseVocabulary({ rows: [entry], unparsedLines: [] }));

/** The section's text: rows serialised, stray lines as they were, rows with nothing in them left out. */
export function serialiseLines(lines: readonly VocabularyLine[]): string {
  return lines
    .map((line) => (line.kind === 'entry' ? serialiseEntry(line) : line.text))
    .filter((text) => text !== '')
    .join('\n');
}

/** Whether a pasted text is more than one cell can take. */
export function spansMultipleCells(text: string): boolean {
  return text.trim().includes('\n') || parseVocabularyTable(text) !== null;
}

/** The rows of a copied table, or the lines of a text. */
function parsePastedText(text: string): VocabularyLine[] {
  const cells = parseVocabulary(text).rows.length === 0 ? parseVocabularyTable(text) : null;
  if (cells === null) return parseText(text);
  return cells.map((entry) => ({ kind: 'entry', key: createKey(), ...entry }));
}

/**
 * What a pasted text holds, in place of an empty row or after a row that has something in it.
 *
 * @returns the lines, and those of them that are new
 */
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

/**
 * Rows with the same English word, by key: the number of the first other one, counted from 1. Case and unseen
 * characters make no difference.
 */
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

/** What a row still lacks to be an entry. */
export function missingFields(entry: VocabularyEntry): EntryField[] {
  return entryFields.filter((field) => isBlank(entry[field]));
}

/**
 * A stray line as a row to complete. What stands in square brackets is the pronunciation and everything from
 * the first Khmer letter on the translation; the rest is English.
 */
export function convertToEntry({ key, text }: UnparsedLine): EntryLine {
  const khmerStart = text.search(/\p{Script=Khmer}/u);
  const latin = khmerStart < 0 ? text : text.slice(0, khmerStart);
  const khmer = khmerStart < 0 ? '' : text.slice(khmerStart);
  const [, english = '', phonemic = ''] = /^(.*?)\s*(?:\[([^\]]*)\])?\s*:?\s*$/s.exec(latin) ?? [];
  return { kind: 'entry', key, english: english.trim(), phonemic, khmer: khmer.trim() };
}
