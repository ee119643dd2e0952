/** The sign that puts the next consonant below the line. */
export const coeng = '\u17D2';

/** Khmer letters, marks, digits and the two signs that stand in a word; no punctuation. */
export const khmerCharacterClass = '[\\u1780-\\u17D3\\u17D7\\u17DC\\u17DD\\u17E0-\\u17E9]';

const mark = '(?:\\u17D2[\\u1780-\\u17B3]?|[\\u17B4-\\u17D1\\u17D3\\u17DD])';

/**
 * One cluster: a letter, digit or sign with its subscripts, vowels and marks. Marks with nothing
 * to sit on (`ា` taught by itself) are one too. No real cluster has more than eight parts after
 * its letter; the limit keeps a hostile one small.
 */
const cluster = new RegExp(`[\\u1780-\\u17B3\\u17D7\\u17DC\\u17E0-\\u17E9]${mark}{0,8}|${mark}{1,8}`, 'g');

/**
 * The clusters of a run of Khmer characters, in order; joined they are the run again.
 * Our own rule and not `Intl.Segmenter`, whose answer depends on the ICU of the browser or Node.
 */
export function splitKhmerClusters(run: string): string[] {
  return run.match(cluster) ?? [];
}
