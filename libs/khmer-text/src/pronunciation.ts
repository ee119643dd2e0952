import { foldText, normaliseKhmer, splitKhmerClusters } from './search-text.ts';

/** Signs that a keyboard, an editor or a font replaces by another one of the same look and meaning. */
const apostrophes = /[\u0060\u00B4\u02B9-\u02BD\u2018-\u201B\u2032\uA78C\uFF07]/g;
const hyphens = /[\u2010-\u2015\u2212\uFE63\uFF0D]/g;
const endPunctuation = /[\s.,;:!?…។៕៖\uFF01\uFF1F]+$/u;

function normaliseSigns(text: string): string {
  return text
    .replace(apostrophes, "'")
    .replace(hyphens, '-')
    .replace(/\s+/g, ' ')
    .replace(/ ?- ?/g, '-')
    .trim();
}

/** Removes what stands only around a text: spaces at the ends, and punctuation at its end. A text of nothing else stays. */
function trimPunctuation(text: string): string {
  const trimmed = text.trim();
  return trimmed.replace(endPunctuation, '') || trimmed;
}

/**
 * The key by which an English word or phrase, or its Khmer, is compared with others.
 *
 * In: any string. Out: `foldText` with compatibility forms resolved (NFKC), one kind of apostrophe and hyphen, single
 * spaces, and without punctuation at the end: `Where?` and `where` are the same word. `''` for a blank text. Idempotent.
 */
export function wordKey(text: string): string {
  const folded = foldText(text.normalize('NFKC').replace(/\s+/g, ' '));
  return normaliseSigns(trimPunctuation(normaliseSigns(folded)));
}

/**
 * The key by which two pronunciations are compared: equal exactly for spellings that no reader tells apart, or that differ only in
 * case, white space, brackets around them or punctuation at the end.
 *
 * In: any string. Out: as `wordKey`, without square brackets at both ends, but of `normaliseKhmer` and without NFKC: accents and
 * modifier letters such as the h of `kʰ` stay what they are. Combining marks are in canonical order (NFC). Hyphens, stress and length marks count. Idempotent.
 */
export function pronunciationKey(phonemic: string): string {
  let current = normaliseSigns(normaliseKhmer(phonemic));
  for (;;) {
    const next = normaliseSigns(trimPunctuation(current.replace(/^\[(.*)\]$/s, '$1')));
    if (next === current) return current;
    current = next;
  }
}

/**
 * A pronunciation with the punctuation that a row needs: `nouw-naa?` is `nouw-naa` for `Where`.
 *
 * @param spelling a pronunciation that was used before
 * @param word the English or Khmer of the row. Without punctuation at its end, the pronunciation has none either
 */
export function fitPunctuation(spelling: string, word: string): string {
  return endPunctuation.test(word.trim()) ? spelling : trimPunctuation(spelling);
}

/**
 * Replaces a pronunciation by another spelling of it.
 *
 * @returns `spelling` with the punctuation at the end of `phonemic`
 */
export function respell(phonemic: string, spelling: string): string {
  const trimmed = phonemic.trim();
  return trimPunctuation(spelling) + trimmed.slice(trimPunctuation(trimmed).length);
}

/** The article before an English noun. Khmer has none. */
const article = /^(?:an?|the) (?=.)/;

/**
 * The keys of the same English word that a Khmer word translates, too: without article and, for a plural, the singular. Khmer has
 * neither articles nor plurals.
 *
 * @param key a `wordKey`
 * @returns other keys, the likeliest first; some are no words. Verb forms are not among them: Khmer marks them by other words
 */
export function uninflectedKeys(key: string): string[] {
  const bare = key.replace(article, '');
  const singulars: string[] = [];
  if (/[^aeiou]ies$/.test(bare)) singulars.push(`${bare.slice(0, -3)}y`);
  if (/(?:s|x|z|ch|sh|o)es$/.test(bare)) singulars.push(bare.slice(0, -2));
  if (/ves$/.test(bare)) singulars.push(`${bare.slice(0, -3)}f`, `${bare.slice(0, -3)}fe`);
  if (/[^su]s$/.test(bare)) singulars.push(bare.slice(0, -1));
  return [...new Set([bare, ...singulars])].filter((other) => other !== key && other.length > 1);
}

/** Maximum number of clusters of a Khmer text that is composed of known words. */
const maxComposedClusters = 24;
/** Maximum number of clusters of one of its words. */
const maxPartClusters = 8;

/** The clusters of a Khmer text, and whether a space is before each; null for one that is too long or not only Khmer. */
function splitText(khmer: string): { cluster: string; afterSpace: boolean }[] | null {
  const clusters = wordKey(khmer)
    .split(' ')
    .flatMap((run) =>
      (run.match(/\d+|\D+/g) ?? [])
        .flatMap((part) => (/\d/.test(part) ? part : splitKhmerClusters(part)))
        .map((cluster, at) => ({ cluster, afterSpace: at === 0 })),
    );
  const isWhole = clusters.map(({ cluster }) => cluster).join('') === wordKey(khmer).replaceAll(' ', '');
  return isWhole && clusters.length <= maxComposedClusters ? clusters : null;
}

/**
 * The keys of all words that a Khmer text may be made of.
 *
 * @returns distinct keys of parts of the text, without the text itself; none for a text of more than 24 clusters, or not only Khmer
 */
export function partKeys(khmer: string): string[] {
  const clusters = splitText(khmer) ?? [];
  const keys = new Set<string>();
  clusters.forEach((_cluster, start) => {
    let key = '';
    for (const { cluster, afterSpace } of clusters.slice(start, start + maxPartClusters)) {
      if (key !== '' && afterSpace) break;
      key += cluster;
      keys.add(key);
    }
  });
  keys.delete(wordKey(khmer));
  return [...keys];
}

/** The sign that repeats the word before it. */
const repetitionSign = 'ៗ';

/** The pronunciations of the first words of a text. */
interface Composition {
  readonly text: string;
  /** That of the last word. */
  readonly last: string;
  readonly words: number;
}

/**
 * Composes the pronunciation of a Khmer text from those of its words, the fewest possible, with spaces between them. The order of
 * words is that of the Khmer: the order of English is another one. The repetition sign (`ៗ`) repeats the word before it.
 *
 * @param spellings the pronunciations by key, as for `partKeys`
 * @returns null when a part of the text has none
 */
export function composePronunciation(khmer: string, spellings: ReadonlyMap<string, string>): string | null {
  const clusters = splitText(khmer);
  if (clusters === null) return null;
  /** The fewest words for the first clusters. */
  const best: (Composition | null)[] = [{ text: '', last: '', words: 0 }];
  for (let end = 1; end <= clusters.length; end += 1) {
    const repeated = clusters[end - 1]?.cluster === repetitionSign ? best[end - 1] : undefined;
    let chosen: Composition | null = repeated?.last
      ? { ...repeated, text: `${repeated.text} ${repeated.last}`, words: repeated.words + 1 }
      : null;
    let key = '';
    for (let start = end - 1; start >= Math.max(0, end - maxPartClusters); start -= 1) {
      const first = clusters[start];
      if (first === undefined) break;
      key = first.cluster + key;
      const spelling = spellings.get(key);
      const before = best[start];
      if (spelling !== undefined && before && (chosen === null || before.words + 1 < chosen.words)) {
        const last = trimPunctuation(spelling);
        chosen = { text: `${before.text} ${last}`.trim(), last, words: before.words + 1 };
      }
      // A word has no space inside.
      if (first.afterSpace) break;
    }
    best.push(chosen);
  }
  const all = best[clusters.length];
  return all && all.words > 1 ? all.text : null;
}
