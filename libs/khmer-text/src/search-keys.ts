import { coeng, khmerCharacterClass, splitKhmerClusters } from './clusters.ts';
import { normaliseKhmer } from './normalise.ts';

/** The most keys kept for one document. Texts given first keep theirs. */
export const maxSearchKeys = 4_000;
/** Code points of a word that are compared; `a`, `ap`, `app`… up to this length are keys. */
export const maxWordPrefix = 24;
/** Code points of a query that are read. */
export const maxQueryLength = 100;
/** Words, Khmer runs and symbols of a query that are searched for. */
export const maxQueryWords = 8;

/** Khmer is found by up to this many clusters in a row. */
const maxGramSize = 3;

/** What a search field's text asks of the index, and what is left to check afterwards. */
export interface SearchQuery {
  /** All of them must be among a document's keys (`$all`). None: the query asks for nothing, so nothing is filtered. */
  readonly keys: string[];
  /** Tells of a document's `searchText` whether it really matches; `null` when the keys alone decide. */
  readonly verify: ((buildSearchText: string) => boolean) | null;
  /**
   * The same check for a database: sources of regular expressions (JavaScript and PCRE), all of which must be
   * found in `searchText`. Made of literal Khmer, so none is slow. Empty when the keys alone decide.
   */
  readonly patterns: readonly string[];
}

interface Token {
  readonly kind: 'run' | 'word' | 'symbol' | 'punctuation';
  readonly text: string;
}

const notKhmer = `(?!${khmerCharacterClass})`;
const tokenPattern = new RegExp(
  `(?<run>${khmerCharacterClass}+)|(?<word>${notKhmer}[\\p{L}\\p{N}](?:${notKhmer}[\\p{L}\\p{M}\\p{N}])*)|(?<symbol>\\p{S})|\\p{P}`,
  'gu',
);

/** Stress marks of phonetic writing: no one types them to search, and Unicode calls them letters. */
const stressMarks = /[\u02C8\u02CC]/g;

function* tokenize(text: string): Generator<Token> {
  for (const match of normaliseKhmer(text).replace(stressMarks, '').matchAll(tokenPattern)) {
    const { run, word, symbol } = match.groups ?? {};
    if (run !== undefined) yield { kind: 'run', text: run };
    else if (word !== undefined) yield { kind: 'word', text: word };
    else yield { kind: symbol === undefined ? 'punctuation' : 'symbol', text: match[0] };
  }
}

/** `a`, `ap`, `app`: the leading parts of a word. */
function* wordPrefixes(word: string): Generator<string> {
  let prefix = '';
  let length = 0;
  for (const character of word) {
    if (length === maxWordPrefix) return;
    prefix += character;
    length += 1;
    yield prefix;
  }
}

/** The leading parts of a cluster, as a learner types it. A subscript sign counts once its consonant is there. */
function* clusterPrefixes(cluster: string): Generator<string> {
  for (let end = 1; end <= cluster.length; end += 1) {
    if (cluster.charAt(end - 1) !== coeng) yield cluster.slice(0, end);
  }
}

/** One to three neighbouring clusters, the last of them whole or begun. */
function* khmerGrams(run: string): Generator<string> {
  const clusters = splitKhmerClusters(run);
  for (let start = 0; start < clusters.length; start += 1) {
    let before = '';
    for (const cluster of clusters.slice(start, start + maxGramSize)) {
      for (const prefix of clusterPrefixes(cluster)) yield before + prefix;
      before += cluster;
    }
  }
}

function* tokenKeys({ kind, text }: Token): Generator<string> {
  if (kind === 'run') yield* khmerGrams(text);
  else if (kind === 'word') yield* wordPrefixes(text);
  else yield text;
}

/**
 * The keys under which a document is found: index them as a multikey field.
 *
 * In: the document's texts, the most telling first. Out: at most `maxSearchKeys` different strings
 * of at most a few dozen characters, those of the first texts first:
 * - of each word (letters, digits, phonetic letters; anything else separates): its leading parts;
 * - of each run of Khmer: every one, two and three neighbouring clusters, the last one also begun;
 * - each symbol (`+`, an emoji) and punctuation sign.
 * Case, spelling order of Khmer, zero-width characters and stress marks make no difference.
 */
export function buildSearchKeys(texts: readonly string[]): string[] {
  const keys = new Set<string>();
  for (const text of texts) {
    for (const found of tokenize(text)) {
      for (const key of tokenKeys(found)) {
        keys.add(key);
        if (keys.size === maxSearchKeys) return [...keys];
      }
    }
  }
  return [...keys];
}

/**
 * The text to store beside the keys, for `SearchQuery.verify`: the document's runs of Khmer, each once,
 * normalised and parted by spaces. Empty when there is no Khmer.
 */
export function buildSearchText(texts: readonly string[]): string {
  const runs = new Set<string>();
  for (const text of texts) {
    for (const found of tokenize(text)) if (found.kind === 'run') runs.add(found.text);
  }
  return [...runs].join(' ');
}

/** Whether the Khmer occurs in the text from the start of a cluster, not from a subscript on. */
function includesAtClusterStart(text: string, khmer: string): boolean {
  for (let at = text.indexOf(khmer); at !== -1; at = text.indexOf(khmer, at + 1)) {
    if (text.charAt(at - 1) !== coeng) return true;
  }
  return false;
}

/** The keys of a query's run: the run itself, or every three clusters of a longer one. */
function queryGrams(run: string): string[] {
  const clusters = splitKhmerClusters(run);
  if (clusters.length <= maxGramSize) return [run];
  return clusters
    .slice(maxGramSize - 1)
    .map((_last, start) => clusters.slice(start, start + maxGramSize).join(''));
}

/**
 * What to ask the index for the text of a search field.
 *
 * In: what the person typed; the first `maxQueryLength` code points and `maxQueryWords` words count.
 * Out: the keys, each of which a match must have, and a check for what keys cannot tell: that more than
 * three Khmer clusters stand side by side. Never throws, and no character has a special meaning.
 * - A word finds words that begin with it; a run of Khmer finds itself from any cluster on, also inside
 *   a longer run and while its last cluster is still being typed (`ខ្` and `ខ្ម` find `ខ្មែរ`; `មែរ` does not,
 *   nor does `ខមែរ`).
 * - All words must be found, in any order.
 * - Symbols are searched for like words. Punctuation only separates, unless there is nothing else.
 */
export function parseSearchQuery(query: string): SearchQuery {
  // Twice as many code units hold at least as many code points, so a pasted book is not read whole.
  const truncated = Array.from(query.slice(0, maxQueryLength * 2))
    .slice(0, maxQueryLength)
    .join('');
  const all = [...tokenize(truncated)];
  const searchable = all.filter(({ kind }) => kind !== 'punctuation');
  const selected = (searchable.length > 0 ? searchable : all).slice(0, maxQueryWords);

  const keys = new Set<string>();
  const longRuns: string[] = [];
  for (const { kind, text } of selected) {
    if (kind === 'run') {
      const run = text.replace(/\u17D2+$/, '');
      if (run === '') continue;
      const grams = queryGrams(run);
      for (const gram of grams) keys.add(gram);
      if (grams.length > 1) longRuns.push(run);
    } else {
      keys.add(Array.from(text).slice(0, maxWordPrefix).join(''));
    }
  }
  return {
    keys: [...keys],
    verify:
      longRuns.length > 0 ? (stored) => longRuns.every((run) => includesAtClusterStart(stored, run)) : null,
    patterns: longRuns.map((run) => `(?<!${coeng})${run}`),
  };
}
