import type { ImportOutcome } from '@khmer-learning/contracts';
import {
  isBlank,
  parseVocabulary,
  type UnparsedLine,
  serialiseVocabulary,
  type VocabularyEntry,
} from '@khmer-learning/khmer-text';
import type { VocabularyRow } from './read-vocabulary.ts';

/** What becomes of one row. */
export interface RowVerdict {
  readonly outcome: ImportOutcome;
  readonly notes: readonly string[];
}

type Cells = Pick<VocabularyRow, 'english' | 'phonemic' | 'khmer' | 'other'>;
/** A row as a part of the text: a word, a line that is none, or neither. */
type Line = { readonly word: VocabularyEntry } | { readonly other: string } | { readonly refusal: string };

/** Names of words that go; more would fill the screen. */
const mostNamed = 5;

/**
 * A section's text with the words of a file in place of its own, and what becomes of each row.
 *
 * Words that stay keep their line as it was typed. Lines that are no vocabulary are kept, whether or not the file
 * has them. What goes without a row of its own is told with the section's first row.
 */
export function replaceVocabulary(
  content: string,
  cells: readonly Cells[],
): { content: string; verdicts: RowVerdict[] } {
  const stored = parseVocabulary(content);
  const lines = cells.map(lineOf);
  const words = compareWords(stored.rows, lines);
  const others = compareOthers(stored.unparsedLines, lines);
  const verdicts = lines.map((line, index): RowVerdict => {
    if ('refusal' in line) return { outcome: 'refuse', notes: [line.refusal] };
    return words.verdicts.get(index) ?? others.verdicts.get(index) ?? { outcome: 'create', notes: [] };
  });
  const [first] = verdicts;
  if (first && first.outcome !== 'refuse' && words.gone.length > 0) {
    const outcome = first.outcome === 'unchanged' ? 'change' : first.outcome;
    verdicts[0] = { outcome, notes: [...first.notes, removalNote(words.gone)] };
  }
  const text = serialiseVocabulary({ rows: words.rows, unparsedLines: others.strayLines });
  return { content: text, verdicts };
}

function lineOf({ english, phonemic, khmer, other }: Cells): Line {
  const hasWord = ![english, phonemic, khmer].every(isBlank);
  if (!isBlank(other)) {
    if (hasWord) return { refusal: 'Fill in either the word or Other text' };
    if (other.includes('\n')) return { refusal: 'Other text must be a single line' };
    return asLine(other);
  }
  if (!hasWord) return { refusal: 'English, Pronunciation and Khmer are empty' };
  if ([english, phonemic, khmer].every((part) => !isBlank(part)))
    return { word: { english, phonemic, khmer } };
  // A part is missing: the text has a form for that too, but no reader takes it for a word.
  return asLine(serialiseVocabulary({ rows: [{ english, phonemic, khmer }], unparsedLines: [] }));
}

function asLine(text: string): Line {
  const [word] = parseVocabulary(text).rows;
  return word ? { word } : { other: text };
}

/** Places by key, each given once, in order. */
function createPlaces<T>(items: readonly T[], keyOf: (item: T) => string) {
  const places = new Map<string, number[]>();
  // Backwards, so that the first is taken off the end.
  for (let place = items.length - 1; place >= 0; place -= 1) {
    const item = items[place];
    if (item === undefined) continue;
    const key = keyOf(item);
    const known = places.get(key);
    if (known) known.push(place);
    else places.set(key, [place]);
  }
  return { take: (key: string) => places.get(key)?.pop() };
}

const wordKey = ({ english, phonemic, khmer }: VocabularyEntry) => JSON.stringify([english, phonemic, khmer]);

function compareWords(stored: readonly VocabularyEntry[], lines: readonly Line[]) {
  const matches = matchSame(stored, lines);
  const matched = new Set(matches.values());
  const others = createPlaces(stored, ({ english }) => english);
  const rows: VocabularyEntry[] = [];
  const verdicts = new Map<number, RowVerdict>();
  let lastPlace = -1;

  /** The stored word with this English that no row says just so. */
  function takeOld(english: string): VocabularyEntry | undefined {
    for (let place = others.take(english); place !== undefined; place = others.take(english)) {
      if (matched.has(place)) continue;
      matched.add(place);
      return stored[place];
    }
    return undefined;
  }

  lines.forEach((line, index) => {
    if (!('word' in line)) return;
    const place = matches.get(index);
    const same = place === undefined ? undefined : stored[place];
    if (place !== undefined && same) {
      rows.push(same);
      const inOrder = place > lastPlace;
      verdicts.set(index, { outcome: inOrder ? 'unchanged' : 'change', notes: inOrder ? [] : ['Order'] });
      lastPlace = Math.max(lastPlace, place);
      return;
    }
    const word = trimmed(line.word);
    rows.push(word);
    const old = takeOld(word.english);
    if (old) verdicts.set(index, { outcome: 'change', notes: changedParts(old, word) });
  });
  return { rows, verdicts, gone: stored.filter((_word, place) => !matched.has(place)) };
}

/** Rows that say just what a stored word says, with that word's place. */
function matchSame(stored: readonly VocabularyEntry[], lines: readonly Line[]): Map<number, number> {
  const places = createPlaces(stored, wordKey);
  const matches = new Map<number, number>();
  lines.forEach((line, index) => {
    if (!('word' in line)) return;
    const place = places.take(wordKey(line.word)) ?? places.take(wordKey(trimmed(line.word)));
    if (place !== undefined) matches.set(index, place);
  });
  return matches;
}

function changedParts(old: VocabularyEntry, word: VocabularyEntry): string[] {
  return [
    ...(old.phonemic === word.phonemic ? [] : ['Pronunciation']),
    ...(old.khmer === word.khmer ? [] : ['Khmer']),
  ];
}

/** Spaces at the ends of a cell are nobody's wish. */
function trimmed({ english, phonemic, khmer }: VocabularyEntry): VocabularyEntry {
  return { english: english.trim(), phonemic: phonemic.trim(), khmer: khmer.trim() };
}

function compareOthers(stored: readonly UnparsedLine[], lines: readonly Line[]) {
  const places = createPlaces(stored, ({ text }) => text);
  const matched = new Set<number>();
  const verdicts = new Map<number, RowVerdict>();
  const own: UnparsedLine[] = [];
  let rows = 0;
  lines.forEach((line, index) => {
    if ('word' in line) rows += 1;
    if (!('other' in line)) return;
    own.push({ text: line.other, afterRows: rows });
    const place = places.take(line.other);
    if (place === undefined) return;
    matched.add(place);
    verdicts.set(index, { outcome: 'unchanged', notes: [] });
  });
  const kept = stored.filter((_line, place) => !matched.has(place));
  const strayLines = [...own, ...kept].sort((one, other) => one.afterRows - other.afterRows);
  return { strayLines, verdicts };
}

function removalNote(gone: readonly VocabularyEntry[]): string {
  const named = gone.slice(0, mostNamed).map(({ english }) => english);
  const more = gone.length > mostNamed ? ` and ${gone.length - mostNamed} more` : '';
  return `Removed from this section: ${named.join(', ')}${more}`;
}
