import fc from 'fast-check';
import { answerKey, createAnswerComparison } from './compare-answers.ts';
import { splitKhmerClusters } from './search-text.ts';

const compare = createAnswerComparison([]);

const invisible = ['\u200B', '\u200C', '\u200D', '\u2060', '\uFEFF', '\u00AD', '\u200E', '\uFE0F'];
const consonants = [...'កខគឃងចឆជញដឋណតថទធនបផពភមយរលវសហឡអ'];
const subscripts = [...'កខគងចជញណតថទនបពមយលវសហ'].map((letter) => `\u17D2${letter}`);
const vowels = [
  ...'\u17B6\u17B7\u17B8\u17B9\u17BA\u17BB\u17BC\u17BD\u17BE\u17BF\u17C0\u17C1\u17C2\u17C3\u17C4\u17C5',
];
const shifters = ['\u17C9', '\u17CA'];
const signs = ['\u17C6', '\u17C7', '\u17CB'];
/** Vowels that are not written above their consonant: only with them do the register shifters look different. */
const vowelsBeside = new Set(['', '\u17B6', '\u17C1', '\u17C2', '\u17C3', '\u17C4', '\u17C5']);

interface Cluster {
  readonly base: string;
  readonly subscript: string;
  readonly shifter: string;
  readonly vowel: string;
  readonly sign: string;
}
const spell = ({ base, subscript, shifter, vowel, sign }: Cluster) =>
  base + subscript + shifter + vowel + sign;

const cluster: fc.Arbitrary<Cluster> = fc
  .record({
    base: fc.constantFrom(...consonants),
    subscript: fc.constantFrom('', '', ...subscripts),
    shifter: fc.constantFrom('', '', ...shifters),
    vowel: fc.constantFrom('', ...vowels),
    sign: fc.constantFrom('', '', ...signs),
  })
  // A shifter below an upper vowel has the shape of the vowel U, which the encoding structure then writes.
  .map((one) => (one.vowel === '\u17BB' ? { ...one, shifter: '' } : one));
const word = fc.array(cluster, { minLength: 1, maxLength: 6 });

/** Spellings of a word that look the same: its signs in any order, with invisible characters anywhere. */
const spellingOf = (clusters: readonly Cluster[]) =>
  fc
    .tuple(
      ...clusters.map(({ base, subscript, shifter, vowel, sign }) => {
        const marks = [subscript, shifter, vowel, sign].filter(Boolean);
        return fc.shuffledSubarray(marks, { minLength: marks.length }).map((shuffled) => [base, ...shuffled]);
      }),
    )
    .chain((spelt) => {
      const pieces = spelt.flat();
      return fc
        .array(fc.constantFrom('', '', ...invisible), { minLength: pieces.length, maxLength: pieces.length })
        .map((hidden) => pieces.map((piece, index) => piece + hidden[index]).join(''));
    });

/** A word and its minimal pair: one part of one cluster replaced by another that looks different. */
const minimalPair = fc
  .record({
    clusters: word,
    at: fc.nat(),
    part: fc.constantFrom('base', 'subscript', 'shifter', 'vowel', 'sign' as const),
    to: fc.nat(),
  })
  .map(({ clusters, at, part, to }) => {
    const index = at % clusters.length;
    const choices = {
      base: consonants,
      subscript: subscripts,
      shifter: shifters,
      vowel: vowels,
      sign: signs,
    }[part];
    const changed = clusters.map((one, other) =>
      other === index ? { ...one, [part]: choices[to % choices.length] } : one,
    );
    return { clusters, changed, before: clusters[index], after: changed[index] };
  })
  .filter(({ before, after }) => {
    if (!before || !after || spell(before) === spell(after)) return false;
    const hasShifter = before.shifter !== '' || after.shifter !== '';
    // A shifter takes the shape of the vowel U there, so that some replacements look the same.
    return (
      !hasShifter ||
      (vowelsBeside.has(before.vowel) && vowelsBeside.has(after.vowel) && before.sign !== '\u17C6')
    );
  })
  .map(({ clusters, changed }) => [clusters.map(spell).join(''), changed.map(spell).join('')] as const);

describe('right answers', () => {
  it.each([
    ['case', 'THE Market', 'the market'],
    ['white space', '  ice \t cream ', 'ice cream'],
    ['punctuation', '“Where”?', 'Where'],
    ['an apostrophe of another shape', 'I’m', "I'm"],
    ['full-width letters', 'ｍａｒｋｅｔ', 'market'],
    ['composed accents', 'cafe\u0301', 'caf\u00E9'],
    ['the order of Khmer signs', '\u1781\u17C2\u17D2\u1798\u179A', '\u1781\u17D2\u1798\u17C2\u179A'],
    ['zero-width spaces in Khmer', 'ទៅ\u200Bណា?', 'ទៅណា'],
    ['the Khmer full stop', 'ទៅផ្សារ។', 'ទៅផ្សារ'],
    ['a subscript DA for a subscript TA', 'ប\u17D2ដី', 'ប\u17D2តី'],
    ['the other register shifter below an upper vowel', 'ស\u17C9ី', 'ស\u17CAី'],
    ['a vowel typed as its two parts', 'ក\u17C1\u17B6', 'ក\u17C4'],
    ['a deprecated independent vowel', '\u17A4', 'អា'],
    ['the vowel U for a register shifter', 'ប\u17BBិច', 'ប\u17CAិច'],
    ['a variant of a letter', 'ឲ្យ', 'ឱ្យ'],
    ['Khmer digits', '៣', '3'],
    ['accents', 'cafe', 'café'],
    ['phonetic diacritics', 'neə', 'nĕə'],
    ['the deprecated sign of etcetera', '\u17D8', '។ល។'],
    ['a space before the repetition sign', 'យឺត ៗ', 'យឺតៗ'],
  ])('ignores %s', (_, given, accepted) => {
    expect(compare(given, [accepted])).toBe('right');
  });

  it('accepts each of several answers', () => {
    expect(compare('father', ['dad', 'Father'])).toBe('right');
  });

  it('compares punctuation when there is nothing else', () => {
    expect(compare('?', ['?'])).toBe('right');
    expect(compare('!', ['?'])).toBe('wrong');
    expect(compare('?', ['Where?'])).toBe('wrong');
  });

  it('accepts every spelling of Khmer that looks the same', () => {
    fc.assert(
      fc.property(
        word.chain((clusters) => fc.tuple(fc.constant(clusters.map(spell).join('')), spellingOf(clusters))),
        ([standard, typed]) => {
          expect(compare(typed, [standard])).toBe('right');
        },
      ),
      { numRuns: depth(200, 2_000) },
    );
  });

  it('is right for the answer itself, whatever that is, unless it is invisible', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(compare(text, [text])).toBe(answerKey(text) === '' ? 'wrong' : 'right');
      }),
    );
  });
});

describe('almost right answers', () => {
  it.each([
    ['a doubled letter', 'markket', 'market'],
    ['a letter left out', 'maret', 'market'],
    ['interchanged letters', 'makret', 'market'],
    ['another letter', 'morket', 'market'],
    ['two slips in a long word', 'vocabullery', 'vocabulary'],
    ['slips at the beginning and the end', `x${'ab'.repeat(24)}y`, 'ab'.repeat(24)],
    ['a doubled Khmer cluster', 'សាលាលារៀន', 'សាលារៀន'],
    ['interchanged Khmer clusters', 'លាសារៀន', 'សាលារៀន'],
    ['the missing sign of a silent letter', 'ប្រៃសណីយ', 'ប្រៃសណីយ៍'],
  ])('says so for %s', (_, given, accepted) => {
    expect(compare(given, [accepted])).toBe('almost');
  });

  it('prefers the better verdict of several accepted answers', () => {
    expect(compare('markets', ['market', 'markets'])).toBe('right');
  });
});

describe('wrong answers', () => {
  it.each([
    ['nothing', ' \u200B', 'market'],
    ['another letter in a short word', 'cot', 'cat'],
    ['two slips in a word of seven letters', 'makkeets', 'markets'],
    ['another word', 'river', 'market'],
    ['slips too far apart', `x${'ab'.repeat(30)}y`, 'ab'.repeat(30)],
    ['another Khmer consonant', 'គោ', 'កោ'],
    ['another Khmer vowel in a long word', 'សាលារៀន', 'សាលេរៀន'],
    ['another register shifter', 'ប\u17C9ា', 'ប\u17CAា'],
    ['a missing subscript', 'ខែរ', 'ខ្មែរ'],
    ['a missing sign that shortens the vowel', 'កាត', 'កាត់'],
  ])('are %s', (_, given, accepted) => {
    expect(compare(given, [accepted])).toBe('wrong');
  });

  it('are slips that make another word that is taught, also in a sentence', () => {
    const taught = createAnswerComparison(['A sheep', 'The ship']);
    expect(compare('sheep', ['ship'])).toBe('wrong');
    expect(compare('a big sheep', ['a big ship'])).toBe('almost');
    expect(taught('a big sheep', ['a big ship'])).toBe('wrong');
    expect(taught('a big shipp', ['a big ship'])).toBe('almost');
  });

  it('are all minimal pairs of Khmer, in words of any length', () => {
    fc.assert(
      fc.property(minimalPair, ([one, other]) => {
        expect(compare(one, [other])).toBe('wrong');
        expect(compare(other, [one])).toBe('wrong');
      }),
      { numRuns: depth(500, 5_000) },
    );
  });

  it('are generated of as many clusters as they have', () => {
    fc.assert(
      fc.property(word, (clusters) => {
        expect(splitKhmerClusters(clusters.map(spell).join(''))).toHaveLength(clusters.length);
      }),
    );
  });
});

it('compares long answers without the square of their length', () => {
  const long = 'ab'.repeat(250);
  const started = process.cpuUsage();
  for (let times = 0; times < 200; times += 1) expect(compare(`${long}x`, [long])).toBe('almost');
  const { user, system } = process.cpuUsage(started);
  expect((user + system) / 1_000).toBeLessThan(4_000);
});
