/** The sign that turns the next consonant into a subscript. */
export const coeng = '\u17D2';

/** Khmer letters, marks, digits and the two signs that occur within words; no punctuation. */
export const khmerCharacterClass = '[\\u1780-\\u17D3\\u17D7\\u17DC\\u17DD\\u17E0-\\u17E9]';

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
