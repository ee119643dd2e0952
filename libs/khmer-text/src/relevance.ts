import { splitTokens } from './search-text.ts';

/** How well a title or a description has a word, the best first. */
const places = { whole: 0, beginning: 1, inside: 2, missing: 3 } as const;

/**
 * Creates the function that ranks the matches of a search.
 *
 * @param search as typed
 * @returns the rank of a match by its title and description; lower is better. Each word of the search counts: as a word of the
 * title before the beginning of one and a part of a run of Khmer, then in the same way in the description, then elsewhere. The
 * words of Khmer are those that an author divides by zero-width spaces, and runs between spaces
 */
export function createRelevance(search: string): (match: { title: string; description?: string }) => number {
  const words = [...splitTokens(search)].map(({ text }) => text);
  return ({ title, description = '' }) => {
    const texts = [wordsOf(title), wordsOf(description)];
    return words.reduce((sum, word) => {
      const found = texts.map((of) => placeOf(word, of));
      const at = found.findIndex((place) => place !== places.missing);
      return sum + (at < 0 ? texts.length * places.missing : at * places.missing + (found[at] ?? 0));
    }, 0);
  };
}

function wordsOf(text: string): ReadonlySet<string> {
  const parts = text.includes('\u200B') ? [text, ...text.split('\u200B')] : [text];
  return new Set(parts.flatMap((part) => [...splitTokens(part)].map((token) => token.text)));
}

function placeOf(word: string, words: ReadonlySet<string>): number {
  if (words.has(word)) return places.whole;
  let best: number = places.missing;
  for (const one of words)
    if (one.startsWith(word)) best = places.beginning;
    else if (best > places.inside && one.includes(word)) best = places.inside;
  return best;
}
