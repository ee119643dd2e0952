import { parseVocabularyTable } from './vocabulary-lines.ts';

const hello = { english: 'Hello', phonemic: 'suo-sdey', khmer: 'សួស្តី' };
const sorry = { english: 'Sorry', phonemic: 'soom-toh', khmer: 'សូមទោស' };

describe('cells copied from a spreadsheet', () => {
  it('become entries of three parts', () => {
    expect(parseVocabularyTable('Hello\tsuo-sdey\tសួស្តី\r\nSorry\t[soom-toh]\t សូមទោស \r\n')).toEqual([
      hello,
      sorry,
    ]);
    expect(parseVocabularyTable('Hello\tsuo-sdey\tសួស្តី')).toEqual([hello]);
  });

  it('are English and Khmer, or English and a pronunciation, where there are two columns', () => {
    expect(parseVocabularyTable('Hello\tសួស្តី\nSorry\tសូមទោស')).toEqual([
      { ...hello, phonemic: '' },
      { ...sorry, phonemic: '' },
    ]);
    expect(parseVocabularyTable('Hello\tsuo-sdey\nSorry\tsoom-toh')).toEqual([
      { ...hello, khmer: '' },
      { ...sorry, khmer: '' },
    ]);
  });

  it('may be partly empty, with empty columns next to them', () => {
    expect(parseVocabularyTable('Hello\tsuo-sdey\t\t\nSorry\t\tសូមទោស\t\n\n')).toEqual([
      { ...hello, khmer: '' },
      { ...sorry, phonemic: '' },
    ]);
  });

  it('may be quoted, with line breaks, tabs, commas and quotes inside', () => {
    expect(parseVocabularyTable('"a\n""b"""\tc\t"សួស្តី\tx"\n')).toEqual([
      { english: 'a\n"b"', phonemic: 'c', khmer: 'សួស្តី\tx' },
    ]);
    expect(parseVocabularyTable('"Yes, please","baat, som",បាទ')).toEqual([
      { english: 'Yes, please', phonemic: 'baat, som', khmer: 'បាទ' },
    ]);
  });

  it('may be separated by commas, and have a header row', () => {
    expect(
      parseVocabularyTable('English,Pronunciation,Khmer\nHello,suo-sdey,សួស្តី\nSorry,soom-toh,សូមទោស'),
    ).toEqual([hello, sorry]);
  });

  it.each([
    'Hello',
    'Hello, friend\nSorry, friend',
    'Hello [suo-sdey] : សួស្តី',
    'សួស្តី, Hello',
    'one\ttwo\tthree\tfour',
    '"hello\tx',
    '',
  ])('are not %j', (text) => {
    expect(parseVocabularyTable(text)).toBeNull();
  });
});
