import {
  isBlank,
  parseVocabulary,
  serialiseVocabulary,
  type VocabularyEntry,
} from '@khmer-learning/khmer-text';

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
  const { rows, strayLines } = parseVocabulary(text);
  const strays = strayLines.map((stray): StrayLine & { afterRows: number } => ({
    kind: 'stray',
    key: newKey(),
    ...stray,
  }));
  const lines: VocabularyLine[] = [];
  rows.forEach((row, index) => {
    lines.push(...strays.filter((stray) => stray.afterRows === index));
    lines.push({ kind: 'entry', key: newKey(), ...row });
  });
  lines.push(...strays.filter((stray) => stray.afterRows >= rows.length));
  return lines;
}

/** Takes a section's text apart. There is always a row to type in. */
export function readLines(text: string): VocabularyLine[] {
  const lines = linesOf(text);
  return lines.some((line) => line.kind === 'entry') ? lines : [...lines, emptyEntry()];
}

/** The section's text: rows serialised, stray lines as they were, rows with nothing in them left out. */
export function writeLines(lines: readonly VocabularyLine[]): string {
  const rows: VocabularyEntry[] = [];
  const strayLines: { text: string; afterRows: number }[] = [];
  for (const line of lines) {
    if (line.kind === 'entry') rows.push(line);
    else strayLines.push({ text: line.text, afterRows: rows.length });
  }
  return serialiseVocabulary({ rows, strayLines });
}

/** The lines of a pasted text in place of an empty row, or after a row that has something in it. */
export function pasteLines(
  lines: readonly VocabularyLine[],
  key: string,
  text: string,
): readonly VocabularyLine[] {
  const pasted = linesOf(text);
  if (pasted.length === 0) return lines;
  return lines.flatMap((line) => {
    if (line.key !== key) return [line];
    const keep = line.kind === 'stray' || missingFields(line).length < entryFields.length;
    return keep ? [line, ...pasted] : pasted;
  });
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
