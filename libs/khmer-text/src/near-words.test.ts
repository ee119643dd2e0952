import fc from 'fast-check';
import {
  dictionaryWords,
  editDistance,
  maxEditsOf,
  nearKeys,
  rankNearWords,
  replaceWords,
  runGaps,
  runParts,
  unitsOf,
} from './near-words.ts';
import { foldText } from './search-text.ts';

const onsets =
  'b c d f g h j l m n p r s t v w bl br ch cl cr dr fl fr gl gr pl pr sh sl sp st th tr wh'.split(' ');
const vowels = 'a e i o u ai ea ee oa ou'.split(' ');
const codas = 'b ck d g l m n p r s t x ld nd nt rd st'.split(' ').concat('', '');
const khmerLetters = [...'កខគឃងចឆជញដឋណតថទធនបផពភមយរលវសហអ'];
const khmerVowels = [...'ាិីឹឺុូួើេែៃោៅំះ', '', '', ''];

/** A seeded source of numbers (mulberry32). */
function createRandom(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
type Random = ReturnType<typeof createRandom>;
const pick = <T>(random: Random, from: readonly T[]): T => from[random(from.length)] as T;

const makers = {
  English: (random: Random) =>
    Array.from(
      { length: pick(random, [1, 2, 2, 2, 3, 3]) },
      () => pick(random, onsets) + pick(random, vowels),
    ).join('') + pick(random, codas),
  Khmer: (random: Random) =>
    Array.from({ length: 2 + random(3) }, () => {
      const subscript = random(4) === 0 ? `\u17D2${pick(random, khmerLetters)}` : '';
      return pick(random, khmerLetters) + subscript + pick(random, khmerVowels);
    }).join(''),
};
const alphabets = { English: [...'abcdefghijklmnopqrstuvwxyz'], Khmer: [...khmerLetters, ...khmerVowels] };

function makeTypo(random: Random, word: string, alphabet: readonly string[]): string {
  const units = unitsOf(word);
  const at = random(units.length);
  const letter = pick(random, alphabet);
  const kinds = [
    () => units.toSpliced(at, 1),
    () => units.toSpliced(at, 0, letter),
    () => units.toSpliced(at, 1, letter),
    () => units.toSpliced(at, 2, ...units.slice(at, at + 2).reverse()),
  ];
  return foldText(pick(random, kinds)().join(''));
}

function createDictionary(words: ReadonlySet<string>) {
  const byKey = new Map<string, string[]>();
  for (const word of words)
    for (const key of nearKeys(word)) byKey.set(key, [...(byKey.get(key) ?? []), word]);
  return (typed: string) =>
    rankNearWords(typed, new Set(nearKeys(typed).flatMap((key) => byKey.get(key) ?? [])));
}

describe.each([
  ['English', 0.95],
  ['Khmer', 0.9],
] as const)('5,000 words of %s, each with one random typo', (language, least) => {
  it('finds the word that was meant first', () => {
    const random = createRandom(46);
    const words = new Set<string>();
    while (words.size < 5_000)
      for (const word of dictionaryWords([makers[language](random)])) words.add(word);
    const beginnings = new Set(
      [...words].flatMap((word) => unitsOf(word).map((_unit, at, units) => units.slice(0, at + 1).join(''))),
    );
    const findNear = createDictionary(words);
    const found = [...words].slice(0, depth(1_000, 5_000)).flatMap((word) => {
      const typed = makeTypo(random, word, alphabets[language]);
      // A word of its own, or the beginning of one, has results of its own.
      return beginnings.has(typed) ? [] : [findNear(typed)[0] === word];
    });
    expect(found.length).toBeGreaterThan(depth(700, 3_500));
    expect(found.filter(Boolean).length / found.length).toBeGreaterThanOrEqual(least);
  });
});

it('finds each word by whatever is one edit away', () => {
  const letters = fc.constantFrom(...'abcdeកខគា\u17D2');
  const word = fc.array(letters, { minLength: 4, maxLength: 12 }).map((units) => foldText(units.join('')));
  fc.assert(
    fc.property(word, fc.nat(), letters, fc.boolean(), (text, place, letter, isInserted) => {
      const units = unitsOf(text);
      const [typed = ''] = dictionaryWords([
        units.toSpliced(place % units.length, isInserted ? 0 : 1, letter).join(''),
      ]);
      const [known = ''] = dictionaryWords([text]);
      const distance = editDistance(unitsOf(typed), unitsOf(known), 9);
      fc.pre(typed !== known && known !== '' && distance <= maxEditsOf(unitsOf(typed).length));
      expect(nearKeys(known).some((key) => nearKeys(typed).includes(key))).toBe(true);
    }),
    { numRuns: depth(200, 5_000) },
  );
});

it.each([
  ['docter', 'doctor'],
  ['wether', 'weather'],
  ['fiver', 'fever'],
  ['គ្រូពេត្យ', 'គ្រូពេទ្យ'],
  ['ក្បល', 'ក្បាល'],
])('takes %s for %s', (typed, meant) => {
  const findNear = createDictionary(
    dictionaryWords(['Weather, doctor, fever, water', 'ក្បាល គ្រូពេទ្យ គ្រុនក្ដៅ ផ្សារ']),
  );
  expect(findNear(foldText(typed))[0]).toBe(foldText(meant));
});

it('takes the words that an author divides with zero-width spaces, and the run of them', () => {
  expect([...dictionaryWords(['ខ្ញុំ\u200Bទៅ\u200Bផ្សារ', 'No. 42!'])]).toEqual(['ខ្ញុំទៅផ្សារ', 'ខ្ញុំ', 'ទៅ', 'ផ្សារ']);
});

it('takes the words of sentences without spaces, and leaves short words and numbers out', () => {
  const words = dictionaryWords(['a to 1999 ក', 'ខ្ញុំចង់ទៅផ្សារដើម្បីទិញត្រីនិងបន្លែ']);
  expect([...words]).toEqual(expect.arrayContaining(['ផ្សារ', 'ត្រី', 'បន្លែ']));
  expect([...words].filter((word) => unitsOf(word).length > 9)).toEqual([]);
});

it('finds the mistyped part of a sentence without spaces', () => {
  const words = dictionaryWords(['ខ្ញុំចង់ទៅផ្សារដើម្បីទិញត្រី']);
  const run = foldText('ខ្ញុំចង់ទៅផ្សាលដើម្បីទិញត្រី');
  const [gap] = runGaps(run, new Set(runParts(run).filter((part) => words.has(part))));
  expect(gap).toMatchObject({ typed: 'ផ្សាល', after: 'ដើម្បីទិញត្រី' });
  expect(rankNearWords(gap?.typed ?? '', words)[0]).toBe('ផ្សារ');
  expect(runParts('ខ'.repeat(100))).toEqual([]);
});

it('replaces words of a search', () => {
  expect(replaceWords('My docter!', new Map([['docter', 'doctor']]))).toBe('my doctor !');
});
