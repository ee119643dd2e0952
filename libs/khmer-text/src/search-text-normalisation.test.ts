import fc from 'fast-check';
import { khnormal } from 'khmer-normalizer';
import { foldText, isBlank, normaliseKhmer, suggestSpelling, trimInvisible } from './search-text.ts';

const khmer = '\u1781\u17D2\u1798\u17C2\u179A';
const khmerVowelFirst = '\u1781\u17C2\u17D2\u1798\u179A';
const unseen = [
  ...['\u200B', '\u200C', '\u200D', '\u2060', '\uFEFF', '\u17B4', '\u17B5'],
  // Of `Default_Ignorable_Code_Point`, in which there are more kinds of characters than zero-width ones.
  ...[
    '\u00AD',
    '\u034F',
    '\u061C',
    '\u180E',
    '\u200E',
    '\u200F',
    '\u202A',
    '\u2066',
    '\u3164',
    '\uFE0F',
    '\u{E0061}',
  ],
];

/** Random Khmer characters, other text and emoji, to break syllables in every way. */
const mixedText = fc
  .array(
    fc.oneof(
      {
        weight: 8,
        arbitrary: fc.integer({ min: 0x1780, max: 0x17dd }).map((code) => String.fromCharCode(code)),
      },
      { weight: 2, arbitrary: fc.constantFrom('\u17D2', '\u17BB', ...unseen) },
      { weight: 1, arbitrary: fc.constantFrom('a', 'É', ' ', '😀', '\u25CC') },
    ),
    { maxLength: 20 },
  )
  .map((parts) => parts.join(''));

/** Syllables with random parts in random order; no mark lacks its base letter. */
const syllables = fc
  .array(
    fc.oneof(
      fc.constantFrom('a', ' ', '\u200B'),
      fc
        .tuple(
          fc.constantFrom('ក', 'ខ', 'ដ', 'ប', 'ម', 'រ', 'អ'),
          fc.array(
            fc.constantFrom(
              ...['\u17D2ម', '\u17D2ដ', '\u17D2រ', '\u17D2', '\u200C'],
              ...'\u17B6\u17B7\u17B8\u17BB\u17BC\u17BE\u17C1\u17C2\u17C6\u17C7\u17C9\u17CA\u17CB\u17CC\u17D0\u17DD',
            ),
            { maxLength: 5 },
          ),
        )
        .map(([base, marks]) => base + marks.join('')),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join(''));

/** The parts of a syllable in their standard order. */
const syllableParts = fc.tuple(
  fc.constantFrom('ក', 'ខ', 'ស', 'ម', 'អ'),
  fc.constantFrom([], ['\u17D2ម'], ['\u17D2ញ'], ['\u17D2រ']),
  fc.constantFrom([], ['ា'], ['ែ'], ['ូ'], ['ិ']),
  fc.constantFrom([], ['\u17C6'], ['\u17CB']),
);

describe('normaliseKhmer', () => {
  it('normalises two typing orders of a word to the same form', () => {
    expect(normaliseKhmer(khmerVowelFirst)).toBe(normaliseKhmer(khmer));
    expect(normaliseKhmer(khmer)).toBe(khmer);
  });

  it('distinguishes a word from the one without its subscript sign', () => {
    expect(normaliseKhmer('ខមែរ')).not.toBe(normaliseKhmer('ខ្មែរ'));
  });

  it('lower-cases and composes Latin text', () => {
    expect(normaliseKhmer('Cafe\u0301 [NOUW-naa?]')).toBe('caf\u00E9 [nouw-naa?]');
  });

  it('keeps the end of a text that has an emoji in it', () => {
    expect(normaliseKhmer(`😀${khmerVowelFirst}😀`)).toBe(`😀${khmer}😀`);
  });

  it('does not depend on the order in which the parts of a syllable were typed', () => {
    fc.assert(
      fc.property(
        syllableParts.chain(([base, subscripts, vowels, signs]) => {
          const marks = [...subscripts, ...vowels, ...signs];
          return fc.record({
            standard: fc.constant(base + marks.join('')),
            typed: fc
              .shuffledSubarray(marks, { minLength: marks.length })
              .map((shuffled) => base + shuffled.join('')),
          });
        }),
        ({ standard, typed }) => {
          expect(normaliseKhmer(typed)).toBe(standard);
        },
      ),
    );
  });

  it('does not depend on zero-width characters, wherever they are', () => {
    fc.assert(
      fc.property(mixedText, fc.nat(), fc.constantFrom(...unseen), (text, position, character) => {
        const at = position % (text.length + 1);
        fc.pre(!/[\uD800-\uDBFF]$/.test(text.slice(0, at)));
        const typed = text.slice(0, at) + character + text.slice(at);
        expect(normaliseKhmer(typed)).toBe(normaliseKhmer(text));
      }),
    );
  });

  it('changes nothing when applied twice', () => {
    fc.assert(
      fc.property(
        fc.oneof(mixedText, fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })),
        (text) => {
          const once = normaliseKhmer(text);
          expect(normaliseKhmer(once)).toBe(once);
        },
      ),
      { numRuns: depth(200, 2_000) },
    );
  });

  it('processes 250,000 malicious characters quickly', () => {
    const started = process.cpuUsage();
    for (const text of [
      'ក\u17D2ម'.repeat(80_000),
      `ក${'\u17D2ម'.repeat(125_000)}`,
      `ក${'េ'.repeat(125_000)}${'ុ'.repeat(125_000)}`,
    ]) {
      normaliseKhmer(text);
    }
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1_000).toBeLessThan(4_000);
  });
});

describe('suggestSpelling', () => {
  it('offers the standard order and leaves case, spaces and zero-width spaces alone', () => {
    expect(suggestSpelling(`Khmer  is \u200B${khmerVowelFirst} 😀`)).toBe(`Khmer  is \u200B${khmer} 😀`);
  });

  it.each(['', 'Hello  World', khmer, `${khmer}\u200B${khmer}`])('has nothing to offer for %j', (text) => {
    expect(suggestSpelling(text)).toBeNull();
  });

  it('has nothing more to offer for its own suggestion', () => {
    fc.assert(
      fc.property(mixedText, (text) => {
        const suggestion = suggestSpelling(text);
        if (suggestion !== null) expect(suggestSpelling(suggestion)).toBeNull();
      }),
      { numRuns: depth(200, 2_000) },
    );
  });

  it.each([
    ['a subscript DA', 'ម្ដាយ'],
    ['a subscript TA', 'ស្ត្រី'],
    ['DA and TA in one word', 'បណ្ដោះអាសន្ន ស្ត្រី កណ្ដាល'],
    ['the other register shifter below an upper vowel', 'ប៉ិច'],
    ['a vowel that may be either register shifter', 'បុិច'],
    ['a variant of a letter', 'ឲ្យ'],
    ['Khmer digits', '១០'],
    ['a space before the repetition sign', 'យឺត ៗ'],
  ])('never offers a fold, such as of %s', (_what, text) => {
    expect(suggestSpelling(text)).toBeNull();
  });

  it('keeps a subscript DA or TA when it offers another order', () => {
    expect(suggestSpelling('ម\u17B6\u17D2ដយ')).toBe('ម្ដាយ');
    expect(suggestSpelling('ម\u17B6\u17D2តយ')).toBe('ម្តាយ');
  });

  it('suggests what the normaliser makes of the text, without its folds', () => {
    fc.assert(
      fc.property(syllables, (text) => {
        fc.pre(!/\u17D2ដ|ប/.test(text));
        let settled = text;
        while (khnormal(settled) !== settled) settled = khnormal(settled);
        expect(suggestSpelling(text) ?? text).toBe(settled);
      }),
      { numRuns: depth(200, 2_000) },
    );
  });
});

describe('foldText', () => {
  it.each([
    ['a register shifter', 'ប៉ិច', 'ប៊ិច'],
    ['the vowel U for a register shifter', 'បុិច', 'ប៊ិច'],
    ['a register shifter below another vowel', 'ស៉ី', 'ស៊ី'],
    ['a register shifter below a vowel of two parts', 'ស៉ើប', 'ស៊ើប'],
    ['a register shifter below the vowel OEA', 'ស៉ឿ', 'ស៊ឿ'],
    ['a register shifter below the vowel AA with nikahit', 'ញ៊ាំ', 'ញ៉ាំ'],
    ['a register shifter below samyok', 'ស៉័រ', 'ស៊័រ'],
    ['a subscript DA', 'ម្ដាយ', 'ម្តាយ'],
    ['the deprecated letter QAQ', '\u17A3', 'អ'],
    ['the deprecated letter QAA', '\u17A4', 'អា'],
    ['the deprecated letter QUK', '\u17A8', 'ឧក'],
    ['the variant of the letter QOO', 'ឲ្យ', 'ឱ្យ'],
    ['the deprecated sign of etcetera', '\u17D8', '។ល។'],
    ['Khmer digits', '១០', '10'],
    ['a space before the repetition sign', 'យឺត ៗ', 'យឺតៗ'],
    ['a zero-width space before the repetition sign', 'យឺត\u200B ៗ', 'យឺតៗ'],
    ['accents', 'café', 'cafe'],
    ['decomposed accents', 'Jose\u0301', 'jose'],
    ['phonetic diacritics', 'nĕə', 'neə'],
    ['a tie above phonetic letters', 't\u0361ʃ', 'tʃ'],
    ['stress marks', 'həˈlo', 'həlo'],
    ['full-width letters', 'ｃａｆｅ', 'cafe'],
  ])('makes one of %s', (_what, one, other) => {
    expect(foldText(one)).toBe(foldText(other));
  });

  it.each([
    ['a phonetic letter', 'nea', 'nĕə'],
    ['a register shifter beside its vowel', 'ប៉ា', 'ប៊ា'],
    ['a subscript', 'ខែរ', 'ខ្មែរ'],
    ['the vowel U and nikahit', 'ប៉ំ', 'បុំ'],
    ['a repeated word', 'យឺត', 'យឺតៗ'],
    ['lines', 'ក\nៗ', 'កៗ'],
  ])('tells %s apart', (_what, one, other) => {
    expect(foldText(one)).not.toBe(foldText(other));
  });

  it('changes nothing when applied twice', () => {
    fc.assert(
      fc.property(
        fc.oneof(mixedText, fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })),
        (text) => {
          expect(foldText(foldText(text))).toBe(foldText(text));
        },
      ),
      { numRuns: depth(200, 2_000) },
    );
  });
});

describe('isBlank', () => {
  it.each([
    '',
    ' ',
    '\u200B',
    ' \u200C\u2060\n',
    '\uFEFF',
    '\u17B5',
    '\u00A0\t',
    '\u00AD',
    '\u200E\u034F',
    '\uFE0F',
  ])('sees that %j shows nothing', (text) => {
    expect(isBlank(text)).toBe(true);
  });

  it.each(['a', '\u200Bក\u200B', '\u17D2', '.', '😀'])('sees that %j shows something', (text) => {
    expect(isBlank(text)).toBe(false);
  });
});

describe('trimInvisible', () => {
  it('takes spaces and zero-width characters off both ends only', () => {
    expect(trimInvisible(' \u200B\n a\u200B b \uFEFF')).toBe('a\u200B b');
    expect(trimInvisible('\u00ADa\u00ADb\u200E')).toBe('a\u00ADb');
  });

  it('leaves nothing of a blank text', () => {
    expect(trimInvisible(' \u200B\u00AD ')).toBe('');
  });

  it('keeps the last part of an emoji', () => {
    expect(trimInvisible('❤\uFE0F ')).toBe('❤\uFE0F');
  });

  it('does not slow down on long gaps', () => {
    const started = process.cpuUsage();
    expect(trimInvisible(`a${' '.repeat(500_000)}b`)).toHaveLength(500_002);
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1_000).toBeLessThan(2_000);
  });
});
