import { maxQueryWords, splitTokens, wordsOf } from './search-text.ts';

/** How well a text has a word, the best first. */
export const wordPlaces = { whole: 0, beginning: 1, inside: 2, missing: 3 } as const;

/** The ranks by title and description are below. */
const inTitles = 2 * wordPlaces.missing;

/** What a match of a search is ranked by. */
export interface RankedMatch {
  readonly title: string;
  readonly description?: string;
  /** How its other texts have each word of the search (`wordPlaces`). Default: not whole. */
  readonly contents?: readonly number[];
}

/**
 * The order of what a search finds.
 *
 * @param search as typed
 * @returns `words`: those that count, folded. `rank`: the rank of a match; lower is better. Each word of the search counts: as a
 * word of the title before the beginning of one and a part of a run of Khmer, then in the same way in the description, then in the
 * contents. The words of Khmer are those that an author divides by zero-width spaces, and runs between spaces. `isTitled`: whether
 * title and description have all words, so that the contents do not count
 */
export function createRelevance(search: string) {
  const words = [...splitTokens(search)]
    .filter(({ kind }) => kind !== 'punctuation')
    .slice(0, maxQueryWords)
    .map(({ text }) => text);
  /** The rank of each word by title and description; `inTitles` if they do not have it. */
  const ranksOf = ({ title, description = '' }: RankedMatch) => {
    const texts = [title, description].map((text) => wordsOf([text]));
    return words.map((word) => {
      const found = texts.map((of) => placeOf(word, of));
      const at = found.findIndex((place) => place !== wordPlaces.missing);
      return at < 0 ? inTitles : at * wordPlaces.missing + (found[at] ?? 0);
    });
  };
  return {
    words,
    isTitled: (match: RankedMatch) => ranksOf(match).every((rank) => rank < inTitles),
    rank: (match: RankedMatch) =>
      ranksOf(match).reduce(
        (sum, rank, index) =>
          sum + (rank < inTitles ? rank : inTitles + (match.contents?.[index] ?? wordPlaces.beginning)),
        0,
      ),
  };
}

function placeOf(word: string, words: ReadonlySet<string>): number {
  if (words.has(word)) return wordPlaces.whole;
  let best: number = wordPlaces.missing;
  for (const one of words)
    if (one.startsWith(word)) best = wordPlaces.beginning;
    else if (best > wordPlaces.inside && one.includes(word)) best = wordPlaces.inside;
  return best;
}
