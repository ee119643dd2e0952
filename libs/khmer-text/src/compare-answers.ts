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
  if (!khmer.test(key)) return Array.from(key);
  const runs = key.match(/\p{Script=Khmer}+|\P{Script=Khmer}/gu) ?? [];
  return runs.flatMap((run) => (khmer.test(run) ? splitKhmerClusters(run) : run));
}

const words = (text: string) => foldText(text).split(insignificant).filter(Boolean);

/** The number of slips that are still `almost`: none in a short word, where a slip makes another word. */
function maxSlips(units: readonly string[]): number {
  if (units.length < 4) return 0;
  // Two slips could replace a cluster by another: a minimal pair.
  if (units.some((unit) => khmer.test(unit)) || units.length < 8) return 1;
  return 2;
}

/** Most units from the first slip of an answer to its last. */
const maxComparedUnits = 50;

/** What of an answer is compared. */
interface PreparedAnswer {
  readonly key: string;
  readonly spoken: string;
  readonly units: readonly string[];
  /** Of each unit, or empty when there is no Khmer. */
  readonly isKhmer: readonly boolean[];
}

function prepareAnswer(text: string): PreparedAnswer {
  const key = answerKey(text);
  const units = toUnits(key);
  const isKhmer = khmer.test(key) ? units.map((unit) => khmer.test(unit)) : [];
  return { key, units, isKhmer, spoken: key.replace(silentSign, '') };
}

/**
 * Whether two answers differ by slips alone: units that were left out, added, interchanged with their neighbour or, outside
 * Khmer, replaced. At most `max` of them by the optimal string alignment distance (the restricted Damerau-Levenshtein
 * distance: F. J. Damerau, A technique for computer detection and correction of spelling errors, 1964). What both begin and
 * end with is left out, and only a band of `max` around the diagonal is computed, until it is passed (E. Ukkonen, Algorithms
 * for approximate string matching, 1985).
 */
function differBySlips(given: PreparedAnswer, expected: PreparedAnswer, max: number): boolean {
  let [rows, columns] = [given.units.length, expected.units.length];
  if (Math.abs(rows - columns) > max) return false;
  let start = 0;
  while (start < Math.min(rows, columns) && given.units[start] === expected.units[start]) start += 1;
  while (Math.min(rows, columns) > start && given.units[rows - 1] === expected.units[columns - 1]) {
    rows -= 1;
    columns -= 1;
  }
  if (Math.max(rows, columns) - start > maxComparedUnits) return false;
  /** The cell of the column with the row's number; those at both ends are never reached. */
  const diagonal = max + 1;
  const row0 = Uint8Array.from({ length: 2 * diagonal + 1 }, (_, cell) => Math.abs(cell - diagonal));
  let [current, last, beforeLast] = [new Uint8Array(row0.length).fill(far), row0, row0.map(() => far)];
  row0.fill(far, 0, diagonal);
  let [least, leastBefore] = [0, far];
  for (let row = start + 1; row <= rows; row += 1) {
    const unit = given.units[row - 1];
    const isKhmer = given.isKhmer[row - 1] ?? false;
    leastBefore = least;
    least = far;
    for (let cell = 1; cell < 2 * diagonal; cell += 1) {
      const column = row + cell - diagonal;
      const other = expected.units[column - 1];
      let slips = far;
      if (column === start) slips = row - start;
      else if (column > start && column <= columns) {
        const isReplaceable = !isKhmer && !expected.isKhmer[column - 1];
        slips = Math.min(at(last, cell + 1) + 1, at(current, cell - 1) + 1, far);
        if (unit === other) slips = Math.min(slips, at(last, cell));
        else if (isReplaceable) slips = Math.min(slips, at(last, cell) + 1);
        if (unit === expected.units[column - 2] && given.units[row - 2] === other)
          slips = Math.min(slips, at(beforeLast, cell) + 1);
      }
      current[cell] = slips;
      least = Math.min(least, slips);
    }
    if (Math.min(least, leastBefore) > max) return false;
    [current, last, beforeLast] = [beforeLast, current, last];
  }
  return at(last, diagonal + columns - rows) <= max;
}

/** More slips than any answer may have. */
const far = 200;
const at = (cells: Uint8Array, index: number) => cells[index] ?? far;

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
 * @returns compares an answer with the accepted ones: the best verdict. Slips more than 50 letters or
 *   clusters apart are wrong. It remembers the accepted ones, so it is for one version of them; the cost of the others grows with
 *   their lengths. Never throws
 */
export function createAnswerComparison(
  texts: readonly string[],
): (given: string, accepted: readonly string[]) => AnswerVerdict {
  let taught: ReadonlySet<string> | undefined;
  const prepared = new Map<string, PreparedAnswer>();

  function prepareAccepted(text: string): PreparedAnswer {
    const answer = prepared.get(text) ?? prepareAnswer(text);
    prepared.set(text, answer);
    return answer;
  }

  const isAlmost = (text: string, given: PreparedAnswer, accepted: string) => {
    const expected = prepareAccepted(accepted);
    if (given.spoken !== expected.spoken && !differBySlips(given, expected, maxSlips(expected.units)))
      return false;
    taught ??= new Set(texts.flatMap((one) => [answerKey(one), ...words(one)]));
    const expectedWords = new Set([expected.key, ...words(accepted)]);
    return ![given.key, ...words(text)].some((word) => !expectedWords.has(word) && taught?.has(word));
  };

  return (text, accepted) => {
    const given = prepareAnswer(text);
    if (given.key === '') return 'wrong';
    if (accepted.some((answer) => prepareAccepted(answer).key === given.key)) return 'right';
    return accepted.some((answer) => isAlmost(text, given, answer)) ? 'almost' : 'wrong';
  };
}
