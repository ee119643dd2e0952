import { findText, splitSegments, type TextMatch } from './find-text.ts';
import { foldText, splitTokens } from './search-text.ts';

/** Most UTF-16 code units of a line that is shown, besides whole clusters at its ends. */
const maxLength = 120;
/** Those before the first match of a line that is cut. */
const lengthBefore = 40;

/** A line of a text, and the places in it that a search finds. */
export interface MatchLine {
  readonly text: string;
  readonly places: readonly TextMatch[];
  /** It has all words of the search. */
  readonly isWhole: boolean;
}

/**
 * Finds the line that shows best why a search finds a text.
 *
 * @param texts any strings, of one or several lines
 * @param search as typed; its words are found as in a search: from the beginning of a word, or anywhere in a run of Khmer
 * @returns the first of the lines with most words of the search, cut around its first match to about 120 characters; null if
 *   none has a word
 */
export function findMatchLine(texts: Iterable<string>, search: string): MatchLine | null {
  const words = [...splitTokens(search)].filter(({ kind }) => kind !== 'punctuation');
  let best: { line: string; places: TextMatch[]; count: number } | null = null;
  for (const line of linesOf(texts)) {
    const folded = foldText(line);
    if (!words.some(({ text }) => folded.includes(text))) continue;
    const found = words.map(({ kind, text }) =>
      findText(line, text).filter(({ start }) => kind !== 'word' || isWordStart(line, start)),
    );
    const count = found.filter(({ length }) => length > 0).length;
    if (count <= (best?.count ?? 0)) continue;
    best = { line, count, places: withoutOverlaps(found.flat()) };
    if (count === words.length) break;
  }
  return best && { ...cutLine(best.line, best.places), isWhole: best.count === words.length };
}

function* linesOf(texts: Iterable<string>): Generator<string> {
  for (const text of texts) yield* text.split(/[\r\n]+/);
}

/** Whether no letter, digit or mark stands before a place. */
function isWordStart(text: string, start: number): boolean {
  return start === 0 || !/[\p{L}\p{N}\p{M}]$/u.test(text.slice(Math.max(0, start - 2), start));
}

function withoutOverlaps(places: readonly TextMatch[]): TextMatch[] {
  let end = 0;
  return places
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
    .filter((place) => {
      const isAfter = place.start >= end;
      if (isAfter) end = place.end;
      return isAfter;
    });
}

function cutLine(line: string, places: readonly TextMatch[]): Pick<MatchLine, 'text' | 'places'> {
  if (line.length <= maxLength) return { text: line, places };
  const from = Math.max(0, (places[0]?.start ?? 0) - lengthBefore);
  let start = -1;
  let end = 0;
  let at = 0;
  for (const segment of splitSegments(line)) {
    if (start < 0 && at >= from) start = at;
    at += segment.length;
    if (start >= 0 && at - start > maxLength) break;
    end = at;
  }
  const [before, after] = [start > 0 ? '…' : '', end < line.length ? '…' : ''];
  const offset = before.length - start;
  return {
    text: before + line.slice(start, end) + after,
    places: places
      .filter((place) => place.end <= end)
      .map((place) => ({ start: place.start + offset, end: place.end + offset })),
  };
}
