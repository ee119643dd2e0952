import { importMessages, type Lesson } from '@khmer-learning/contracts';
import { serialiseVocabulary } from '@khmer-learning/khmer-text';
import { createTransferClient, type TransferClient } from '@khmer-learning/test-kit';
import { formatCsvRows } from '@khmer-learning/transfer';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { startContent, type TestContent } from '../content.test-kit.ts';

/** The columns that the rows of these tests have. */
const vocabularyColumns = [
  ...['Lesson ID', 'Main lesson', 'Lesson', 'Section'],
  ...['English', 'Pronunciation', 'Khmer', 'Other text'],
];

let content: TestContent;
let transfers: TransferClient;
let parents: { mainLessonId: number; lessonTypeId: number };

beforeAll(async () => {
  content = await startContent();
  transfers = createTransferClient(content.call);
  const main = await content.createMainLesson({ title: 'First, Words' });
  const type = await content.createLessonType({ title: 'Vocabulary' });
  parents = { mainLessonId: main.id, lessonTypeId: type.id };
});
afterAll(() => content.close());
afterEach(() => content.service.connection.collection('lessons').deleteMany({}));

const animals = 'Cat [chmaa] : ឆ្មា\nsee the picture\nDog [chkae] : ឆ្កែ';

async function lesson(sections: readonly object[], title = 'Animals'): Promise<Lesson> {
  return content.createLesson({ ...parents, title, sections });
}

async function rowsOf(query = ''): Promise<string[][]> {
  const { body } = await transfers.downloadExport(`/api/export/vocabulary${query}`);
  return parse(body, { bom: true });
}

const fileOf = (rows: readonly (readonly string[])[]) =>
  `\uFEFF${formatCsvRows([vocabularyColumns, ...rows])}`;
const get = (id: number) => content.call<Lesson>('GET', `/api/lessons/${id}`).then(({ body }) => body);

describe('exporting vocabulary', () => {
  it('is a CSV that spreadsheets read as UTF-8, with a row for each word and each other line', async () => {
    const { id } = await lesson([{ title: 'Key words', content: animals }]);
    const start = `${id},"First, Words",Vocabulary,Animals,Beginner,Streets and corners`;
    const { body, headers } = await transfers.downloadExport('/api/export/vocabulary');
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringMatching(
        /^attachment; filename="vocabulary-\d{4}-\d\d-\d\d\.csv"$/,
      ),
    });
    expect(body).toBe(
      [
        '\uFEFFLesson ID,Main lesson,Lesson type,Lesson,Level,Description,Section,English,Pronunciation,Khmer,Other text',
        `${start},Key words,Cat,chmaa,ឆ្មា,`,
        `${start},Key words,,,,see the picture`,
        `${start},Key words,Dog,chkae,ឆ្កែ,`,
        '',
      ].join('\r\n'),
    );
  });

  it('never contains a formula that a spreadsheet would run', async () => {
    await lesson([{ title: '=cmd', content: '@sum [+1] : -2\n=HYPERLINK("http://x")\n\'=quoted' }]);
    const [, word, link, quoted] = await rowsOf();
    expect(word?.slice(6)).toEqual(["'=cmd", "'@sum", "'+1", "'-2", '']);
    expect(link?.at(-1)).toBe('\'=HYPERLINK("http://x")');
    expect(quoted?.at(-1)).toBe("''=quoted");
  });

  it('leaves out formatted text without words, and can be limited to a main lesson', async () => {
    await lesson([
      { title: 'Story', content: 'A boat', html: '<p>A boat</p>' },
      { title: 'Notes', content: 'Plain' },
    ]);
    expect((await rowsOf()).map((row) => row[6])).toEqual(['Section', 'Notes']);
    expect(await rowsOf(`?mainLessonId=${parents.mainLessonId}`)).toHaveLength(2);
    expect((await content.call('GET', '/api/export/vocabulary?mainLessonId=999')).status).toBe(404);
  });
});

describe('a file of vocabulary', () => {
  // Characters that are special in spreadsheets, in CSV and in the line format.
  const special = fc.constantFrom(
    '"',
    ',',
    ';',
    '\n',
    '\r\n',
    '\r',
    '[',
    ']',
    ':',
    '\\',
    '=',
    '+',
    '-',
    '@',
    '\t',
    "'",
    ' ',
    '\u200B',
    '\uFEFF',
    '\u00AD',
    'ខ្មែរ',
    'ទន្លេ',
    'a',
    '＝',
  );
  const text = fc.array(special, { minLength: 1, maxLength: 8 }).map((parts) => `${parts.join('')}x`);
  const sections = fc.uniqueArray(
    fc.record({
      title: text.map((title) => title.trim()),
      rows: fc.array(fc.record({ english: text, phonemic: text, khmer: text }), {
        minLength: 1,
        maxLength: 4,
      }),
      strays: fc.array(
        text.map((line) => line.replace(/\n/g, '')),
        { maxLength: 2 },
      ),
    }),
    { minLength: 1, maxLength: 3, selector: ({ title }) => title },
  );

  it('that was just exported is reported as unchanged, whatever is in its cells', async () => {
    await fc.assert(
      fc.asyncProperty(sections, async (generated) => {
        await content.service.connection.collection('lessons').deleteMany({});
        await lesson(
          generated.map(({ title, rows, strays }) => ({
            title,
            content: serialiseVocabulary({
              rows,
              unparsedLines: strays.map((line, afterRows) => ({ text: line, afterRows })),
            }),
          })),
        );
        const { body } = await transfers.downloadExport('/api/export/vocabulary');
        const { counts, problem } = await transfers.uploadAndCheck('vocabulary', body);
        expect({ problem, counts }).toMatchObject({
          problem: null,
          counts: { create: 0, change: 0, refuse: 0 },
        });
      }),
      { numRuns: depth(5, 25) },
    );
  });

  it('imports the same words again, whatever is in its cells', async () => {
    await fc.assert(
      fc.asyncProperty(sections, async (generated) => {
        await content.service.connection.collection('lessons').deleteMany({});
        const trim = (rows: (typeof generated)[number]['rows']) =>
          rows.map(({ english, phonemic, khmer }) => ({
            english: english.trim(),
            phonemic: phonemic.trim(),
            khmer: khmer.trim(),
          }));
        const full = generated.map(({ title, rows }) => ({
          title,
          content: serialiseVocabulary({ rows: trim(rows), unparsedLines: [] }),
        }));
        const { id } = await lesson(full);
        const { body } = await transfers.downloadExport('/api/export/vocabulary');
        await content.call('PATCH', `/api/lessons/${id}`, {
          sections: generated.map(({ title }) => ({ title, content: 'gone [gone] : gone' })),
        });
        expect(await transfers.importFile('vocabulary', body)).toMatchObject({
          state: 'applied',
          problem: null,
        });
        expect((await get(id)).sections).toMatchObject(full);
      }),
      { numRuns: depth(3, 15) },
    );
  });

  it('replaces the words of its sections, keeps other lines, and reports what each row does', async () => {
    const { id } = await lesson([
      { title: 'Key words', content: animals },
      { title: 'Untouched', content: 'Cow [koo] : គោ' },
    ]);
    const start = [String(id), 'First, Words', 'animals'];
    const { id: importId, counts } = await transfers.uploadAndCheck(
      'vocabulary',
      fileOf([
        [...start, 'Key words', 'Bird', 'bak-sey', 'បក្សី', ''],
        [...start, 'Key words', ' Cat ', 'chmaa', 'ឆ្មារ', ''],
        [...start, 'More', 'Hen', 'moan', 'មាន់', ''],
        [...start, 'More', '', '', '', 'a note'],
        ['', '', '', '', '', '', '', ''],
      ]),
    );
    expect(counts).toEqual({ create: 3, change: 1, unchanged: 0, refuse: 0 });
    expect(await transfers.listLines(importId)).toEqual([
      { line: 2, thing: 'word', title: 'Bird', outcome: 'create', notes: ['Removed from this section: Dog'] },
      { line: 3, thing: 'word', title: ' Cat ', outcome: 'change', notes: ['Khmer'] },
      { line: 4, thing: 'word', title: 'Hen', outcome: 'create', notes: [] },
      { line: 5, thing: 'word', title: 'a note', outcome: 'create', notes: [] },
    ]);
    expect(await get(id)).toMatchObject({ version: 1 });
    await content.call('POST', `/api/imports/${importId}/apply`);
    await transfers.waitForState(importId, ['applied']);
    expect(await get(id)).toMatchObject({
      version: 2,
      sections: [
        { title: 'Key words', content: 'Bird [bak-sey] : បក្សី\nsee the picture\nCat [chmaa] : ឆ្មារ' },
        { title: 'Untouched', content: 'Cow [koo] : គោ' },
        { title: 'More', content: 'Hen [moan] : មាន់\na note' },
      ],
    });
  });

  describe('whose rows name one lesson in different ways', () => {
    const words = 'Cat [c] : ឆ្មា\nDog [d] : ឆ្កែ';
    const cat = ['W', 'Cat', 'c', 'ឆ្មា', ''];
    const dog = ['W', 'Dog', 'd', 'ឆ្កែ', ''];
    const cow = ['W', 'Cow', 'k', 'គោ', ''];

    it.each([
      ['without the ID', (_id: number) => ['', 'First, Words', 'Animals']],
      ['with a zero before the ID', (id: number) => [`0${id}`, 'First, Words', 'Animals']],
      ['with blanks around the ID', (id: number) => [` ${id}\u00A0`, 'First, Words', 'Animals']],
      ['with the title in another case', (_id: number) => ['', 'first, words', 'animals']],
      ['with blanks around the titles', (_id: number) => ['', ' First,  Words', 'Animals ']],
      ['with ID, and with another main lesson', (id: number) => [String(id), 'Elsewhere', 'ANIMALS']],
    ])('keeps the words of all of them: %s', async (_how, start) => {
      const { id } = await lesson([{ title: 'W', content: words }]);
      const own = [String(id), 'First, Words', 'Animals'];
      const imported = await transfers.importFile(
        'vocabulary',
        fileOf([
          [...own, ...cat],
          [...start(id), ...cow],
          [...own, ...dog],
        ]),
      );
      expect(imported).toMatchObject({ state: 'applied', counts: { create: 1, unchanged: 2, refuse: 0 } });
      expect((await get(id)).sections).toMatchObject([
        { title: 'W', content: 'Cat [c] : ឆ្មា\nCow [k] : គោ\nDog [d] : ឆ្កែ' },
      ]);
    });

    it.each([
      ['41.0', 'Lesson ID "41.0" is not a whole number'],
      ['999999', 'Lesson ID 999999 not found'],
    ])('changes nothing of the lesson while a row of it has the ID %s', async (wrong, reason) => {
      const { id } = await lesson([{ title: 'W', content: words }]);
      const { id: importId } = await transfers.uploadAndCheck(
        'vocabulary',
        fileOf([
          [String(id), 'First, Words', 'Animals', ...cat],
          [wrong, 'First, Words', 'Animals', ...dog],
        ]),
      );
      const lines = await transfers.listLines(importId);
      expect(lines).toMatchObject([
        { outcome: 'refuse', notes: ['Another row of this lesson is refused'] },
        { outcome: 'refuse', notes: [reason] },
      ]);
      const mended = await transfers.checkAgain(importId, {
        lines: [{ place: lines[1]?.correction?.place ?? -1, cells: { lessonId: String(id) } }],
      });
      expect(mended.body.counts).toEqual({ create: 0, change: 0, unchanged: 2, refuse: 0 });
    });

    it('changes nothing of the lesson whose titles a row with the ID of another lesson has', async () => {
      const { id } = await lesson([{ title: 'W', content: words }]);
      const { id: otherId } = await lesson([{ title: 'W', content: words }], 'Sky');
      const { id: importId } = await transfers.uploadAndCheck(
        'vocabulary',
        fileOf([
          [String(id), 'First, Words', 'Animals', ...cat],
          [String(otherId), 'First, Words', 'Animals', ...dog],
        ]),
      );
      expect(await transfers.listLines(importId)).toMatchObject([
        { outcome: 'refuse', notes: ['Another row of this lesson is refused'] },
        { outcome: 'refuse', notes: [`Lesson ${otherId} has a different title: "Sky"`] },
      ]);
    });

    it('refuses a title that several lessons have', async () => {
      for (let n = 0; n < 2; n += 1) await lesson([{ title: 'W', content: words }]);
      const { id } = await transfers.uploadAndCheck(
        'vocabulary',
        fileOf([['', 'First, Words', 'Animals', ...cat]]),
      );
      expect(await transfers.listLines(id)).toMatchObject([
        { outcome: 'refuse', notes: ['More than one lesson is named "Animals"'] },
      ]);
    });

    it.each(['W ', 'w', ' W', 'W\u200B'])('takes the section %j for the stored one', async (name) => {
      const { id } = await lesson([{ title: 'W', content: words }]);
      const own = [String(id), 'First, Words', 'Animals'];
      await transfers.importFile(
        'vocabulary',
        fileOf([
          [...own, ...cat],
          [...own, name, ...cow.slice(1)],
          [...own, ...dog],
          [...own, 'New', ...cat.slice(1)],
          [...own, 'new ', ...dog.slice(1)],
        ]),
      );
      expect((await get(id)).sections).toMatchObject([
        { title: 'W', content: 'Cat [c] : ឆ្មា\nCow [k] : គោ\nDog [d] : ឆ្កែ' },
        { title: 'New', content: words },
      ]);
    });

    it('distinguishes stored sections whose titles differ only in case', async () => {
      const { id } = await lesson([
        { title: 'W', content: words },
        { title: 'w', content: words },
      ]);
      const { body } = await transfers.downloadExport('/api/export/vocabulary');
      const file = body.replace(/Dog(?=[^D]*$)/, 'Hound');
      await transfers.importFile('vocabulary', file);
      expect((await get(id)).sections.map((section) => section.content)).toEqual([
        words,
        words.replace('Dog', 'Hound'),
      ]);
    });
  });

  it('reports a changed order of words, and distinguishes sections with the same title', async () => {
    const { id } = await lesson([
      { title: 'Words', content: 'A [a] : ក\nB [b] : ខ' },
      { title: 'Words', content: 'C [c] : គ' },
    ]);
    const [head, a, b, c] = await rowsOf();
    expect(c?.[6]).toBe('Words (2)');
    const { id: importId } = await transfers.uploadAndCheck(
      'vocabulary',
      formatCsvRows([head ?? [], b ?? [], a ?? [], c ?? []]),
    );
    expect(await transfers.listLines(importId)).toMatchObject([
      { title: 'B', outcome: 'unchanged' },
      { title: 'A', outcome: 'change', notes: ['Order'] },
      { title: 'C', outcome: 'unchanged' },
    ]);
    await content.call('POST', `/api/imports/${importId}/apply`);
    await transfers.waitForState(importId, ['applied']);
    expect((await get(id)).sections.map((section) => section.content)).toEqual([
      'B [b] : ខ\nA [a] : ក',
      'C [c] : គ',
    ]);
  });

  it('may use the separators of other locales, another order of columns, and unsorted rows', async () => {
    const one = await lesson([{ title: 'W', content: 'A [a] : ក' }], 'One');
    const two = await lesson([{ title: 'W', content: 'A [a] : ក' }], 'Two');
    const rows = [
      'Lesson ID;ខ្មែរ;ENGLISH;Pronunciation;ផ្នែក;Lesson title;Main_lesson;Problems',
      `${one.id};ខ;B;b;W;One;;x`,
      `${two.id};ខ;B;b;W;Two;;x`,
      `;គ;C;c;W;One;First, Words;x`,
      `${one.id};ឃ;D;d;W;One;;x`,
    ];
    const { id, state } = await transfers.uploadAndCheck('vocabulary', rows.join('\n'));
    expect({ state, refused: await transfers.listLines(id, 'refuse') }).toEqual({
      state: 'checked',
      refused: [],
    });
    const { body } = await content.call<{ counts: object }>('GET', `/api/imports/${id}`);
    expect(body.counts).toEqual({ create: 4, change: 0, unchanged: 0, refuse: 0 });
  });

  describe('as other programs write it', () => {
    const head = vocabularyColumns;
    const swap16 = (text: string) => Buffer.from(text, 'utf16le').swap16();
    it.each([
      [
        'a column before Lesson ID',
        (cells: string[]) => [['Problems', ...head].join(), ['x', ...cells].join()],
      ],
      ['a blank behind the head', (cells: string[]) => [head.map((name) => `${name} `).join(), cells.join()]],
      ['the separator line sep=,', (cells: string[]) => ['sep=,', head.join(), cells.join()]],
      ['the separator line sep=;', (cells: string[]) => ['"sep=;"', head.join(';'), cells.join(';')]],
      ['a filled separator line', (cells: string[]) => ['sep=,,,,,,,,', head.join(), cells.join()]],
      ['a blank line before the head', (cells: string[]) => ['', ',,,', head.join(), cells.join()]],
      [
        'quoted heads in another case',
        (cells: string[]) => [`"${head.join('","')}"`.toUpperCase(), cells.join()],
      ],
    ])('is imported: with %s', async (_what, linesOf) => {
      const { id } = await lesson([{ title: 'W', content: 'A [a] : ក' }]);
      const lines = linesOf([String(id), '', 'Animals', 'W', 'ខ្មែរ', 'b', 'ខ', '']);
      for (const end of ['\r\n', '\n'])
        for (const encode of [
          (text: string) => Buffer.from(text),
          (text: string) => Buffer.from(`\uFEFF${text}`),
          (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
          (text: string) => Buffer.from(text, 'utf16le'),
          (text: string) => swap16(`\uFEFF${text}`),
        ]) {
          const file = encode(lines.join(end));
          const { id: importId, problem } = await transfers.uploadAndCheck('vocabulary', file);
          expect({ problem, lines: await transfers.listLines(importId) }).toMatchObject({
            problem: null,
            lines: [{ line: lines.length, title: 'ខ្មែរ', outcome: 'create' }],
          });
        }
    });
  });

  it('refuses rows of lessons it cannot find, of other lessons, without words or with too much in them', async () => {
    const { id } = await lesson([{ title: 'W', content: 'A [a] : ក' }]);
    const start = [String(id), '', 'Animals'];
    const { id: importId } = await transfers.uploadAndCheck(
      'vocabulary',
      fileOf([
        ['9999', '', 'Nobody', 'W', 'A', 'a', 'ក', ''],
        ['x', '', 'Nobody', 'W', 'A', 'a', 'ក', ''],
        ['', 'First, Words', 'Unheard of', 'W', 'A', 'a', 'ក', ''],
        [String(id), '', 'Another', 'W', 'A', 'a', 'ក', ''],
        [...start, 'W', '', '', '', ''],
        [...start, 'W', 'A', '', '', 'both'],
        [...start, 'W', '', '', '', 'two\nlines'],
      ]),
    );
    const refused = await transfers.listLines(importId, 'refuse');
    expect(refused.map(({ line, notes }) => [line, ...notes])).toEqual([
      [2, 'Lesson ID 9999 not found'],
      [3, 'Lesson ID "x" is not a whole number'],
      [4, 'Lesson "Unheard of" not found'],
      [5, `Lesson ${id} has a different title: "Animals"`],
      [6, 'English, Pronunciation and Khmer are empty'],
      [7, 'Fill in either the word columns or Other text, not both'],
      [8, 'Other text must be a single line'],
    ]);
  });

  it('holds back the other rows of a lesson with a refused row, which would lose its word, and imports the rest', async () => {
    const { id } = await lesson([{ title: 'W', content: 'Cat [c] : ឆ្មា\nDog [d] : ឆ្កែ' }]);
    const { id: otherId } = await lesson([{ title: 'W', content: 'Sun [s] : ព្រះអាទិត្យ' }], 'Sky');
    const start = [String(id), 'First, Words', 'Animals', 'W'];
    const other = [String(otherId), 'First, Words', 'Sky', 'W'];
    const { id: importId, counts } = await transfers.uploadAndCheck(
      'vocabulary',
      fileOf([
        [...start, 'Cat', 'c', 'ឆ្មាតូច', ''],
        [...start, '=Dog', 'd', 'ឆ្កែ', 'both'],
        [...other, 'Sun', 's', 'ថ្ងៃ', ''],
      ]),
    );
    expect(counts).toEqual({ create: 0, change: 1, unchanged: 0, refuse: 2 });
    await content.call('POST', `/api/imports/${importId}/apply`);
    await transfers.waitForState(importId, ['applied']);
    expect((await get(otherId)).sections[0]?.content).toBe('Sun [s] : ថ្ងៃ');
    expect((await get(id)).sections[0]?.content).toBe('Cat [c] : ឆ្មា\nDog [d] : ឆ្កែ');

    const { body, headers } = await transfers.downloadExport(`/api/imports/${importId}/refused`);
    expect(headers['content-disposition']).toBe('attachment; filename="refused-lines.csv"');
    const rows: string[][] = parse(body, { bom: true });
    const own = [String(id), 'First, Words', 'Animals', 'W'];
    expect(rows).toEqual([
      [...vocabularyColumns, 'Problems'],
      [...own, 'Cat', 'c', 'ឆ្មាតូច', '', 'Another row of this lesson is refused'],
      [...own, "'=Dog", 'd', 'ឆ្កែ', 'both', 'Fill in either the word columns or Other text, not both'],
    ]);
    const mended = await transfers.importFile('vocabulary', body.replace('both', ''));
    expect(mended).toMatchObject({ state: 'applied', counts: { refuse: 0 } });
    expect((await get(id)).sections[0]?.content).toBe('Cat [c] : ឆ្មាតូច\n=Dog [d] : ឆ្កែ');
  });

  describe('with refused rows that are corrected in place', () => {
    const words = (id: number) => get(id).then(({ sections }) => sections[0]?.content);
    const lineAt = async (importId: number, line: number) => {
      const found = (await transfers.listLines(importId)).find((one) => one.line === line);
      return { ...found, place: found?.correction?.place ?? -1 };
    };
    const correct = async (importId: number, line: number, cells: Record<string, string>) =>
      transfers.checkAgain(importId, { lines: [{ place: (await lineAt(importId, line)).place, cells }] });

    it('takes the corrected row and the rows it held back, in the order of the file, with one import', async () => {
      const { id } = await lesson([{ title: 'W', content: 'Cat [c] : ឆ្មា' }]);
      const start = [String(id), 'First, Words', 'Animals', 'W'];
      const { id: importId } = await transfers.uploadAndCheck(
        'vocabulary',
        fileOf([
          [...start, 'Hen', 'h', 'មាន់', ''],
          [...start, 'Dog', 'd', 'ឆ្កែ', 'both'],
          [...start, 'Cat', 'c', 'ឆ្មា', ''],
        ]),
      );
      const emptied = await correct(importId, 3, { english: '', phonemic: '', khmer: '', other: ' ' });
      expect(emptied.body.counts).toEqual({ create: 0, change: 0, unchanged: 0, refuse: 3 });
      const reason = 'English, Pronunciation and Khmer are empty';
      expect(await lineAt(importId, 3)).toMatchObject({ outcome: 'refuse', notes: [reason] });
      const refused = await transfers.downloadExport(`/api/imports/${importId}/refused`);
      expect(parse(refused.body, { bom: true })[2]?.at(-1)).toBe(reason);

      const mended = await correct(importId, 3, { english: 'Dog', phonemic: 'd', khmer: 'ឆ្កែ', other: '' });
      expect(mended.body.counts).toEqual({ create: 2, change: 0, unchanged: 1, refuse: 0 });
      // Corrected lines stay findable, and can be corrected again.
      expect((await lineAt(importId, 3)).correction?.cells.at(-1)).toMatchObject({
        ...{ name: 'other', value: '', original: 'both' },
      });
      await content.call('POST', `/api/imports/${importId}/apply`);
      await transfers.waitForState(importId, ['applied']);
      expect(await words(id)).toBe('Hen [h] : មាន់\nDog [d] : ឆ្កែ\nCat [c] : ឆ្មា');
    });

    it('replaces a wrong value everywhere, in as many rows as have it, also where it was corrected to', async () => {
      const { id } = await lesson([{ title: 'W', content: 'Cat [c] : ឆ្មា' }]);
      const row = (name: string, word: string) => ['', 'First, Words', name, 'W', word, 'x', 'ឆ្កែ', ''];
      const { id: importId, counts } = await transfers.uploadAndCheck(
        'vocabulary',
        fileOf([row('Animols', 'Cow'), row('Animols', 'Dog'), row('Amimals', 'Hen')]),
      );
      expect(counts.refuse).toBe(3);
      await correct(importId, 4, { lesson: 'Animols' });
      const { body } = await transfers.checkAgain(importId, {
        replacements: [{ field: 'lesson', from: 'Animols', to: 'Animals' }],
      });
      expect(body.counts).toEqual({ create: 3, change: 0, unchanged: 0, refuse: 0 });
      const back = await correct(importId, 3, { lesson: 'Animols' });
      expect(back.body.counts).toEqual({ create: 2, change: 0, unchanged: 0, refuse: 1 });
      await content.call('POST', `/api/imports/${importId}/apply`);
      await transfers.waitForState(importId, ['applied']);
      expect(await words(id)).toBe('Cow [x] : ឆ្កែ\nHen [x] : ឆ្កែ');
    });

    it('is refused for unknown cells and lines, accepted lines, other users, too many, and an import that is not waiting', async () => {
      const { id } = await lesson([{ title: 'W', content: 'Cat [c] : ឆ្មា' }]);
      const { id: importId } = await transfers.uploadAndCheck(
        'vocabulary',
        fileOf([
          [String(id), 'First, Words', 'Animals', 'W', 'Dog', 'd', 'ឆ្កែ', ''],
          ['', 'First, Words', 'Nobody', 'W', 'A', 'a', 'ក', ''],
        ]),
      );
      const good = { status: 409, body: { message: importMessages.notCorrectable } };
      const at = (place: number, cells: Record<string, string>) =>
        transfers.checkAgain(importId, { lines: [{ place, cells }] });
      expect(await at(1, { colour: 'red' })).toMatchObject(good);
      expect(await at(0, { english: 'B' })).toMatchObject(good);
      expect(await at(99, { english: 'B' })).toMatchObject({ status: 404 });
      expect(await at(1, { lesson: 'x'.repeat(5_001) })).toMatchObject({ status: 400 });
      const url = `/api/imports/${importId}/check`;
      const replacements = Array.from({ length: 60 }, () => ({ field: 'lesson', from: 'a', to: 'b' }));
      await transfers.checkAgain(importId, { replacements });
      expect(await transfers.checkAgain(importId, { replacements })).toMatchObject({
        status: 409,
        body: { message: importMessages.tooManyCorrections },
      });
      expect(await content.call('POST', url, {}, { as: 'admin' })).toMatchObject({ status: 404 });
      await content.call('POST', `/api/imports/${importId}/apply`);
      await transfers.waitForState(importId, ['applied']);
      expect(await at(1, { lesson: 'Animals' })).toMatchObject({
        status: 409,
        body: { message: importMessages.applied },
      });
    });
  });

  it('puts rows without a section into the only one of their lesson, and refuses them if there are several', async () => {
    const one = await lesson([{ title: 'W', content: 'A [a] : ក' }]);
    const two = await lesson(['V', 'W'].map((title) => ({ title, content: 'A [a] : ក' })));
    const { id } = await transfers.uploadAndCheck(
      'vocabulary',
      fileOf([
        [String(one.id), '', 'Animals', ' ', 'A', 'a', 'ក', ''],
        [String(one.id), '', 'Animals', '', 'B', 'b', 'ខ', ''],
        [String(two.id), '', 'Animals', ' ', 'B', 'b', 'ខ', ''],
      ]),
    );
    expect(await transfers.listLines(id)).toMatchObject([
      { outcome: 'unchanged' },
      { outcome: 'create' },
      { outcome: 'refuse', notes: ['Section title is required'] },
    ]);
  });

  it.each([
    ['that is JSON', '{"format":"x"}', 415, importMessages.notTheFormat],
    ['that is a picture', '\x89PNG\r\n\x1a\n\0\0', 415, importMessages.notTheFormat],
  ])('is rejected: a file %s', async (_what, text, status, message) => {
    expect(await transfers.upload('vocabulary', { name: 'x.csv', content: text })).toMatchObject({
      status,
      body: { message },
    });
  });

  it.each([
    ['with nothing under its heading', fileOf([]), 'The file contains nothing to import'],
    [
      'with a quote left open',
      `${fileOf([])}1,"open`,
      'Row 2 is damaged or incomplete: a quote is not closed',
    ],
    [
      'with quotes within a cell',
      `sep=,\n${fileOf([['1', 'a', 'b', 'c', 'd', 'e', 'f', '']])}1,a,b,c,He said "hi",e,f,`,
      'Row 4 is damaged: write a cell with quotes as "He said ""hi"""',
    ],
    [
      'with text after a closing quote',
      `${fileOf([])}1,a,b,c,"He" said,e,f,`,
      'Row 2 is damaged: write a cell with quotes as "He said ""hi"""',
    ],
    [
      'in UTF-16 that is cut off',
      Buffer.from(`${fileOf([])}x`, 'utf16le').subarray(0, -1),
      importMessages.notUtf8,
    ],
    [
      'in another alphabet',
      Buffer.concat([Buffer.from(fileOf([])), Buffer.from([0x31, 0x2c, 0xe9, 0xff])]),
      importMessages.notUtf8,
    ],
  ])('fails its check: a file %s', async (_what, text, problem) => {
    expect(await transfers.uploadAndCheck('vocabulary', text)).toMatchObject({ state: 'failed', problem });
  });
});
