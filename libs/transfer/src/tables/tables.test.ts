import { importMessages, unescapeCsvFormula } from '@khmer-learning/contracts';
import fc from 'fast-check';
import { strToU8, zipSync } from 'fflate';
import { read, write } from 'hucre';
import { recogniseColumns } from './columns.ts';
import { openTable, readColumns } from './read-table.ts';
import type { TableRow } from './table.ts';
import { formatTable } from './write-table.ts';

const fields = [
  {
    name: 'title',
    label: 'Title',
    aliases: ['Name', 'ចំណងជើង'],
    required: true,
    example: ['a', 'b'],
  },
  { name: 'level', label: 'Level', aliases: ['កម្រិត'], required: false, example: ['1', '2'] },
] as const;

const sourceOf = (bytes: Uint8Array | string) =>
  async function* () {
    yield Buffer.from(bytes);
  };
async function rowsOf(bytes: Uint8Array | string, sheet?: string): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  const table = await openTable(sourceOf(bytes), fields, sheet);
  for await (const row of table.rows()) rows.push(row);
  return rows;
}
async function bytesOf(format: 'csv' | 'xlsx', rows: string[][]): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of formatTable(format, rows)) pieces.push(Buffer.from(piece));
  return Buffer.concat(pieces);
}
const problemOf = (bytes: Uint8Array | string) =>
  rowsOf(bytes).then(
    () => null,
    (error: Error) => error.message,
  );

const special = [
  '=1',
  '+',
  '-',
  '@',
  "'",
  '"',
  ',',
  ';',
  '\t',
  '\n',
  '\r',
  '\0',
  '_x0041_',
  '<',
  '&',
  ' ',
  'ខ្មែរ',
  '\u200b',
  '😀',
  'a',
];
const text = fc.array(fc.constantFrom(...special), { maxLength: 6 }).map((parts) => `${parts.join('')}x`);

it('a spreadsheet program reads what is written as texts without formulas, and what it saves is read as it was', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 4 }), async (given) => {
      const rows = [['Title', 'Level'], ...given];
      const written = await bytesOf('xlsx', rows);
      const workbook = await read(written);
      const seen = workbook.sheets[0]?.rows ?? [];
      expect(seen.map((row) => row.map((cell) => unescapeCsvFormula(String(cell))))).toEqual(rows);
      for (const stringMode of ['shared', 'inline'] as const) {
        // This library leaves such a text as it is, and Excel would read a character.
        if (given.flat().some((cell) => cell.includes('_x'))) continue;
        const saved = await write({ sheets: [{ name: 'Sheet1', rows: seen }], stringMode });
        const found = await rowsOf(saved);
        expect(found.map(({ cells }) => cells.map(unescapeCsvFormula))).toEqual(rows);
      }
      const own = await rowsOf(written);
      expect(own.map(({ cells }) => cells.map(unescapeCsvFormula))).toEqual(rows);
    }),
    { numRuns: depth(20, 200) },
  );
});

it('numbers, dates, truths and results of formulas are the texts that a person sees, in the sheet that is chosen', async () => {
  const workbook = await write({
    sheets: [
      { name: 'Notes', rows: [['x']] },
      {
        name: 'មេរៀន',
        rows: [
          ['Title', 'Level'],
          [3, 0.1 + 0.2],
          [],
          [new Date('2026-08-03T00:00:00Z'), true],
          [100000000000000000000, null],
        ],
        cells: new Map([['4,1', { formula: '1+1', formulaResult: 2 }]]),
      },
    ],
  });
  expect(await rowsOf(workbook)).toEqual([{ line: 1, cells: ['x'] }]);
  expect(await rowsOf(workbook, 'មេរៀន')).toEqual([
    { line: 1, cells: ['Title', 'Level'] },
    { line: 2, cells: ['3', '0.3'] },
    { line: 4, cells: ['2026-08-03', 'TRUE'] },
    { line: 5, cells: ['100000000000000000000', '2'] },
  ]);
  const { sheets, sheet, encoding } = await readColumns(sourceOf(workbook), fields);
  expect({ sheets, sheet, encoding }).toEqual({ sheets: ['Notes', 'មេរៀន'], sheet: 'Notes', encoding: null });
});

it.each([
  ['with commas', 'Title,Level\na,b', 'utf-8'],
  ['with semicolons', 'Title;Level\na;b', 'utf-8'],
  ['copied, with tabs', 'Title\tLevel\na\tb', 'utf-8'],
  ['with bars', 'Title|Level\na|b', 'utf-8'],
  ['with the line sep=|', 'sep=|\nTitle|Level\na|b', 'utf-8'],
  ['in UTF-16', Buffer.from('\uFEFFTitle,Level\na,b', 'utf16le'), 'utf-16'],
  ['in Windows-1252', Buffer.from('Title,Level\na,b\ncaf\xe9,d', 'latin1'), 'windows-1252'],
])('a text %s is read', async (_what, bytes, encoding) => {
  const read = await readColumns(sourceOf(bytes), fields);
  expect(read).toMatchObject({ encoding, columns: [{ name: 'Title' }, { name: 'Level' }] });
  expect(read.columns[0]?.samples[1] ?? 'café').toBe('café');
});

it('columns are recognised by their names in English and Khmer, in any case and with any signs', () => {
  const recognise = (...names: string[]) => {
    const given = names.map((name) => ({ name, samples: ['x'] }));
    const { columns, isComplete } = recogniseColumns(given, fields);
    return { fields: columns.map(({ field }) => field), isComplete };
  };
  expect(recognise(' TITLE* ', 'កម្រិត')).toEqual({ fields: ['title', 'level'], isComplete: true });
  expect(recognise('Name [Required]', 'Name')).toEqual({ fields: [null, 'title'], isComplete: false });
  expect(recognise('ចំណងជើង', 'Problems')).toEqual({ fields: ['title', null], isComplete: true });
  expect(recognise('Level')).toEqual({ fields: ['level'], isComplete: false });
  expect(recognise('Title', 'Colour').isComplete).toBe(false);
});

it.each([
  ['an old one', Buffer.from('d0cf11e0a1b11ae1', 'hex'), importMessages.oldExcel],
  [
    'one with a password',
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')]),
    importMessages.password,
  ],
  ['one that is cut off', Buffer.from('504b0304', 'hex'), importMessages.broken],
  ['another kind of zip', zipSync({ 'a.txt': strToU8('a') }), importMessages.broken],
])('an Excel file that cannot be read gets a sentence: %s', async (_what, bytes, problem) => {
  expect(await problemOf(bytes)).toBe(problem);
});

const large = 2 * 1024 * 1024;
/** An Excel file of few bytes with this in its sheet, or in its styles. */
const excelFile = (sheet: string, styles = '<styleSheet/>') =>
  zipSync({
    'xl/_rels/workbook.xml.rels': strToU8('<r><Relationship Id="r1" Target="sheet1.xml"/></r>'),
    'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="A" r:id="r1"/></sheets></workbook>'),
    'xl/styles.xml': strToU8(styles),
    'xl/sheet1.xml': strToU8(`<worksheet>${sheet}</worksheet>`),
  });

it('reads a file that has only what it needs', async () => {
  const row = (title: string) => `<row><c t="inlineStr"><is><t>${title}</t></is></c></row>`;
  expect(await rowsOf(excelFile(row('Title') + row('Cat')))).toEqual([
    { line: 1, cells: ['Title'] },
    { line: 2, cells: ['Cat'] },
  ]);
});

it.each([
  ['elements in each other', excelFile('<a>'.repeat(1_000) + '</a>'.repeat(1_000))],
  ['a text without an end', excelFile(`<row><c><v>${'1'.repeat(large)}</v></c></row>`)],
  ['an attribute without an end', excelFile(`<row a="${'1'.repeat(large)}"/>`)],
  [
    'attributes without an end',
    excelFile(`<row ${[...'a'.repeat(large / 8)].map((a, at) => `${a}${at}=""`).join(' ')}/>`),
  ],
  ['a name without an end', excelFile(`<${'a'.repeat(large)}/>`)],
  ['an entity without an end', excelFile(`<row>&${'a'.repeat(large)}</row>`)],
  ['a comment without an end', excelFile(`<!--${'a'.repeat(large)}-->`)],
  ['styles without an end', excelFile('', `<a b="${'1'.repeat(large / 4)}"/>`.repeat(40))],
])('an Excel file fills no memory with %s', async (_what, bytes) => {
  expect(bytes.length).toBeLessThan(large);
  expect(await problemOf(bytes)).toBe(importMessages.broken);
});
