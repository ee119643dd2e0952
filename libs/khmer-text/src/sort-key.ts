import { foldText, restoreSubscripts } from './search-text.ts';

/** Maximum length of a sort key in code points. Texts that differ only after it are equal for sorting. */
export const maxSortKeyLength = 100;

/** Khmer punctuation in its order. It comes before digits, as all punctuation does. */
const punctuation = [...'\u17D6\u17D4\u17D5\u17D9\u17DA\u17D7\u17DB'];

/** What sorts as a letter of its own, in order. Two vowels with a sign are letters; the subscript sign is the last. */
const letters = [
  ...'កខគឃងចឆជឈញដឋឌឍណតថទធនបផពភមយរឫឬលឭឮវឝឞសហឡអ\u17DC',
  ...'\u17B6\u17B7\u17B8\u17B9\u17BA\u17BB\u17BC\u17BD\u17BE\u17BF\u17C0\u17C1\u17C2\u17C3\u17C4\u17C5',
  ...['\u17BB\u17C6', '\u17C6', '\u17B6\u17C6'],
  ...['\u17C7', '\u17B7\u17C7', '\u17BB\u17C7', '\u17C1\u17C7', '\u17C4\u17C7'],
  '\u17D2',
];

/** Signs that only decide between words that are equal without them, in order. */
const signs = [...'\u17CC\u17CE\u17CF\u17D1\u17D0\u17C8\u17DD\u17CB\u17C9\u17CA\u17CD'];

/** Independent vowels sort as the letter QA with a vowel, after it: the sign makes the difference. */
const independentVowels: ReadonlyMap<string, string> = new Map([
  ['ឥ', 'អ\u17CC\u17B7'],
  ['ឦ', 'អ\u17CC\u17B8'],
  ['ឧ', 'អ\u17CC\u17BB'],
  ['ឩ', 'អ\u17CC\u17BC'],
  ['ឪ', 'អ\u17CC\u17BCវ'],
  ['ឯ', 'អ\u17CC\u17C2'],
  ['ឰ', 'អ\u17CC\u17C3'],
  ['ឱ', 'អ\u17CC\u17C4'],
  ['ឳ', 'អ\u17CC\u17C5'],
]);

/** Private-use characters, so that Khmer comes after the letters and punctuation of other scripts. */
const weights: ReadonlyMap<string, string> = new Map([
  ...punctuation.map((sign, index) => [sign, `/${index}`] as const),
  ...letters.map((letter, index) => [letter, String.fromCharCode(0xe000 + index)] as const),
]);
const signWeights: ReadonlyMap<string, string> = new Map(
  signs.map((sign, index) => [sign, String.fromCharCode(0xe100 + index)] as const),
);

/** The weight of a letter among those of signs, lower than them. */
const noSign = ' ';
/** Between the weights of letters and of signs, lower than all characters of a text. */
const separator = '\u0001';

const element =
  /\u17BB\u17C6|\u17B6\u17C6|[\u17B7\u17BB\u17C1\u17C4]\u17C7|[\u1780-\u17DD]|[^\u1780-\u17DD]+/g;

/**
 * Builds the key by which a text is sorted: compare keys by code points, as UTF-8 bytes are compared.
 *
 * In: any string. Out: a key of at most `maxSortKeyLength` code points, equal for texts with the same `foldText`, but for
 * subscripts DA and TA, which have different places in dictionaries. Spaces at the ends do not count, and other runs of
 * spaces are one. Numbers come in the order of their values: `Lesson 2` before `Lesson 10`, `១០` as 10. Punctuation and
 * digits come before Latin letters, and these before Khmer. Khmer is in the order of dictionaries, by the rules of CLDR's
 * collation for Khmer (`common/collation/km.xml`): consonants, vowels, subscripts; an independent vowel as the letter QA
 * with a vowel, robat as a subscript of RO; register shifters, bantoc and other signs only between words that are equal
 * without them. Never throws.
 */
export function buildSortKey(text: string): string {
  const plain = restoreSubscripts(text, foldText(text))
    // A number is preceded by its length, so that comparing characters compares values.
    .replace(/\d+/g, (digits) => {
      const value = digits.replace(/^0+(?=\d)/, '');
      return `${Math.min(value.length, 9)}${value}`;
    })
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/([\u1780-\u17A2])\u17CC/g, 'រ\u17D2$1\u17CC')
    .replace(/[\u17A5-\u17B3]/g, (vowel) => independentVowels.get(vowel) ?? vowel);
  let key = '';
  let signKey = '';
  for (const [found] of plain.matchAll(element)) {
    const sign = signWeights.get(found);
    if (sign !== undefined) signKey += sign;
    else if (found !== '\u17D3') {
      key += weights.get(found) ?? found;
      signKey += noSign.repeat(weights.has(found) ? 1 : found.length);
    }
  }
  const decisive = signKey.trimEnd();
  return [...(decisive === '' ? key : key + separator + decisive)].slice(0, maxSortKeyLength).join('');
}
