import {
  isBlank,
  normaliseKhmer,
  parseVocabulary,
  serialiseVocabulary,
  trimInvisible,
  type VocabularyEntry,
} from '@khmer-learning/khmer-text';
import { readCells } from './vocabulary-cells.ts';

/** A row of the editor. `key` tells rows apart on the screen and is no content. */
export interface EntryLine extends VocabularyEntry {
  readonly kind: 'entry';
  readonly key: string;
}

/** A line that is not in the vocabulary format, in its place among the rows. */
export interface StrayLine {
  readonly kind: 'stray';
  readonly key: string;
  readonly text: string;
}

export type VocabularyLine = EntryLine | StrayLine;

/** The three fields of a row, in the order they are filled in. */
export const entryFields = ['english', 'phonemic', 'khmer'] as const;
export type EntryField = (typeof entryFields)[number];

let lastKey = 0;
function newKey(): string {
  lastKey += 1;
  return `line-${lastKey}`;
}

export function emptyEntry(): EntryLine {
  return { kind: 'entry', key: newKey(), english: '', phonemic: '', khmer: '' };
}

function linesOf(text: string): VocabularyLine[] {
  const { rows, unparsedLines } = parseVocabulary(text);
  const lines: VocabularyLine[] = [];
  let taken = 0;
  const takeStrays = (rowsBefore: number) => {
    for (let stray = unparsedLines[taken]; stray && stray.afterRows <= rowsBefore; stray = unparsedLines[taken]) {
      lines.push({ kind: 'stray', key: newKey(), text: stray.text });
      taken += 1;
    }
  };
  rows.forEach((row, index) => {
    takeStrays(index);
    lines.push({ kind: 'entry', key: newKey(), ...row });
  });
  takeStrays(rows.length);
  return lines;
}

/** Takes a section's text apart. There is always a row to type in. */
export function readLines(text: string): VocabularyLine[] {
  const lines = linesOf(text);
  return lines.some((line) => line.kind === 'entry') ? lines : [...lines, emptyEntry()];
}

/** Rows never change but are replaced, so that what was made of one stays true. */
function remembered<Value>(make: (entry: EntryLine) => Value): (entry: EntryLine) => Value {
  const known = new WeakMap<EntryLine, { value: Value }>();
  return (entry) => {
    const { value } = known.get(entry) ?? { value: make(entry) };
    known.set(entry, { value });
    return value;
  };
}

const writeEntry = remembered((entry) => serialiseVocabulary({ rows: [entry], unparsedLines: [] }));

/** The section's text: rows serialised, stray lines as they were, rows with nothing in them left out. */
export function writeLines(lines: readonly VocabularyLine[]): string {
  return lines
    .map((line) => (line.kind === 'entry' ? writeEntry(line) : line.text))
    .filter((text) => text !== '')
    .join('\n');
}

/** Whether a pasted text is more than one cell can take. */
export function isList(text: string): boolean {
  return text.trim().includes('\n') || readCells(text) !== null;
}

/** The rows of a copied table, or the lines of a text. */
function pastedLines(text: string): VocabularyLine[] {
  const cells = parseVocabulary(text).rows.length === 0 ? readCells(text) : null;
  if (cells === null) return linesOf(text);
  return cells.map((entry) => ({ kind: 'entry', key: newKey(), ...entry }));
}

/**
 * What a pasted text holds, in place of an empty row or after a row that has something in it.
 *
 * @returns the lines, and those of them that are new
 */
export function pasteLines(
  lines: readonly VocabularyLine[],
  key: string,
  text: string,
): { lines: readonly VocabularyLine[]; pasted: readonly VocabularyLine[] } {
  const pasted = pastedLines(text);
  if (pasted.length === 0) return { lines, pasted };
  const next = lines.flatMap((line) => {
    if (line.key !== key) return [line];
    const keep = line.kind === 'stray' || missingFields(line).length < entryFields.length;
    return keep ? [line, ...pasted] : pasted;
  });
  return { lines: next, pasted };
}

const englishKey = remembered(({ english }) => trimInvisible(normaliseKhmer(english)));

/**
 * Rows with the same English word, by key: the number of the first other one, counted from 1. Case and unseen
 * characters make no difference.
 */
export function findRepeats(entries: readonly EntryLine[]): ReadonlyMap<string, number> {
  const firsts = new Map<string, number>();
  const repeats = new Map<string, number>();
  entries.forEach((entry, index) => {
    const word = englishKey(entry);
    if (word === '') return;
    const first = firsts.get(word);
    if (first === undefined) {
      firsts.set(word, index);
      return;
    }
    repeats.set(entry.key, first + 1);
    const firstKey = entries[first]?.key;
    if (firstKey !== undefined && !repeats.has(firstKey)) repeats.set(firstKey, index + 1);
  });
  return repeats;
}

/** What a row still lacks to be an entry. */
export function missingFields(entry: VocabularyEntry): EntryField[] {
  return entryFields.filter((field) => isBlank(entry[field]));
}

/**
 * A stray line as a row to complete. What stands in square brackets is the pronunciation and everything from
 * the first Khmer letter on the translation; the rest is English.
 */
export function toEntry({ key, text }: StrayLine): EntryLine {
  const khmerStart = text.search(/\p{Script=Khmer}/u);
  const latin = khmerStart < 0 ? text : text.slice(0, khmerStart);
  const khmer = khmerStart < 0 ? '' : text.slice(khmerStart);
  const [, english = '', phonemic = ''] = /^(.*?)\s*(?:\[([^\]]*)\])?\s*:?\s*$/s.exec(latin) ?? [];
  return { kind: 'entry', key, english: english.trim(), phonemic, khmer: khmer.trim() };
}
