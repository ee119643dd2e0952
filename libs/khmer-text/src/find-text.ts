import { foldText, trimInvisible } from './search-text.ts';

/** A place in a text, in UTF-16 code units: `text.slice(start, end)`. */
export interface TextMatch {
  readonly start: number;
  readonly end: number;
}

const invisible = '\\p{Default_Ignorable_Code_Point}*';
const letter = '[\\u1780-\\u17B3]';

/**
 * A Khmer letter with its subscripts, vowels and marks, also with invisible characters between them; the repetition sign with
 * spaces before it; or a character with its marks.
 */
const segmentPattern = new RegExp(
  `${letter}(?:${invisible}(?:\\u17D2${invisible}${letter}|[\\u17B4-\\u17D3\\u17DD]))*|[^\\S\\r\\n]*\\u17D7|[^](?:${invisible}\\p{M})*`,
  'gu',
);

/** The sign that turns the next consonant into a subscript. */
const coeng = '\u17D2';

/** Splits a text into Khmer clusters and other characters with their marks; joined, they are the text. */
export const splitSegments = (text: string): readonly string[] => text.match(segmentPattern) ?? [];

function normaliseSegment(segment: string): string {
  const isAscii = segment.length === 1 && segment < '\u0080';
  return isAscii ? segment.toLowerCase() : foldText(segment);
}

/**
 * Finds all places of a query in a text, in order, without overlaps.
 *
 * In: any strings. Out: the places in the text as it is typed; a place covers whole Khmer clusters. Empty for a query
 * without visible characters. As in a search, what `foldText` folds makes no difference, and a match does not begin at a subscript. Unlike there, the query is one phrase, and it is found inside words of
 * other scripts too. Never throws.
 */
export function findText(text: string, query: string): TextMatch[] {
  const needle = splitSegments(trimInvisible(query)).map(normaliseSegment).join('');
  if (needle === '') return [];
  let haystack = '';
  let offset = 0;
  /** The place in the text of each code unit of the haystack. */
  const places: TextMatch[] = [];
  for (const segment of splitSegments(text)) {
    const place = { start: offset, end: offset + segment.length };
    const normalised = normaliseSegment(segment);
    for (let unit = 0; unit < normalised.length; unit += 1) places.push(place);
    haystack += normalised;
    offset = place.end;
  }
  const matches: TextMatch[] = [];
  for (let at = haystack.indexOf(needle); at !== -1; ) {
    const [first, last] = [places[at], places[at + needle.length - 1]];
    const isMatch = haystack.charAt(at - 1) !== coeng && (matches.at(-1)?.end ?? 0) <= (first?.start ?? 0);
    if (isMatch && first && last) matches.push({ start: first.start, end: last.end });
    at = haystack.indexOf(needle, at + (isMatch ? needle.length : 1));
  }
  return matches;
}
