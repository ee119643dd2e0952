import fc from 'fast-check';
import {
  buildSearchKeys,
  buildSearchText,
  hasTooManyKeys,
  maxSearchKeys,
  maxWordPrefix,
  parseSearchQuery,
  splitKhmerClusters,
} from './search-text.ts';

/** Simulates the database: looks up all keys of the query, then verifies the candidates. */
function finds(query: string, ...texts: string[]): boolean {
  const { keys, verify, patterns } = parseSearchQuery(query);
  const indexed = new Set(buildSearchKeys(texts));
  const found = verify?.(buildSearchText(texts)) ?? true;
  expect(patterns.every((pattern) => new RegExp(pattern, 'u').test(buildSearchText(texts)))).toBe(found);
  return keys.every((key) => indexed.has(key)) && found;
}

describe('search in Khmer', () => {
  const market = 'ខ្ញុំចង់ទៅផ្សារ';

  it('finds a word inside a sentence written without spaces', () => {
    expect(finds('ផ្សារ', market)).toBe(true);
  });

  it('finds any inner run, however long', () => {
    expect(finds('ចង់ទៅផ្សា', market)).toBe(true);
    expect(finds(market, market)).toBe(true);
  });

  it('does not match a word that differs by a subscript', () => {
    expect(finds('ខមែរ', 'ខ្មែរ')).toBe(false);
    expect(finds('ខ្មែរ', 'ខមែរ')).toBe(false);
    expect(finds('មែរ', 'ខ្មែរ')).toBe(false);
  });

  it('finds the same word typed in another order', () => {
    expect(finds('\u1781\u17C2\u17D2\u1798\u179A', 'ភាសា\u1781\u17D2\u1798\u17C2\u179A')).toBe(true);
    expect(finds('\u1781\u17D2\u1798\u17C2\u179A', 'ភាសា\u1781\u17C2\u17D2\u1798\u179A')).toBe(true);
  });

  it('ignores zero-width spaces in query and text', () => {
    expect(finds('ផ្សារ', 'ខ្ញុំ\u200Bចង់\u200Bទៅ\u200Bផ្សា\u200Bរ')).toBe(true);
    expect(finds('ចង់\u200Bទៅ\u200Bផ្សារ', market)).toBe(true);
  });

  it.each(['ខ', 'ខ\u17D2', 'ខ\u17D2ម', 'ខ\u17D2មែ', 'ភាសាខ', 'ភាសាខ\u17D2', 'ភាសាខ\u17D2ម'])(
    'finds the word while its last cluster is typed: %s',
    (typed) => {
      expect(finds(typed, 'ភាសាខ្មែរ')).toBe(true);
    },
  );

  it('requires the clusters of a long run to be consecutive', () => {
    // All three-cluster sequences of the query occur, but not the whole query.
    const texts = ['កខគឃ', 'ខគឃង'];
    expect(parseSearchQuery('កខគឃង').keys.every((key) => buildSearchKeys(texts).includes(key))).toBe(true);
    expect(finds('កខគឃង', ...texts)).toBe(false);
    expect(finds('កខគឃង', ...texts, 'ចកខគឃងច')).toBe(true);
  });

  it('does not start a long run at a subscript', () => {
    const texts = ['កខគ ខគឃ', 'ច្កខគឃ'];
    expect(finds('កខគឃ', ...texts)).toBe(false);
    expect(finds('ច្កខគឃ', ...texts)).toBe(true);
  });

  it('needs no check for up to three clusters', () => {
    expect(parseSearchQuery('ផ្សារ').verify).toBeNull();
    expect(parseSearchQuery('ខ្ញុំចង់').verify).toBeNull();
    expect(parseSearchQuery('ខ្ញុំចង់ទៅ').verify).not.toBeNull();
  });

  it('finds exactly the texts that contain the run from the start of a cluster', () => {
    const cluster = fc.constantFrom('ក', 'ខ', 'ខ្ម', 'ខ្មែ', 'មែ', 'ម', 'រ', 'ផ្សា', 'ស', 'សា', 'ខ្ញុំ');
    const runs = fc.array(fc.array(cluster, { minLength: 1, maxLength: 8 }), { minLength: 1, maxLength: 4 });
    const query = fc.array(cluster, { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(runs, query, fc.nat(), (written, asked, cut) => {
        const last = asked.at(-1) ?? '';
        const begun = last.slice(0, 1 + (cut % last.length)).replace(/\u17D2$/, '');
        const expected = written.some((run) =>
          run.some(
            (_cluster, start) =>
              asked.slice(0, -1).every((whole, offset) => run[start + offset] === whole) &&
              run[start + asked.length - 1]?.startsWith(begun),
          ),
        );
        const text = written.map((run) => run.join('')).join(' ');
        expect(finds(asked.slice(0, -1).join('') + begun, text)).toBe(expected);
      }),
      { numRuns: depth(200, 2_000) },
    );
  });

  it('cuts runs into clusters without losing anything', () => {
    expect(splitKhmerClusters('ខ្ញុំចង់ទៅផ្សារ')).toEqual(['ខ្ញុំ', 'ច', 'ង់', 'ទៅ', 'ផ្សា', 'រ']);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0x1780, max: 0x17d3 }), { maxLength: 40 }), (codes) => {
        const run = String.fromCharCode(...codes);
        expect(splitKhmerClusters(run).join('')).toBe(run);
      }),
    );
  });
});

describe('search in texts that look the same', () => {
  it.each([
    ['a soft hyphen', 'walking', 'walk\u00ADing'],
    ['a mark of direction', 'walking', 'walk\u200Eing'],
    ['a variation selector', 'ផ្សារ', 'ផ្សា\uFE0Fរ'],
    ['a register shifter', 'ប៉ិច', 'ទិញប៊ិច'],
    ['the vowel U for a register shifter', 'បុិច', 'ទិញប៊ិច'],
    ['Khmer digits', '១០', '10 fish'],
    ['digits of another script', '10', 'ត្រី១០ក្បាល'],
    ['a repetition sign after a space', 'យឺតៗ', 'ដើរយឺត ៗ'],
    ['a repetition sign without a space', 'យឺត ៗ', 'ដើរយឺតៗ'],
    ['accents', 'cafe', 'Café'],
    ['a missing accent', 'José', 'Jose'],
    ['phonetic diacritics', 'neə', '[nĕə]'],
  ])('finds %s', (_what, query, text) => {
    expect(finds(query, text)).toBe(true);
  });

  it('finds no other phonetic letters', () => {
    expect(finds('nea', '[nĕə]')).toBe(false);
  });
});

describe('search in English and phonemics', () => {
  it('finds whole and leading parts of words, in any case and order', () => {
    expect(finds('greet', 'Greetings')).toBe(true);
    expect(finds('WORLD hel', 'Hello, world')).toBe(true);
    expect(finds('eeting', 'Greetings')).toBe(false);
    expect(finds('greet goodbye', 'Greetings')).toBe(false);
  });

  it('finds words over several texts and languages', () => {
    expect(finds('ផ្សារ greet nouw', 'Greetings', 'Where? [nouw-naa?] : ទៅផ្សារ')).toBe(true);
  });

  it('finds the parts of a phonemic', () => {
    for (const typed of ['nouw', 'naa', '[nouw-naa?]', 'nouw-naa'])
      expect(finds(typed, '[nouw-naa?]')).toBe(true);
    expect(finds('həˈlo', '[həˈloʊ]')).toBe(true);
    expect(finds('həlo', '[həˈloʊ]')).toBe(true);
    expect(finds('ʊ', '[ʊk]')).toBe(true);
  });

  it('finds accented words however the accent was typed', () => {
    expect(finds('cafe\u0301', 'Caf\u00E9')).toBe(true);
  });

  it('finds words beside Khmer and beside emoji', () => {
    expect(finds('abc', 'កខabcគ')).toBe(true);
    expect(finds('hello', '😀hello')).toBe(true);
    expect(finds('😀', '😀hello')).toBe(true);
  });
});

describe('a search query', () => {
  it.each(['', '   ', '\u200B', '\u17D2'])('asks for nothing when it is %j', (typed) => {
    expect(parseSearchQuery(typed)).toEqual({ keys: [], verify: null, patterns: [] });
  });

  it('has no special characters', () => {
    const started = process.cpuUsage();
    expect(finds('(a+)+$', `${'a'.repeat(50_000)}!`)).toBe(false);
    expect(finds('(a+)+$', 'the pattern (a+)+$')).toBe(true);
    expect(finds('.*', 'Hello')).toBe(false);
    expect(finds('^h', 'hello')).toBe(false);
    expect(finds('$where', 'Where?')).toBe(false);
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1_000).toBeLessThan(1_000);
  });

  it('uses punctuation only as a separator', () => {
    expect(finds('where?', 'Where')).toBe(true);
    expect(finds('?', 'Where?')).toBe(false);
    expect(buildSearchKeys(['[a]: (b).'])).toEqual(['a', 'b']);
  });

  it('uses at most 100 characters and eight words', () => {
    expect(parseSearchQuery('a b c d e f g h i j').keys).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']);
    const book = 'កខគឃង'.repeat(1_000_000);
    const started = process.cpuUsage();
    expect(parseSearchQuery(book).keys.length).toBeLessThanOrEqual(98);
    expect(parseSearchQuery(`${'😀'.repeat(99)}ab`).keys).toEqual(['😀']);
    expect(parseSearchQuery(`${' '.repeat(99)}ab`).keys).toEqual(['a']);
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1_000).toBeLessThan(1_000);
  });

  it('compares the first letters of a very long word', () => {
    const long = 'abcdefghijklmnopqrstuvwxyz0123456789';
    expect(parseSearchQuery(long).keys).toEqual([long.slice(0, maxWordPrefix)]);
    expect(finds(long, long)).toBe(true);
  });

  it('finds every text it was copied from', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        fc.pre(!/^[\p{P}\s]*$/u.test(text));
        expect(finds(text, text)).toBe(true);
      }),
      { numRuns: depth(100, 1_000) },
    );
  });
});

describe('the keys of a document', () => {
  it('are few for a vocabulary line', () => {
    const keys = buildSearchKeys(['Where? [nouw-naa?] : នៅណា?']);
    expect(keys).toEqual(expect.arrayContaining(['w', 'where', 'nouw', 'naa', 'នៅ', 'នៅណា', 'ណា']));
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.length).toBeLessThan(30);
  });

  it('stop at the limit, those of the first texts kept', () => {
    const words = (from: number) =>
      Array.from({ length: 50_000 }, (_, index) => `w${from + index}`).join(' ');
    const keys = buildSearchKeys(['Title', words(0), words(50_000)]);
    expect(keys).toHaveLength(maxSearchKeys);
    expect(keys.slice(0, 5)).toEqual(['t', 'ti', 'tit', 'titl', 'title']);
    expect(keys).not.toContain('w99999');
  });

  it('have room for the words of a long lesson, and say when there are too many', () => {
    const rows = (count: number) =>
      Array.from({ length: count }, (_, at) => `English${at} [word-${at}] : ${'កខគ'.charAt(at % 3)}${at}`);
    for (const [text] of [['last100 [word] : ពាក្យ'], ['zebra']] as const) {
      const texts = [rows(3_000).join('\n'), text];
      expect(hasTooManyKeys(texts)).toBe(false);
      expect(buildSearchKeys(texts)).toEqual(expect.arrayContaining(buildSearchKeys([text])));
    }
    expect(hasTooManyKeys(rows(40_000))).toBe(true);
    expect(hasTooManyKeys(['a '.repeat(100_000)])).toBe(false);
  });

  it('stay small enough for any index, whatever the text', () => {
    const hostile = [`ក${'ា'.repeat(50_000)}`, `e${'\u0301'.repeat(50_000)}`, '\u17D2ក'.repeat(50_000)];
    for (const key of buildSearchKeys(hostile)) expect(Buffer.byteLength(key)).toBeLessThan(512);
  });

  it('store each word, run of Khmer and word within one once in the search text', () => {
    expect(buildSearchText(['Where? : ទៅណា?', 'ទៅ\u200Bណា ផ្សារ'])).toBe('where ទៅណា ផ្សារ ទៅ ណា');
    // Nothing that begins within a cluster is a word.
    expect(buildSearchText(['ខ\u200B្មែ\u17D2\u200Bរ\u200Bា'])).toBe(buildSearchText(['ខ្មែ្រា']));
  });
});
