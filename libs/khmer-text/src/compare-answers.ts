import { foldText, splitKhmerClusters } from './search-text.ts';

/** The verdict on a typed answer. `almost` is a slip of the keyboard: near enough to say so, not right. */
export type AnswerVerdict = 'right' | 'almost' | 'wrong';

/** White space, punctuation and invisible characters; symbols such as `+` remain. */
const insignificant = /[\s\p{P}\p{Cc}\p{Default_Ignorable_Code_Point}]+/gu;

const khmer = /\p{Script=Khmer}/u;

/** The sign of a letter that is not pronounced: the word is the same without it. */
const silentSign = /\u17CD/g;

/**
 * What two spellings of one answer have in common.
 *
 * In: any text. Out: a key that is equal for texts that look the same, or differ only in case, accents, white space or
 * punctuation: `foldText` without them. A text of punctuation alone is compared with its punctuation. Never throws.
 */
export function answerKey(text: string): string {
  const folded = foldText(text);
  return folded.replace(insignificant, '') || folded.trim();
}

/** Letters of Latin and other scripts one by one, Khmer by clusters. */
function toUnits(key: string): string[] {
  return (
    key
      .match(/\p{Script=Khmer}+|\P{Script=Khmer}/gu)
      ?.flatMap((run) => (khmer.test(run) ? splitKhmerClusters(run) : run)) ?? []
  );
}

const words = (text: string) => foldText(text).split(insignificant).filter(Boolean);

/** The number of slips that are still `almost`: none in a short word, where a slip makes another word. */
function maxSlips(units: readonly string[]): number {
  if (units.length < 4) return 0;
  // Two slips could replace a cluster by another: a minimal pair.
  if (units.some((unit) => khmer.test(unit)) || units.length < 8) return 1;
  return 2;
}

/**
 * The number of slips between two answers: units that were left out, added, interchanged with their neighbour or, outside
 * Khmer, replaced. It is the optimal string alignment distance (the restricted Damerau-Levenshtein distance: F. J.
 * Damerau, A technique for computer detection and correction of spelling errors, 1964), in a band of `max` around the
 * diagonal, so that its cost grows with the length and not with its square (E. Ukkonen, Algorithms for approximate string
 * matching, 1985). Infinity beyond `max`.
 */
function countSlips(given: readonly string[], expected: readonly string[], max: number): number {
  if (Math.abs(given.length - expected.length) > max) return Number.POSITIVE_INFINITY;
  let beforeLast: number[] = [];
  let last = expected.map((_, index) => index);
  last.push(expected.length);
  for (let row = 1; row <= given.length; row += 1) {
    const current: number[] = Array(expected.length + 1).fill(Number.POSITIVE_INFINITY);
    if (row <= max) current[0] = row;
    const unit = given[row - 1] ?? '';
    for (let column = Math.max(1, row - max); column <= Math.min(expected.length, row + max); column += 1) {
      const other = expected[column - 1] ?? '';
      const at = (cells: readonly number[], index: number) => cells[index] ?? Number.POSITIVE_INFINITY;
      const replaced = khmer.test(unit) || khmer.test(other) ? Number.POSITIVE_INFINITY : 1;
      const isInterchanged = column > 1 && unit === expected[column - 2] && given[row - 2] === other;
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (unit === other ? 0 : replaced),
        isInterchanged ? at(beforeLast, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = current;
  }
  const slips = last[expected.length] ?? Number.POSITIVE_INFINITY;
  return slips <= max ? slips : Number.POSITIVE_INFINITY;
}

/**
 * Creates the comparison of typed answers, in English or Khmer, with the accepted ones.
 *
 * - `right`: the answer looks like an accepted one, or differs from it only in case, accents, white space, punctuation,
 *   invisible characters, Khmer or other digits, or the order in which Khmer signs were typed (`answerKey`).
 * - `almost`: a slip of the keyboard. Letters outside Khmer may be left out, doubled, replaced or interchanged: one in an
 *   answer of 4 to 7 letters, two in a longer one. In Khmer, of 4 clusters or more, one whole cluster may be left out,
 *   doubled or interchanged with its neighbour, and the sign of a silent letter (toandakhiat) may be missing.
 * - `wrong`: all others. Minimal pairs are never `right` or `almost`: in Khmer another consonant, subscript, vowel or
 *   register shifter makes another word, so no part of a cluster may differ; and an answer with a word that it should not
 *   have is wrong when that word is one of the `texts`, such as `sheep` for `ship` where both are taught.
 *
 * @param texts what else is taught beside the answers; their words are read when the first answer is `almost`
 * @returns compares an answer with the accepted ones: the best verdict. The cost grows with the lengths of the texts.
 *   Never throws
 */
export function createAnswerComparison(
  texts: readonly string[],
): (given: string, accepted: readonly string[]) => AnswerVerdict {
  let taught: ReadonlySet<string> | undefined;

  const isAlmost = (given: string, accepted: string) => {
    const [key, expected] = [answerKey(given), answerKey(accepted)];
    const isSame = key.replace(silentSign, '') === expected.replace(silentSign, '');
    const units = toUnits(expected);
    if (!isSame && countSlips(toUnits(key), units, maxSlips(units)) === Number.POSITIVE_INFINITY)
      return false;
    taught ??= new Set(texts.flatMap((text) => [answerKey(text), ...words(text)]));
    const expectedWords = new Set([expected, ...words(accepted)]);
    return ![key, ...words(given)].some((word) => !expectedWords.has(word) && taught?.has(word));
  };

  return (given, accepted) => {
    const key = answerKey(given);
    if (key === '') return 'wrong';
    if (accepted.some((answer) => answerKey(answer) === key)) return 'right';
    return accepted.some((answer) => isAlmost(given, answer)) ? 'almost' : 'wrong';
  };
}
