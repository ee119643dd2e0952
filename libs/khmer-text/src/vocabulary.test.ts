import fc from 'fast-check';
import { isBlank } from './search-text.ts';
import {
  parseVocabulary,
  serialiseVocabulary,
  toVocabularyItems,
  type VocabularyEntry,
} from './vocabulary.ts';

const write = (...rows: VocabularyEntry[]): string => serialiseVocabulary({ rows, unparsedLines: [] });
const fieldsOf = ({ english, phonemic, khmer }: VocabularyEntry): VocabularyEntry => ({
  english,
  phonemic,
  khmer,
});
const read = (text: string): VocabularyEntry[] => parseVocabulary(text).rows.map(fieldsOf);
const strays = (text: string): string[] => parseVocabulary(text).unparsedLines.map((line) => line.text);

const guide = 'Where? [nouw-naa?] : នៅណា?';

/** Text with many format characters. */
const awkwardPart = fc.constantFrom(
  ...[
    '[',
    ']',
    ':',
    '\\',
    '\n',
    '\r',
    '\r\n',
    '\t',
    ' ',
    '\u00A0',
    '\u0085',
    '\u2028',
    '\u2029',
    '\u200B',
    '\uFEFF',
    '\u00AD',
    '\uFE0F',
    '៖',
  ],
  ...['\uD800', '\uDC00', '😀', 'a', 'n', 'u', 'u0041', 'ខ្មែរ', '] :'],
);
const awkward = fc.array(awkwardPart, { maxLength: 8 }).map((parts) => parts.join(''));
const field = fc.oneof(awkward, fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }));
const row = fc.record({ english: field, phonemic: field, khmer: field });
const isFull = ({ english, phonemic, khmer }: VocabularyEntry): boolean =>
  ![english, phonemic, khmer].some(isBlank);

describe('reading vocabulary text', () => {
  it('reads the guide example', () => {
    expect(read(guide)).toEqual([{ english: 'Where?', phonemic: 'nouw-naa?', khmer: 'នៅណា?' }]);
  });

  it.each([
    { how: 'without spaces', line: 'Where?[nouw-naa?]:នៅណា?' },
    { how: 'with more spaces and a carriage return', line: '  Where?  [ nouw-naa? ]  :  នៅណា?  \r' },
    { how: 'with zero-width spaces', line: 'Where?\u200B[\u200Bnouw-naa?\u200B]\u200B:\u200Bនៅណា?\u200B' },
    { how: 'with marks of direction', line: '\u200EWhere? [nouw-naa?]\u200F :\u00AD នៅណា?' },
    { how: 'with a Khmer colon', line: 'Where? [nouw-naa?] ៖ នៅណា?' },
    { how: 'with a full-width colon', line: 'Where? [nouw-naa?]：នៅណា?' },
  ])('reads it $how', ({ line }) => {
    expect(read(line)).toEqual([{ english: 'Where?', phonemic: 'nouw-naa?', khmer: 'នៅណា?' }]);
  });

  it('accepts unescaped characters where they are unambiguous', () => {
    expect(read('Note: at 10:30 [a:b] : ម៉ោង ១០:៣០ [ព្រឹក] C:\\temp')).toEqual([
      { english: 'Note: at 10:30', phonemic: 'a:b', khmer: 'ម៉ោង ១០:៣០ [ព្រឹក] C:\\temp' },
    ]);
  });

  it.each([
    'just a note',
    'Hello: សួស្តី',
    'Hello [hello]',
    '[hello] : សួស្តី',
    'Hello [] : សួស្តី',
    'Hello [hello] :',
    'Hello [hello] : \u200B',
    'Hello [\u200B] : សួស្តី',
    '\u00AD [hello] : សួស្តី',
    'Hello [hello] : \\u200b',
    'a [b [c] : ក',
    'a [b] c] : ក',
    'Hello \\[hello\\] : សួស្តី',
  ])('makes no row of %j and keeps it', (line) => {
    expect(parseVocabulary(line)).toEqual({ rows: [], unparsedLines: [{ text: line, afterRows: 0 }] });
  });

  it('drops blank lines, also those of zero-width spaces', () => {
    expect(parseVocabulary('\n \n\u200B\n\r\n')).toEqual({ rows: [], unparsedLines: [] });
  });

  it('records the position of unparsed lines', () => {
    const { rows, unparsedLines } = parseVocabulary(`first\n${guide}\n\nsecond\nthird\n${guide}`);
    expect(rows).toHaveLength(2);
    expect(unparsedLines).toEqual([
      { text: 'first', afterRows: 0 },
      { text: 'second', afterRows: 1 },
      { text: 'third', afterRows: 1 },
    ]);
  });

  it('processes 250,000 malicious characters quickly', () => {
    const started = process.cpuUsage();
    for (const part of ['[', ']', '\\', '[]', '] :', ' ', 'a[b]', '\\[']) {
      parseVocabulary(part.repeat(250_000 / part.length));
      parseVocabulary(`a [b] ${part.repeat(250_000 / part.length)}`);
    }
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1_000).toBeLessThan(2_000);
  });
});

describe('writing vocabulary text', () => {
  it('writes the guide example as the guide shows it', () => {
    expect(write({ english: 'Where?', phonemic: 'nouw-naa?', khmer: 'នៅណា?' })).toBe(guide);
  });

  it.each([
    [{ english: 'Hello', phonemic: '', khmer: 'សួស្តី' }, 'Hello: សួស្តី'],
    [{ english: 'Hello', phonemic: '', khmer: '' }, 'Hello'],
    [{ english: '', phonemic: 'hello', khmer: '' }, 'hello'],
    [{ english: '', phonemic: '', khmer: 'សួស្តី' }, 'សួស្តី'],
    [{ english: 'Hello', phonemic: 'hello', khmer: '' }, 'Hello [hello]'],
    [{ english: '', phonemic: 'hello', khmer: 'សួស្តី' }, '[hello] : សួស្តី'],
    [{ english: 'Hello', phonemic: 'hello', khmer: '\u200B' }, 'Hello [hello]'],
    [{ english: 'Hello', phonemic: ' ', khmer: 'សួស្តី' }, 'Hello: សួស្តី'],
  ])('keeps the text of a row with empty fields: %j', (partial, line) => {
    expect(write(partial)).toBe(line);
    expect(parseVocabulary(line)).toEqual({ rows: [], unparsedLines: [{ text: line, afterRows: 0 }] });
  });

  it('leaves empty rows out', () => {
    const empty = { english: '', phonemic: '', khmer: '' };
    const full = { english: 'a', phonemic: 'b', khmer: 'ក' };
    expect(write(empty, full, { ...empty, english: ' ' }, full, empty)).toBe('a [b] : ក\na [b] : ក');
    expect(write(empty)).toBe('');
    expect(write({ english: ' ', phonemic: '\u200B', khmer: '\u00AD' })).toBe('');
  });

  it('escapes what belongs to the format, so that a row stays one line', () => {
    expect(write({ english: 'a [b]: c\\d', phonemic: 'x\ny', khmer: ' ក\r\n' })).toBe(
      'a \\[b\\]\\: c\\\\d [x\\ny] : \\u0020ក\\r\\n',
    );
    expect(write({ english: 'a', phonemic: 'b', khmer: 'ក\u200B' })).toBe('a [b] : ក\\u200b');
  });

  it('restores unparsed lines between the rows after changes', () => {
    const { rows, unparsedLines } = parseVocabulary(`first\na [b] : ក\nsecond\nc [d] : ខ\nthird`);
    const [a, c] = rows;
    if (!a || !c) throw new Error('two rows expected');
    const added = { english: 'e', phonemic: 'f', khmer: 'គ' };
    expect(serialiseVocabulary({ rows: [{ ...a, english: 'A' }, c, added], unparsedLines })).toBe(
      'first\nA [b] : ក\nsecond\nc [d] : ខ\nthird\ne [f] : គ',
    );
    expect(serialiseVocabulary({ rows: [c], unparsedLines })).toBe('first\nc [d] : ខ\nsecond\nthird');
    expect(serialiseVocabulary({ rows: [], unparsedLines })).toBe('first\nsecond\nthird');
    expect(serialiseVocabulary({ rows, unparsedLines: unparsedLines.slice(1) })).toBe(
      'a [b] : ក\nsecond\nc [d] : ខ\nthird',
    );
  });

  it('keeps the text of an unchanged row and reformats a changed one', () => {
    const { rows, unparsedLines } = parseVocabulary('  a[b]:ក \nc[d]:ខ');
    const changed = rows.map((entry) => (entry.english === 'c' ? { ...entry, english: 'C' } : entry));
    expect(serialiseVocabulary({ rows: changed, unparsedLines })).toBe('  a[b]:ក \nC [d] : ខ');
  });
});

describe('a vocabulary round trip', () => {
  it('preserves any three strings', () => {
    fc.assert(
      fc.property(row.filter(isFull), (entry) => {
        expect(parseVocabulary(write(entry))).toEqual({
          rows: [{ ...entry, source: write(entry) }],
          unparsedLines: [],
        });
      }),
      { numRuns: depth(500, 5_000) },
    );
  });

  it('preserves spaces and invisible characters at the ends', () => {
    for (const spaces of [
      ' ',
      '  ',
      '\n',
      '\t\u00A0',
      '\u2028',
      '\u200B',
      '\uFEFF',
      '\u00AD',
      '\uFE0F',
      '\u{E0061}',
    ]) {
      const [english, phonemic, khmer] = [
        `${spaces}a${spaces}`,
        `${spaces}b${spaces}`,
        `${spaces}ក${spaces}`,
      ];
      expect(read(write({ english, phonemic, khmer }))).toEqual([{ english, phonemic, khmer }]);
    }
  });

  it('preserves rows in order and the text of incomplete ones', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 6 }), (rows) => {
        const text = write(...rows);
        expect(read(text)).toEqual(rows.filter(isFull));
        const visible = ({ english, phonemic, khmer }: VocabularyEntry) =>
          !isBlank(english + phonemic + khmer);
        const partial = rows.filter((entry) => !isFull(entry) && visible(entry));
        expect(strays(text)).toEqual(partial.map((entry) => write(entry)));
      }),
      { numRuns: depth(200, 2_000) },
    );
  });

  it('keeps every part of an incomplete row, escaped as in a complete one', () => {
    fc.assert(
      fc.property(field, field, (first, second) => {
        fc.pre(!isBlank(first) && !isBlank(second));
        const [whole] = parseVocabulary(write({ english: first, phonemic: second, khmer: 'ក' })).rows;
        const kept = write({ english: first, phonemic: second, khmer: '' });
        expect(whole?.source).toBe(`${kept} : ក`);
      }),
    );
  });

  it('writes well-formed Unicode, so that no store or wire changes it', () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 3 }), (rows) => {
        const text = write(...rows);
        expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(text))).toBe(
          text,
        );
      }),
    );
  });

  it('leaves an untouched text as it was, byte for byte, less its blank lines', () => {
    const line = fc.oneof(
      field,
      row.filter(isFull).map((entry) => write(entry)),
      fc.constantFrom(guide, `  ${guide}  `, `${guide}\r`, '', ' ', 'a note'),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        const text = lines.join('\n');
        const kept = text.split('\n').filter((one) => !isBlank(one));
        expect(serialiseVocabulary(parseVocabulary(text))).toBe(kept.join('\n'));
      }),
      { numRuns: depth(200, 2_000) },
    );
  });
});

describe('vocabulary items', () => {
  it('are the rows, with the phonemic in brackets', () => {
    expect(toVocabularyItems(`a note\n${guide}\nHello: សួស្តី\nTime \\[t\\] [taim] : ម៉ោង`)).toEqual([
      { english: 'Where?', phonemic: '[nouw-naa?]', khmer: 'នៅណា?' },
      { english: 'Time [t]', phonemic: '[taim]', khmer: 'ម៉ោង' },
    ]);
  });

  it('are empty for text without entries', () => {
    expect(toVocabularyItems('')).toEqual([]);
  });
});
