import { khnormal } from 'khmer-normalizer';

/** Invisible characters in Khmer text: zero-width characters and the two inherent vowels. */
const invisiblePattern = /[\u200B-\u200D\u2060\uFEFF\u17B4\u17B5]/g;

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

function normaliseSyllables(text: string): string {
  let current = text;
  for (let round = 0; round < maxRounds; round += 1) {
    const next = current.replace(syllablePattern, normaliseSyllable);
    if (next === current) break;
    current = next;
  }
  return current;
}

/**
 * Normalises text so that two texts that look the same become the same string. For comparisons and keys only: text is
 * stored as typed.
 *
 * In: any string. Out: without zero-width characters (U+200B to 200D, 2060, FEFF) and inherent vowels (U+17B4, 17B5),
 * every Khmer syllable in the order of the Khmer encoding structure (Unicode L2/22-290), in NFC and lower case. Never
 * throws. Idempotent.
 *
 * Invisible characters are removed first, so that one inside a syllable cannot hide a wrong order. The Khmer order is
 * applied before NFC, which would move the subscript sign past other marks.
 */
export function normaliseKhmer(text: string): string {
  return normaliseSyllables(text.replace(invisiblePattern, ''))
    .normalize('NFC')
    .toLowerCase()
    .normalize('NFC');
}

/**
 * Suggests the standard Khmer spelling of a text.
 *
 * In: any string. Out: the text with each Khmer syllable in standard order; letter case, spaces and zero-width spaces
 * are unchanged. `null` when there is nothing to correct.
 */
export function suggestSpelling(text: string): string | null {
  const fixed = normaliseSyllables(text);
  return fixed === text ? null : fixed;
}

const blankPattern = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*$/u;

/**
 * True when a string has no visible characters: empty, or only spaces, control and zero-width characters. Unlike
 * `text.trim() === ''`, it covers `'\u200B'`.
 */
export function isBlank(text: string): boolean {
  return blankPattern.test(text);
}

const trimmablePattern = /[\s\u200B-\u200D\u2060\uFEFF]/;

/** Removes spaces and zero-width characters from both ends; `''` when nothing is visible. The inside stays as typed. */
export function trimInvisible(text: string): string {
  if (isBlank(text)) return '';
  let start = 0;
  let end = text.length;
  while (trimmablePattern.test(text.charAt(start))) start += 1;
  while (trimmablePattern.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
