import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { suggestSpelling } from './search-text.ts';
import { buildSortKey, maxSortKeyLength } from './sort-key.ts';

const keyOf = (text: string) => Buffer.from(buildSortKey(text));
const sorted = (texts: readonly string[]) => [...texts].sort((a, b) => Buffer.compare(keyOf(a), keyOf(b)));

/** The pairs of words that the sort key puts in another order than CLDR's collation. */
function reversedPairs(words: readonly string[]): string[] {
  const { compare } = new Intl.Collator('km');
  const keyed = words.map((word) => ({ word, key: keyOf(word) }));
  return keyed.flatMap((one, index) =>
    keyed
      .slice(index + 1)
      .filter((other) => Buffer.compare(one.key, other.key) * compare(one.word, other.word) < 0)
      .map((other) => `${one.word} ${other.word}`),
  );
}

it.each([
  ['letter case and accents do not matter', ['apple', 'Banana', 'Éclair', 'zebra']],
  ['numbers come by value', ['Lesson 2', 'lesson 09', 'Lesson 10', 'Lesson 100', 'Lessons']],
  ['Khmer digits are numbers too', ['មេរៀន ២', 'មេរៀន 3', 'មេរៀន ១០']],
  [
    'Khmer comes after English, in the order of its alphabet',
    ['Zoo', 'កក', 'ការ', 'ក្រុម', 'ខ', 'ងារ', 'អក្សរ'],
  ],
  ['vocalic letters are letters after RO and LO', ['រៀន', 'ឫស', 'ឬ', 'លេង', 'ឭ', 'ឮ', 'វ', 'អក្សរ']],
  ['signs decide only between equal words', ['កត', 'កត់', 'កតញ្ញូ', 'ប៉ា', 'ប៊ា', 'បាន']],
  [
    'vowels with a sign are letters of their own',
    ['កៅ', 'កុំ', 'កំ', 'កាំ', 'កះ', 'កិះ', 'កុះ', 'កេះ', 'កោះ', 'ក្ក'],
  ],
  ['robat is a subscript of RO', ['ធរ', 'ធរ្ម', 'ធម៌', 'ធរ្យ', 'ធល']],
  [
    'independent vowels are QA with a vowel',
    ['អា', 'អិ', 'ឥដ្ឋ', 'ឦ', 'អុក', 'ឧស', 'ឪពុក', 'ឯង', 'អោ', 'ឱ្យ', 'ឳ'],
  ],
  ['a subscript DA is before a subscript TA', ['បណ្ដា', 'បណ្ឌិត', 'បណ្តា', 'ប្ដូរ', 'ប្តី']],
  ['Khmer punctuation comes before letters', ['យឺត', 'យឺត។', 'យឺតៗ', 'យឺត1', 'យឺតa', 'យឺតក']],
])('%s', (_name, texts) => {
  expect(sorted([...texts].reverse())).toEqual(texts);
});

it.each([
  ['  Caf\u00e9\u200b  au lait ', 'cafe\u0301 au lait'],
  ['ខ្មែរ', 'ខ\u17c2\u17d2មរ'],
  ['walk\u00ADing', 'walking'],
  ['ប៉ិច', 'ប៊ិច'],
  ['បុិច', 'ប៊ិច'],
  ['ស៉ើប', 'ស៊ើប'],
  ['\u17A4', 'អា'],
  ['ឲ្យ', 'ឱ្យ'],
  ['១០', '10'],
  ['យឺត ៗ', 'យឺតៗ'],
])('is the same for texts that look the same: %j and %j', (one, other) => {
  expect(buildSortKey(one)).toBe(buildSortKey(other));
});

it('is in the order of the collation for Khmer, for all combinations of a consonant with signs', () => {
  const vowels = [
    ...'\u17B6\u17B7\u17B8\u17B9\u17BA\u17BB\u17BC\u17BD\u17BE\u17BF\u17C0\u17C1\u17C2\u17C3\u17C4\u17C5',
  ];
  const words = [...'កដរលឡអ'].flatMap((letter) => [
    ...[letter, `${letter}ក`, `${letter}៌`, `${letter}៌ា`, `${letter}ៗ`, `${letter}។`, `${letter} ក`],
    ...vowels.flatMap((vowel) => [letter + vowel, `${letter}${vowel}់`, `${letter}${vowel}ក`]),
    ...['ុំ', 'ំ', 'ាំ', 'ះ', 'ុះ', 'េះ', 'ោះ', '៏', '័យ', 'ក៍', '៉ា', '៊ា', '្ក', '្រា', '្អ'].map(
      (signs) => letter + signs,
    ),
  ]);
  const independent = [...'ឥឦឧឩឪឫឬឭឮឯឰឱឳ'];
  expect(reversedPairs([...words, ...independent, ...independent.map((vowel) => `${vowel}ក`)])).toEqual([]);
});

deep.it('is in the order of the collation for Khmer, for all words in the texts of the repository', () => {
  const cwd = join(import.meta.dirname, '../../..');
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.md', '*.tmpl'], {
    cwd,
    encoding: 'utf8',
  });
  const texts = files
    .split('\n')
    .filter((file) => file !== '' && !/^libs\/khmer-text\/|\.test\./.test(file))
    .map((file) => readFileSync(join(cwd, file), 'utf8'));
  const found = texts.flatMap((text) => text.match(/[\u1780-\u17D3\u17D7]{2,}/g) ?? []);
  // A misspelt word is sorted as it is meant.
  const words = new Set(found.filter((word) => suggestSpelling(word) === null));
  expect(words.size).toBeGreaterThan(800);
  expect(reversedPairs([...words])).toEqual([]);
});

it('has a limited length and is stable', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const key = buildSortKey(text);
      expect([...key].length).toBeLessThanOrEqual(maxSortKeyLength);
      expect(buildSortKey(text)).toBe(key);
    }),
  );
});
