import { unescapeCsvFormula } from '@khmer-learning/contracts';
import { formatCsvRows } from '@khmer-learning/transfer';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';

const parts = [
  '=',
  '+',
  '-',
  '@',
  '＝',
  ';',
  ',',
  '\t',
  '\r',
  '\n',
  '\x00',
  ' ',
  '"',
  "'",
  '\uFEFF',
  '\u200b',
  '1',
  'ក',
];
const text = fc.array(fc.constantFrom(...parts), { maxLength: 8 }).map((chosen) => chosen.join(''));
const rows = fc.array(fc.tuple(text, text, text), { minLength: 1, maxLength: 3 });

/** Characters that spreadsheets skip before a formula. An apostrophe makes the cell a text. */
const isFormula = (cell: string) => /^[\s\p{Cc}\p{Cf}"]*[=+\-@＝]/u.test(cell);

/** Reads a file like a naive reader, which splits at every separator and line break and ignores quotes. */
const naiveCells = (file: string, separator: string) =>
  file.split(/[\r\n]/).flatMap((line) => line.split(separator));

it.each([
  ';=1',
  '\x00=1',
  ' =1',
  'a;=1',
  'a\t+1',
  '"=1',
  ';"=1"',
  '\t1',
  '\r1',
  'a\n-1',
  '\u200b@a',
  'a; \x00=1',
])('prevents spreadsheets from running %j', (cell) => {
  const file = formatCsvRows([[cell, cell]]);
  expect(parse(file).flat().filter(isFormula)).toEqual([]);
  expect([';', '\t'].flatMap((separator) => naiveCells(file, separator)).filter(isFormula)).toEqual([]);
});

it('starts no formula in a naive reader that splits at commas, semicolons or tabs', () => {
  fc.assert(
    fc.property(rows, (given) => {
      const file = formatCsvRows(given);
      const read = parse(file, { skip_empty_lines: false }).flat();
      const cells = [...read, ...naiveCells(file, ';'), ...naiveCells(file, '\t')];
      return !cells.some(isFormula);
    }),
    { numRuns: depth(200, 2_000) },
  );
});

it('restores every text', () => {
  fc.assert(
    fc.property(rows, (given) => {
      const read: string[][] = parse(formatCsvRows(given));
      expect(read.map((row) => row.map(unescapeCsvFormula))).toEqual(given);
    }),
    { numRuns: depth(200, 2_000) },
  );
});

it('leaves ordinary text as it is', () => {
  const given = ['Cat [chmaa]', 'a = b', 'well-known; see 1-2', 'a@b.example', 'First, "second"'];
  expect(parse(formatCsvRows([given]))).toEqual([given]);
});
