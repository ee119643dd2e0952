import { khnormal } from 'khmer-normalizer';

/** What may sit inside Khmer text unseen: zero-width characters and the two inherent vowels. */
const invisiblePattern = /[\u200B-\u200D\u2060\uFEFF\u17B4\u17B5]/g;

/**
 * A base and everything that belongs to its syllable. Syllables are handed to khmer-normalizer one
 * by one: given a whole text it counts an emoji as one character while cutting, and loses the end of
 * the text. It would also carry a letter over a stray joiner (U+200D), so one ends a syllable here,
 * except in a Middle Khmer subscript.
 */
const syllablePattern =
  /[\u1780-\u17A2\u17A5-\u17B3](?:\u17D2\u200D?[\u1780-\u17A2\u17A5-\u17B3]|[\u17B6-\u17D3\u17DD\u200C])+/g;

/** khmer-normalizer compiles its patterns for every syllable, and a text repeats few of them. */
const syllableCache = new Map<string, string>();
const maxCachedSyllables = 10_000;
const maxCachedSyllableLength = 16;

/** Rare spellings need several rounds until nothing changes; nonsense of endless subscripts stops here. */
const maxRounds = 8;

function normaliseSyllable(typed: string): string {
  // A base with one mark has only one order.
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
 * The form in which two texts that look the same are the same string. For comparing and
 * for keys only: text is stored as typed.
 *
 * In: any string. Out: without zero-width characters (U+200B to 200D, 2060, FEFF) and inherent
 * vowels (U+17B4, 17B5), every Khmer syllable in the order of the Khmer encoding structure
 * (Unicode L2/22-290), in NFC and lower case. Never throws. Applying it to its own result changes nothing.
 *
 * Unseen characters go first, so that one inside a syllable cannot hide a wrong order; the Khmer
 * order comes before NFC, which would move the subscript sign past other marks.
 */
export function normaliseKhmer(text: string): string {
  return normaliseSyllables(text.replace(invisiblePattern, ''))
    .normalize('NFC')
    .toLowerCase()
    .normalize('NFC');
}

/**
 * The Khmer spelling an author should be offered in place of what they typed.
 *
 * In: any string. Out: the same text with each Khmer syllable in its standard order, letter case,
 * spaces and zero-width spaces untouched; `null` when there is nothing to fix.
 */
export function suggestSpelling(text: string): string | null {
  const fixed = normaliseSyllables(text);
  return fixed === text ? null : fixed;
}

const blankPattern = /^[\s\p{Cc}\p{Default_Ignorable_Code_Point}]*$/u;

/**
 * True when a string shows nothing: empty, or only spaces, controls and zero-width characters.
 * What `text.trim() === ''` means to do, but `'\u200B'.trim()` is not empty.
 */
export function isBlank(text: string): boolean {
  return blankPattern.test(text);
}

const trimmablePattern = /[\s\u200B-\u200D\u2060\uFEFF]/;

/**
 * The text without spaces and zero-width characters at its ends; `''` when nothing is visible.
 * What is inside stays as typed.
 */
export function trimInvisible(text: string): string {
  if (isBlank(text)) return '';
  let start = 0;
  let end = text.length;
  while (trimmablePattern.test(text.charAt(start))) start += 1;
  while (trimmablePattern.test(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
