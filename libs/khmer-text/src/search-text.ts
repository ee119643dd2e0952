import { khnormal } from 'khmer-normalizer';

/** What Unicode calls invisible: zero-width characters, soft hyphens, variation selectors, the inherent vowels of Khmer. */
const invisiblePattern = /\p{Default_Ignorable_Code_Point}/gu;

/**
 * A base with all characters of its syllable. Syllables are passed to khmer-normalizer one by one: in a whole text it
 * counts an emoji as one character when slicing, and loses the end of the text. It would also move a letter across a
 * stray joiner (U+200D), so a joiner ends a syllable here, except in a Middle Khmer subscript.
 */
const syllablePattern =
  /[\u1780-\u17A2\u17A5-\u17B3](?:\u17D2\u200D?[\u1780-\u17A2\u17A5-\u17B3]|[\u17B6-\u17D3\u17DD\u200C])+/g;

/** Cache: khmer-normalizer compiles its patterns for every syllable, and a text repeats few of them. */
const syllableCache = new Map<string, string>();
const maxCachedSyllables = 10_000;
const maxCachedSyllableLength = 16;

/** Rare spellings need several rounds to become stable; the limit stops on malformed text with endless subscripts. */
const maxRounds = 8;

function normaliseSyllable(typed: string): string {
  // A base with one mark has only one possible order.
  if (typed.length < 3) return typed;
  if (typed.length > maxCachedSyllableLength) return khnormal(typed);
  const cached = syllableCache.get(typed);
  if (cached !== undefined) return cached;
  if (syllableCache.size >= maxCachedSyllables) syllableCache.clear();
  const fixed = khnormal(typed);
  syllableCache.set(typed, fixed);
  return fixed;
}

function normaliseSyllables(text: string, normalise = normaliseSyllable): string {
  let current = text;
  for (let round = 0; round < maxRounds; round += 1) {
    const next = current.replace(syllablePattern, normalise);
    if (next === current) break;
    current = next;
  }
  return current;
}

/** Letters that Unicode deprecates or calls variants, each with the letters that it stands for. */
const letterVariants: ReadonlyMap<string, string> = new Map([
  ['\u17A3', '\u17A2'],
  ['\u17A4', '\u17A2\u17B6'],
  ['\u17A8', '\u17A7\u1780'],
  ['\u17B2', '\u17B1'],
  ['\u17D8', '\u17D4\u179B\u17D4'],
]);
const letterVariantPattern = /[\u17A3\u17A4\u17A8\u17B2\u17D8]/g;

/**
 * Register shifters below a vowel that is written above its consonant. Both have the shape of the vowel U there (Unicode
 * Technical Note 61, Khmer Encoding Structure).
 */
const hiddenShifters =
  /[\u17C9\u17CA]+(?=[\u17C1-\u17C5]?(?:[\u17B7-\u17BA\u17BE\u17BF\u17D0\u17DD]|\u17B6\u17C6))/g;

/**
 * Normalises text so that two texts that look the same become the same string. For comparisons and keys only: text is
 * stored as typed.
 *
 * In: any string. Out: without invisible characters (Unicode's `Default_Ignorable_Code_Point`), every Khmer syllable in
 * the order of the Khmer encoding structure (Unicode L2/22-290), one spelling for signs that look the same (subscript DA
 * and TA, the register shifters and the vowel U below an upper vowel, deprecated letters), in NFC and lower case. Never
 * throws. Idempotent.
 *
 * Invisible characters are removed first, so that one inside a syllable cannot hide a wrong order. The Khmer order is
 * applied before NFC, which would move the subscript sign past other marks.
 */
export function normaliseKhmer(text: string): string {
  const letters = text
    .replace(invisiblePattern, '')
    .replace(letterVariantPattern, (letter) => letterVariants.get(letter) ?? letter);
  return normaliseSyllables(letters)
    .replace(hiddenShifters, '\u17C9')
    .normalize('NFC')
    .toLowerCase()
    .normalize('NFC');
}

/** Ligatures and full-width forms of Latin letters, digits and punctuation. */
const latinForms = /[\uFB00-\uFB06\uFF01-\uFF5E]+/g;
/** Latin, Greek and modifier letters, which phonemic spellings consist of, with the marks of a decomposed text. */
const markedLetters = /([\p{Script=Latin}\p{Script=Greek}\u02B0-\u02FF])\p{Script=Inherited}+/gu;
/** Phonetic stress marks: nobody types them, and Unicode classifies them as letters. */
const stressMarks = /[\u02C8\u02CC]/g;
const khmerZero = 0x17e0;

/**
 * The key by which texts are compared: search, words, typed answers, titles and the order of lists all derive from it.
 *
 * In: any string. Out: `normaliseKhmer` with Khmer digits as 0 to 9, no space before the repetition sign (`ៗ`), and Latin
 * letters without accents, stress marks and compatibility forms. A line stays a line. Never throws. Idempotent.
 */
export function foldText(text: string): string {
  // Nothing else applies to ASCII.
  if (/^\p{ASCII}*$/u.test(text)) return text.toLowerCase();
  const plain = text.replace(latinForms, (found) => found.normalize('NFKC')).replace(stressMarks, '');
  return normaliseKhmer(plain)
    .normalize('NFD')
    .replace(markedLetters, '$1')
    .normalize('NFC')
    .replace(/[\u17E0-\u17E9]/g, (digit) => String(digit.charCodeAt(0) - khmerZero))
    .replace(/[^\S\r\n]+(?=\u17D7)/g, '');
}

const subscriptDaOrTa = /\u17D2[\u178A\u178F]/g;

/** Undoes one fold of a text: its subscripts DA and TA are again those that were typed. */
export function restoreSubscripts(typed: string, folded: string): string {
  const subscripts = typed.replace(invisiblePattern, '').match(subscriptDaOrTa) ?? [];
  return folded.replace(subscriptDaOrTa, (found) => subscripts.shift() ?? found);
}

/** A syllable in standard order, with the signs that the author chose among those that look the same. */
function suggestSyllable(typed: string): string {
  const fixed = normaliseSyllable(typed);
  // With the letter BA, the vowel U may stand for either register shifter.
  if (/\u1794/.test(typed) && /\u17BB/.test(typed) && !/\u17BB/.test(fixed)) return typed;
  return restoreSubscripts(typed, fixed);
}

/**
 * Suggests the standard Khmer spelling of a text.
 *
 * In: any string. Out: the text with each Khmer syllable in standard order; letter case, spaces, zero-width spaces, and
 * which of two signs that look the same (subscript DA or TA) are unchanged. `null` when there is nothing to correct.
 */
export function suggestSpelling(text: string): string | null {
  const fixed = normaliseSyllables(text, suggestSyllable);
  return fixed === text ? null : fixed;
}

const blankPattern = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*$/u;

/**
 * True when a string has no visible characters: empty, or only spaces, control and invisible characters. Unlike
 * `text.trim() === ''`, it covers `'\u200B'`.
 */
export function isBlank(text: string): boolean {
  return blankPattern.test(text);
}

/** Not the variation selectors, which are the last part of an emoji. */
const trimmablePattern = /(?![\uFE00-\uFE0F])[\s\p{Default_Ignorable_Code_Point}]/u;

/** Removes spaces and invisible characters from both ends; `''` when nothing is visible. The inside stays as typed. */
export function trimInvisible(text: string): string {
  if (isBlank(text)) return '';
  let start = 0;
  let end = text.length;
  while (trimmablePattern.test(text.charAt(start))) start += 1;
  while (trimmablePattern.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

/**
 * Maximum number of keys per document, below that of MongoDB (`indexMaxNumGeneratedKeysPerDocument`, 100,000). Keys of the
 * first texts are kept; see `hasTooManyKeys`.
 */
export const maxSearchKeys = 90_000;
/** What of them the contents of a document may have, so that its title and description always have theirs. */
const maxContentKeys = 70_000;
/** Maximum length of a word prefix in code points; `a`, `ap`, `app`… up to this length are keys. */
export const maxWordPrefix = 24;
/** Maximum length of a query in code points; the rest is ignored. */
export const maxQueryLength = 100;
/** Maximum number of words, Khmer runs and symbols of a query; the rest is ignored. */
export const maxQueryWords = 8;

/** Maximum number of consecutive clusters in a Khmer key. */
const maxGramSize = 3;

/** A parsed search: the keys to look up in the index, and a check of the candidates. */
export interface SearchQuery {
  /** All of them must be among a document's keys (`$all`). Empty: the search is blank and matches everything. */
  readonly keys: string[];
  /** Whether a document's `searchText` matches; `null` when the keys alone decide. */
  readonly verify: ((searchText: string) => boolean) | null;
  /**
   * The same check for a database: sources of regular expressions (JavaScript and PCRE), all of which must match
   * `searchText`. They consist of literal Khmer text, so none is slow. Empty when the keys alone decide.
   */
  readonly patterns: readonly string[];
}

export interface Token {
  readonly kind: 'run' | 'word' | 'symbol' | 'punctuation';
  readonly text: string;
}

/** The sign that turns the next consonant into a subscript. */
const coeng = '\u17D2';

/** Khmer letters, marks, digits and the two signs that occur within words; no punctuation. */
const khmerCharacterClass = '[\\u1780-\\u17D3\\u17D7\\u17DC\\u17DD\\u17E0-\\u17E9]';

const mark = '(?:\\u17D2[\\u1780-\\u17B3]?|[\\u17B4-\\u17D1\\u17D3\\u17DD])';

/**
 * One cluster: a letter, digit or sign with its subscripts, vowels and marks. Marks without a base (such as `ា`
 * taught by itself) also form a cluster. Real clusters have at most eight parts after the letter; the limit bounds
 * malicious input.
 */
const cluster = new RegExp(`[\\u1780-\\u17B3\\u17D7\\u17DC\\u17E0-\\u17E9]${mark}{0,8}|${mark}{1,8}`, 'g');

/**
 * Splits a run of Khmer characters into clusters, in order; joined, they are the run again. Not `Intl.Segmenter`,
 * whose result depends on the ICU version of the browser or Node.
 */
export function splitKhmerClusters(run: string): string[] {
  return run.match(cluster) ?? [];
}

const notKhmer = `(?!${khmerCharacterClass})`;
const tokenPattern = new RegExp(
  `(?<run>${khmerCharacterClass}+)|(?<word>${notKhmer}[\\p{L}\\p{N}](?:${notKhmer}[\\p{L}\\p{M}\\p{N}])*)|(?<symbol>\\p{S})|\\p{P}`,
  'gu',
);

/** The words, runs of Khmer, symbols and punctuation characters of a text, folded (`foldText`), in order. */
export function* splitTokens(text: string): Generator<Token> {
  for (const match of foldText(text).matchAll(tokenPattern)) {
    const { run, word, symbol } = match.groups ?? {};
    if (run !== undefined) yield { kind: 'run', text: run };
    else if (word !== undefined) yield { kind: 'word', text: word };
    else yield { kind: symbol === undefined ? 'punctuation' : 'symbol', text: match[0] };
  }
}

/** The prefixes of a word: `a`, `ap`, `app`. */
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

/** The prefixes of a cluster as a learner types it. A subscript sign counts only together with its consonant. */
function* clusterPrefixes(cluster: string): Generator<string> {
  for (let end = 1; end <= cluster.length; end += 1) {
    if (cluster.charAt(end - 1) !== coeng) yield cluster.slice(0, end);
  }
}

/** All sequences of one to three consecutive clusters, with the last one complete or partial. */
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
  else if (kind === 'symbol') yield text;
}

/**
 * Builds the search keys of a document, for a multikey index.
 *
 * In: the document's texts, the most important first. Out: at most `maxSearchKeys` different strings of at most a few
 * dozen characters, those of the first texts first:
 * - of each word (letters, digits, phonetic letters; other characters separate words): its prefixes;
 * - of each run of Khmer: all sequences of one to three consecutive clusters, with the last one complete or partial;
 * - each symbol (`+`, an emoji).
 *
 * What `foldText` folds makes no difference: case, accents, Khmer spelling order, invisible characters, digits.
 */
export function buildSearchKeys(texts: readonly string[]): string[] {
  const keys = new Set<string>();
  for (const text of texts) {
    for (const found of splitTokens(text)) {
      for (const key of tokenKeys(found)) {
        keys.add(key);
        if (keys.size === maxSearchKeys) return [...keys];
      }
    }
  }
  return [...keys];
}

/** Most keys of one UTF-16 code unit: it ends a sequence of one, of two and of three clusters. */
const maxKeysPerUnit = 3;

/**
 * Whether the contents of a document have so many different words that not all of them could be found: more than 70,000 keys,
 * which is some 8,000 rows of vocabulary. Cheap for texts that are too short for it.
 */
export function hasTooManyKeys(contents: readonly string[]): boolean {
  const units = contents.reduce((sum, text) => sum + text.length, 0);
  return units * maxKeysPerUnit > maxContentKeys && buildSearchKeys(contents).length > maxContentKeys;
}

/**
 * Builds the text that is stored beside the keys, for `SearchQuery.verify` and for the order of what a search finds
 * (`createRelevance`): the document's words, symbols and runs of Khmer (`wordsOf`), folded and separated by spaces.
 */
export function buildSearchText(texts: readonly string[]): string {
  return [...wordsOf(texts)].join(' ');
}

/** The words, symbols and runs of Khmer of texts, folded, each once; also the words into which zero-width spaces divide a run. */
export function wordsOf(texts: readonly string[]): Set<string> {
  const words = new Set<string>();
  for (const text of texts) {
    addWords(words, text);
    // What begins within a cluster is no word.
    if (text.includes('\u200B'))
      for (const part of text.split(/\u200B(?=[^\u17B4-\u17D3\u17DD])(?<!\u17D2\u200B)/))
        addWords(words, part);
  }
  return words;
}

function addWords(words: Set<string>, text: string): void {
  for (const { kind, text: word } of splitTokens(text)) if (kind !== 'punctuation') words.add(word);
}

/** Whether the text contains the Khmer string starting at a cluster, not at a subscript. */
function includesAtClusterStart(text: string, khmer: string): boolean {
  for (let at = text.indexOf(khmer); at !== -1; at = text.indexOf(khmer, at + 1)) {
    if (text.charAt(at - 1) !== coeng) return true;
  }
  return false;
}

/** The keys of a query's run: the run itself, or all three-cluster sequences of a longer one. */
function queryGrams(run: string): string[] {
  const clusters = splitKhmerClusters(run);
  if (clusters.length <= maxGramSize) return [run];
  return clusters
    .slice(maxGramSize - 1)
    .map((_last, start) => clusters.slice(start, start + maxGramSize).join(''));
}

/**
 * Parses the text of a search field.
 *
 * In: the typed text; only the first `maxQueryLength` code points and `maxQueryWords` words count. Out: the keys, all
 * of which a match must have, and a check for what keys cannot express: that more than three Khmer clusters are
 * consecutive. Never throws; no character has a special meaning.
 * - A word matches words that start with it. A run of Khmer matches from the start of any cluster, also inside a
 *   longer run and while its last cluster is incomplete (`ខ្` and `ខ្ម` match `ខ្មែរ`; `មែរ` and `ខមែរ` do not).
 * - All words must match, in any order.
 * - Symbols are searched like words. Punctuation only separates words; alone, it finds nothing.
 */
export function parseSearchQuery(query: string): SearchQuery {
  // A code point has at most two code units; slicing first avoids reading a huge pasted text completely.
  const truncated = Array.from(query.slice(0, maxQueryLength * 2))
    .slice(0, maxQueryLength)
    .join('');
  const all = [...splitTokens(truncated)];
  const searchable = all.filter(({ kind }) => kind !== 'punctuation');
  // No text has a key of punctuation.
  const selected = searchable.length > 0 ? searchable.slice(0, maxQueryWords) : all.slice(0, 1);

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
