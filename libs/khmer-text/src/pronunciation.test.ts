import fc from 'fast-check';
import {
  composePronunciation,
  fitPunctuation,
  partKeys,
  pronunciationKey,
  respell,
  uninflectedKeys,
  wordKey,
} from './pronunciation.ts';

describe('the key of a pronunciation', () => {
  it.each([
    ['case', 'Suo-Sdey', 'suo-sdey'],
    ['white space', '  thngay \u00A0 chan ', 'thngay chan'],
    ['square brackets', '[tik]', 'tik'],
    ['an apostrophe of another kind', 'p\u02BCoun', "p'oun"],
    ['a typographic apostrophe', 'p\u2019oun', "p'oun"],
    ['a hyphen of another kind', 'suo\u2011sdey', 'suo-sdey'],
    ['spaces around a hyphen', 'suo - sdey', 'suo-sdey'],
    ['a decomposed letter', 'te\u0301', 't\u00E9'],
    ['marks in another order', 'a\u0323\u0301', 'a\u0301\u0323'],
    ['an invisible character', 't\u200Bik', 'tik'],
    ['a soft hyphen', 't\u00ADik', 'tik'],
    ['punctuation at the end', 'nouw-naa?', 'nouw-naa'],
    ['brackets and punctuation', '[ nouw-naa? ]', 'nouw-naa'],
  ])('does not depend on %s', (_what, one, other) => {
    expect(pronunciationKey(one)).toBe(pronunciationKey(other));
  });

  it.each([
    ['a letter', 'tik', 'tek'],
    ['a doubled letter', 'thlay', 'thlaay'],
    ['a hyphen or none', 'suo-sdey', 'suosdey'],
    ['a hyphen or a space', 'thngay chan', 'thngay-chan'],
    ['an apostrophe', "p'oun", 'poun'],
    ['a modifier letter', 'k\u02B0mae', 'khmae'],
    ['an accent', 't\u00E9', 'te'],
    ['a short vowel', 'nĕə', 'neə'],
    ['a stress mark', '\u02C8tik', 'tik'],
    ['a length mark', 'ta\u02D0', 'ta'],
    ['a phonetic letter', 't\u0268k', 'tik'],
    ['a bracket inside', 'ti[k', 'tik'],
  ])('tells %s apart', (_what, one, other) => {
    expect(pronunciationKey(one)).not.toBe(pronunciationKey(other));
  });

  it('is the key of itself, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(pronunciationKey(pronunciationKey(text))).toBe(pronunciationKey(text));
        expect(wordKey(wordKey(text))).toBe(wordKey(text));
      }),
    );
  });
});

describe('the key of a word', () => {
  it.each([
    ['Where?', 'where'],
    ['Good  morning', 'good morning'],
    ['ﬁsh', 'fish'],
    ['ទៅណា?', 'ទៅណា'],
    ['ឃុ្មំ', 'ឃ្មុំ'],
    ['?', '?'],
    [' \u200B', ''],
    ['Café', 'cafe'],
    ['ម្ដាយ', 'ម្តាយ'],
    ['ប៊ិច', 'ប៉ិច'],
    ['ឲ្យ', 'ឱ្យ'],
    ['១០', '10'],
    ['យឺត \n ៗ', 'យឺតៗ'],
    ['walk\u00ADing', 'walking'],
  ])('of %s is %s', (text, key) => {
    expect(wordKey(text)).toBe(key);
  });
});

it('keeps the punctuation of a pronunciation only for a word that has some', () => {
  expect(fitPunctuation('nouw-naa?', 'Where?')).toBe('nouw-naa?');
  expect(fitPunctuation('nouw-naa?', 'Where')).toBe('nouw-naa');
});

it('writes another spelling with the punctuation that was there', () => {
  expect(respell('nov-naa?', 'nouw-naa')).toBe('nouw-naa?');
  expect(respell(' nov-naa', 'nouw-naa?')).toBe('nouw-naa');
  fc.assert(
    fc.property(fc.string(), fc.stringMatching(/^[a-z]+(?:-[a-z]+)?$/), (phonemic, spelling) => {
      const written = respell(phonemic, spelling);
      expect(pronunciationKey(written)).toBe(phonemic.trim() === '' ? spelling : pronunciationKey(written));
      expect(written.startsWith(spelling)).toBe(true);
    }),
  );
});

it.each([
  ['the chickens', ['chickens', 'chicken']],
  ['cities', ['city', 'citie']],
  ['boxes', ['box', 'boxe']],
  ['knives', ['knif', 'knife', 'knive']],
  ['a boat', ['boat']],
  ['glass', []],
  ['bus', []],
  ['going', []],
])('reduces %s to %j', (key, expected) => {
  expect(uninflectedKeys(key)).toEqual(expected);
});

describe('composing a pronunciation', () => {
  const spellings = new Map([
    ['ថ្ងៃ', 'thngay'],
    ['ចន្ទ', 'chan'],
    ['បាយ', 'baay'],
    ['សាច់មាន់', 'sach moan'],
    ['សាច់', 'sach'],
    ['មាន់', 'muan'],
    ['យឺត', 'yeut'],
    ['10', 'dop'],
  ]);

  it('takes the fewest known words of the Khmer, in its order', () => {
    expect(composePronunciation('បាយសាច់មាន់', spellings)).toBe('baay sach moan');
    expect(composePronunciation('ថ្ងៃ ចន្ទ', spellings)).toBe('thngay chan');
  });

  it.each([
    ['យឺតៗ', 'yeut yeut'],
    ['យឺត ៗ', 'yeut yeut'],
    ['បាយ យឺត\u200Bៗ', 'baay yeut yeut'],
    ['យឺតៗៗ', 'yeut yeut yeut'],
    ['បាយសាច់មាន់ៗ', 'baay sach moan sach moan'],
  ])('repeats the word before the repetition sign in %s', (khmer, expected) => {
    expect(composePronunciation(khmer, spellings)).toBe(expected);
  });

  it('takes numbers as words', () => {
    expect(composePronunciation('ថ្ងៃ១០', spellings)).toBe('thngay dop');
  });

  it.each(['ៗ', 'ៗយឺត', 'បាយសាច់ជ្រូក', 'បាយ', 'rice', ''])('composes nothing for %j', (khmer) => {
    expect(composePronunciation(khmer, spellings)).toBeNull();
  });

  it('asks only for parts that it can use, and for a bounded number of them', () => {
    expect(partKeys('ថ្ងៃចន្ទ')).toEqual(['ថ្ងៃ', 'ថ្ងៃច', 'ច', 'ចន្ទ', 'ន្ទ']);
    expect(partKeys('បាយ'.repeat(24))).toEqual([]);
    expect(partKeys('បាយ'.repeat(12)).length).toBeLessThan(24 * 8);
  });
});
