import type { ImportOutcome } from '@khmer-learning/contracts';
import {
  isBlank,
  parseVocabulary,
  serialiseVocabulary,
  type UnparsedLine,
  type VocabularyEntry,
} from '@khmer-learning/khmer-text';
import { getOrSet } from '@khmer-learning/transfer';
import type { VocabularyCells } from './vocabulary-table.ts';

export interface RowVerdict {
  readonly outcome: ImportOutcome;
  readonly notes: readonly string[];
  /** Of a refused row: the cell at which the reason is shown. */
  readonly toCorrect?: keyof Cells;
}

type Cells = Pick<VocabularyCells, 'english' | 'phonemic' | 'khmer' | 'other'>;
/** A parsed row: a word, another line of text, or the reason for refusing it. */
type VocabularyLine =
  | { readonly word: VocabularyEntry }
  | { readonly other: string }
  | { readonly refusal: string; readonly toCorrect: keyof Cells };

/** Most removed words that are listed by name; more would fill the screen. */
const maxListedWords = 5;

/**
 * Replaces the words of a section's text by those of a file. Returns the new text and a verdict for each row.
 *
 * Unchanged words keep their line as it was typed. Lines that are not vocabulary are kept, whether or not the file
 * has them. Words that are removed have no row of their own; the section's first row lists them.
 */
export function replaceVocabulary(
  content: string,
  cells: readonly Cells[],
): { content: string; verdicts: RowVerdict[] } {
  const stored = parseVocabulary(content);
  const lines = cells.map(toLine);
  const takenWords = new Set<number>();
  const takenLines = new Set<number>();
  const takeSame = createTaker(stored.rows, wordKey, takenWords);
  const takeEnglish = createTaker(stored.rows, ({ english }) => english, takenWords);
  const takeText = createTaker(stored.unparsedLines, ({ text }) => text, takenLines);
  // Before the words that have only the English of a stored one.
  const matches = lines.map((line) =>
    'word' in line ? (takeSame(wordKey(line.word)) ?? takeSame(wordKey(trimParts(line.word)))) : undefined,
  );
  const rows: VocabularyEntry[] = [];
  const others: UnparsedLine[] = [];
  let lastMatch = -1;
  const verdicts = lines.map((line, at): RowVerdict => {
    if ('refusal' in line) return { outcome: 'refuse', notes: [line.refusal], toCorrect: line.toCorrect };
    if ('other' in line) {
      others.push({ text: line.other, afterRows: rows.length });
      return { outcome: takeText(line.other) === undefined ? 'create' : 'unchanged', notes: [] };
    }
    const match = matches[at] ?? -1;
    const same = stored.rows[match];
    const word = same ?? trimParts(line.word);
    rows.push(word);
    if (same) {
      const inOrder = match > lastMatch;
      lastMatch = Math.max(lastMatch, match);
      return inOrder ? { outcome: 'unchanged', notes: [] } : { outcome: 'change', notes: ['Order'] };
    }
    const old = stored.rows[takeEnglish(word.english) ?? -1];
    return old ? { outcome: 'change', notes: changedParts(old, word) } : { outcome: 'create', notes: [] };
  });
  const [first] = verdicts;
  const removed = stored.rows.filter((_word, at) => !takenWords.has(at));
  if (first && first.outcome !== 'refuse' && removed.length > 0) {
    const outcome = first.outcome === 'unchanged' ? 'change' : first.outcome;
    verdicts[0] = { outcome, notes: [...first.notes, removalNote(removed)] };
  }
  const retained = stored.unparsedLines.filter((_line, at) => !takenLines.has(at));
  const unparsedLines = [...others, ...retained].sort((one, other) => one.afterRows - other.afterRows);
  return { content: serialiseVocabulary({ rows, unparsedLines }), verdicts };
}

function toLine({ english, phonemic, khmer, other }: Cells): VocabularyLine {
  const parts = [english, phonemic, khmer];
  const hasWord = !parts.every(isBlank);
  if (!isBlank(other)) {
    if (hasWord)
      return { refusal: 'Fill in either the word columns or Other text, not both', toCorrect: 'other' };
    if (other.includes('\n')) return { refusal: 'Other text must be a single line', toCorrect: 'other' };
    return parseLine(other);
  }
  if (!hasWord) return { refusal: 'English, Pronunciation and Khmer are empty', toCorrect: 'english' };
  if (!parts.some(isBlank)) return { word: { english, phonemic, khmer } };
  // A part is missing: it can be stored as a line of text, but the parser does not read that as a word.
  return parseLine(serialiseVocabulary({ rows: [{ english, phonemic, khmer }], unparsedLines: [] }));
}

function parseLine(text: string): VocabularyLine {
  const [word] = parseVocabulary(text).rows;
  return word ? { word } : { other: text };
}

/** Takes the indexes of items by key: each once, in order. @param taken those that are taken, also by another key */
function createTaker<T>(items: readonly T[], keyOf: (item: T) => string, taken: Set<number>) {
  const queues = new Map<string, number[]>();
  // Reversed, so that `pop` returns the first index.
  for (const [index, item] of [...items.entries()].reverse())
    getOrSet(queues, keyOf(item), () => []).push(index);
  return (key: string): number | undefined => {
    const queue = queues.get(key) ?? [];
    let index = queue.pop();
    while (index !== undefined && taken.has(index)) index = queue.pop();
    if (index !== undefined) taken.add(index);
    return index;
  };
}

const wordKey = ({ english, phonemic, khmer }: VocabularyEntry) => JSON.stringify([english, phonemic, khmer]);

function changedParts(old: VocabularyEntry, word: VocabularyEntry): string[] {
  return [
    ...(old.phonemic === word.phonemic ? [] : ['Pronunciation']),
    ...(old.khmer === word.khmer ? [] : ['Khmer']),
  ];
}

/** Removes leading and trailing spaces of cells, which are typing errors. */
function trimParts({ english, phonemic, khmer }: VocabularyEntry): VocabularyEntry {
  return { english: english.trim(), phonemic: phonemic.trim(), khmer: khmer.trim() };
}

function removalNote(removed: readonly VocabularyEntry[]): string {
  const named = removed.slice(0, maxListedWords).map(({ english }) => english);
  const more = removed.length > maxListedWords ? ` and ${removed.length - maxListedWords} more` : '';
  return `Removed from this section: ${named.join(', ')}${more}`;
}
