import { foldText, splitKhmerClusters, splitTokens, wordsOf } from './search-text.ts';

/** Lengths of the words of a dictionary, in units: shorter ones are near to too many others, longer runs are sentences. */
const wordLengths = { min: 3, minKhmer: 2, max: 24 } as const;
/** Most clusters of a run of Khmer of which a part may be mistyped. */
const maxRunClusters = 40;
/** Words are compared with others by the keys of their first units: later edits do not multiply the keys. */
const keyedUnits = 7;

/** The letters of a word: a subscript of Khmer is one, with its sign. */
const unitPattern = /\u17D2?[\s\S]/gu;
/** The first of these belongs to a cluster, the others to the one before. */
const clusterStart = /^[\u1780-\u17B3]/;
const isKhmer = (word: string) => /[\u1780-\u17FF]/.test(word);

/** The units of a folded word. */
export function unitsOf(word: string): string[] {
  return word.match(unitPattern) ?? [];
}

/** How many edits may lie between a typed word and the one that was meant: one, and two from five units on. */
export function maxEditsOf(units: number): 0 | 1 | 2 {
  if (units < wordLengths.min) return units < wordLengths.minKhmer ? 0 : 1;
  return units < 5 ? 1 : 2;
}

/** Divides sentences of Khmer into words. A word that it does not know is only missing where nothing else is found. */
const segmenter = new Intl.Segmenter('km', { granularity: 'word' });
/** Long runs are cut: the time of the segmenter grows by the square of the length. */
const segmentedRun = /[\u1780-\u17D3\u17DD\u200B]{2,200}/g;
const maxSegmentedRuns = 1_000;
/** Shorter runs are taken for one word: the segmenter cuts words that it does not know into pieces. */
const minSentenceUnits = 11;

/**
 * The words of texts by which a search finds the nearest one: folded (`foldText`), each once.
 *
 * @returns Latin words of 3 to 24 letters, and runs of Khmer of 2 to 24 units: between spaces, between the zero-width spaces with
 * which an author divides words, and those into which `Intl.Segmenter` divides sentences. Numbers and symbols are none
 */
export function dictionaryWords(texts: readonly string[]): Set<string> {
  const words = wordsOf(texts);
  const runs = new Set(texts.flatMap((text) => text.match(segmentedRun) ?? []));
  for (const run of [...runs].slice(0, maxSegmentedRuns))
    if (unitsOf(run).length >= minSentenceUnits)
      for (const { segment } of segmenter.segment(run))
        for (const word of wordsOf([segment])) words.add(word);
  return new Set([...words].filter(isDictionaryWord));
}

function isDictionaryWord(word: string): boolean {
  if (!/\p{L}/u.test(word)) return false;
  const { length } = unitsOf(word);
  return length >= (isKhmer(word) ? wordLengths.minKhmer : wordLengths.min) && length <= wordLengths.max;
}

/** A part of a run of Khmer that may be mistyped, between parts that are words. */
export interface RunGap {
  readonly before: string;
  readonly typed: string;
  readonly after: string;
}

/** The parts of a folded run of Khmer that may be words of a dictionary, each once; none of a very long run. */
export function runParts(run: string): string[] {
  const clusters = splitKhmerClusters(run);
  if (clusters.length > maxRunClusters) return [];
  const parts = clusters.flatMap((_cluster, start) =>
    clusters
      .slice(start, start + wordLengths.max)
      .map((_last, at) => clusters.slice(start, start + at + 1).join('')),
  );
  return [...new Set(parts)].filter(isDictionaryWord);
}

/**
 * The parts of a run of Khmer that may be one mistyped word of a sentence without spaces.
 *
 * @param run folded
 * @param known those of its `runParts` that are words
 * @returns the shortest first, as words before and after them are more certain then
 */
export function runGaps(run: string, known: ReadonlySet<string>): RunGap[] {
  const clusters = splitKhmerClusters(run);
  const part = (start: number, end?: number) => clusters.slice(start, end).join('');
  const places = [...clusters.keys(), clusters.length];
  const starts = new Set([0]);
  for (const end of places)
    if (places.some((start) => start < end && starts.has(start) && known.has(part(start, end))))
      starts.add(end);
  const ends = new Set([clusters.length]);
  for (const start of places.toReversed())
    if (places.some((end) => end > start && ends.has(end) && known.has(part(start, end)))) ends.add(start);
  return [...starts]
    .flatMap((start) => [...ends].filter((end) => end > start).map((end) => ({ start, end })))
    .map(({ start, end }) => ({ before: part(0, start), typed: part(start, end), after: part(end) }))
    .filter(({ typed }) => isDictionaryWord(typed))
    .sort((a, b) => a.typed.length - b.typed.length);
}

/**
 * The keys by which a word is found from others near it: its first units with up to as many deletions as there may be edits.
 * Two words that are near enough share a key (symmetric deletes, as in SymSpell).
 *
 * @returns at most 29 keys
 */
export function nearKeys(word: string): string[] {
  const units = unitsOf(word);
  let latest: ReadonlyMap<string, readonly string[]> = new Map([
    [units.slice(0, keyedUnits).join(''), units.slice(0, keyedUnits)],
  ]);
  const keys = new Set(latest.keys());
  for (let edits = maxEditsOf(units.length); edits > 0; edits -= 1) {
    const shorter = new Map<string, readonly string[]>();
    for (const found of latest.values())
      for (let at = 0; at < found.length; at += 1) {
        const rest = found.toSpliced(at, 1);
        if (rest.length > 0) shorter.set(rest.join(''), rest);
      }
    for (const key of shorter.keys()) keys.add(key);
    latest = shorter;
  }
  return [...keys];
}

/**
 * The number of edits between two words: units inserted, deleted, replaced, or swapped with the next (optimal string
 * alignment, a restricted Damerau-Levenshtein distance).
 *
 * @returns more than `most` if there are more
 */
export function editDistance(one: readonly string[], other: readonly string[], most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let at = 1; at <= other.length; at += 1) {
      const isSame = one[row - 1] === other[at - 1];
      let best = Math.min(
        (last[at] ?? 0) + 1,
        (next[at - 1] ?? 0) + 1,
        (last[at - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isSwapped = row > 1 && at > 1 && one[row - 1] === other[at - 2] && one[row - 2] === other[at - 1];
      if (isSwapped) best = Math.min(best, (beforeLast[at - 2] ?? 0) + 1);
      next.push(best);
    }
    if (Math.min(...next) > most) return most + 1;
    [beforeLast, last] = [last, next];
  }
  return last[other.length] ?? 0;
}

/**
 * Ranks the words of a dictionary that a typed word may stand for.
 *
 * @param typed folded; not one of the words
 * @param candidates words that share a key of `nearKeys` with it
 * @returns those that are near enough, the nearest first: fewer edits, then those to which letters were swapped or left
 * out, the same first letter, fewer changed clusters of Khmer, more letters in common at both ends, and the alphabet
 */
export function rankNearWords(typed: string, candidates: Iterable<string>): string[] {
  const units = unitsOf(typed);
  const most = maxEditsOf(units.length);
  const clusters = clustersOf(units);
  const ranked = [...candidates].flatMap((word) => {
    const other = unitsOf(word);
    if (isKhmer(word) !== isKhmer(typed)) return [];
    const edits = editDistance(units, other, most);
    if (edits === 0 || edits > most) return [];
    const rank = [
      edits,
      isCommonSlip(units, other) ? 0 : 1,
      units[0] === other[0] ? 0 : 1,
      isKhmer(word) ? editDistance(clusters, clustersOf(other), most * 2) : 0,
      -commonEnds(units, other),
    ];
    return [{ word, rank }];
  });
  return ranked
    .sort((a, b) => compareRanks(a.rank, b.rank) || (a.word < b.word ? -1 : 1))
    .map(({ word }) => word);
}

/** Whether a word has all that was typed: letters in another order, or more of them. Few words have, so it is rarely chance. */
function isCommonSlip(typed: readonly string[], word: readonly string[]): boolean {
  const left = [...word];
  return typed.every((unit) => {
    const at = left.indexOf(unit);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

function compareRanks(one: readonly number[], other: readonly number[]): number {
  for (const [at, value] of one.entries()) if (value !== other[at]) return value - (other[at] ?? 0);
  return 0;
}

function clustersOf(units: readonly string[]): string[] {
  const clusters: string[] = [];
  for (const unit of units)
    if (clusterStart.test(unit) || clusters.length === 0) clusters.push(unit);
    else clusters.push(`${clusters.pop()}${unit}`);
  return clusters;
}

/** Number of units that two words have in common at their start and end. */
function commonEnds(one: readonly string[], other: readonly string[]): number {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  return start + end;
}

/**
 * Replaces words of a search.
 *
 * @param search as typed
 * @param replacements folded words, and those to search instead
 */
export function replaceWords(search: string, replacements: ReadonlyMap<string, string>): string {
  const words = [...splitTokens(search)].map(({ text }) => replacements.get(text) ?? text);
  return words.join(' ');
}

/** The words of a search that may be meant otherwise, folded, each once. */
export function searchedWords(search: string): string[] {
  const words = [...splitTokens(foldText(search))].filter(({ kind }) => kind === 'word' || kind === 'run');
  return [...new Set(words.map(({ text }) => text))];
}
