import fc from 'fast-check';
import {
  type Area,
  boundsOf,
  copy,
  createGrid,
  fillDown,
  formatTable,
  type Grid,
  parseTable,
  paste,
  placesIn,
  redo,
  setCells,
  textAt,
  undo,
} from './grid-cells.ts';

const numRuns = depth(40, 2_000);
const [rows, columns] = [5, 3];

const text = fc.oneof(
  fc.constantFrom('', 'ភាសាខ្មែរ', '"', 'a\tb', 'two\nlines', 'He said "hi"', ' '),
  fc.string({ maxLength: 6 }).map((one) => one.replaceAll('\r', '')),
);
const table = (maxRows: number) =>
  fc
    .integer({ min: 1, max: columns })
    .chain((width) =>
      fc.array(fc.array(text, { minLength: width, maxLength: width }), { minLength: 1, maxLength: maxRows }),
    );
const place = fc.record({
  row: fc.integer({ min: 0, max: rows - 1 }),
  column: fc.integer({ min: 0, max: columns - 1 }),
});
const area = fc.record({ from: place, to: place });
const grid = fc
  .array(fc.array(text, { minLength: columns, maxLength: columns }), { minLength: rows, maxLength: rows })
  .map(createGrid);
type Step = (grid: Grid) => Grid;
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(place, text).map(
    ([at, to]): Step =>
      (one) =>
        setCells(one, [[at, to]]),
  ),
  fc.tuple(area, table(8)).map(
    ([at, pasted]): Step =>
      (one) =>
        paste(one, at, pasted),
  ),
  area.map(
    (at): Step =>
      (one) =>
        fillDown(one, at),
  ),
);
const all: Area = { from: { row: 0, column: 0 }, to: { row: rows - 1, column: columns - 1 } };
const texts = (one: Grid) => copy(one, all);

it('reads what it wrote, and what spreadsheets write', () => {
  fc.assert(
    fc.property(table(4), (cells) => {
      // A last empty row cannot be told from the break that ends the table.
      fc.pre(cells.length === 1 || cells.at(-1)?.join('') !== '');
      expect(parseTable(formatTable(cells))).toEqual(cells);
    }),
    { numRuns },
  );
  expect(parseTable('សួស្តី\tLevel\r\n"two\r\nlines"\t"a ""b"""\r\n')).toEqual([
    ['សួស្តី', 'Level'],
    ['two\nlines', 'a "b"'],
  ]);
  expect(parseTable('5" nail\t"open')).toEqual([['5" nail', '"open']]);
});

it('undoes and redoes any steps', () => {
  fc.assert(
    fc.property(grid, fc.array(step, { maxLength: 8 }), (first, steps) => {
      const last = steps.reduce((one, next) => next(one), first);
      let back = last;
      for (let n = last.past.length; n > 0; n -= 1) back = undo(back);
      expect(texts(back)).toEqual(texts(first));
      for (let n = back.future.length; n > 0; n -= 1) back = redo(back);
      expect(texts(back)).toEqual(texts(last));
      // Only what differs is sent.
      for (const at of placesIn(all))
        expect(last.changed.has(`${at.row} ${at.column}`)).toBe(textAt(last, at) !== textAt(first, at));
    }),
    { numRuns },
  );
});

it('pastes what fits and leaves the rest', () => {
  fc.assert(
    fc.property(grid, area, table(8), (before, at, cells) => {
      const after = paste(before, at, cells);
      const { top, left, bottom, right } = boundsOf(at);
      const isOne = cells.length === 1 && cells[0]?.length === 1;
      for (const one of placesIn(all)) {
        const isIn = one.row >= top && one.column >= left && one.row <= bottom && one.column <= right;
        const pasted = isOne ? (isIn ? cells[0]?.[0] : undefined) : cells[one.row - top]?.[one.column - left];
        expect(textAt(after, one)).toBe(pasted ?? textAt(before, one));
      }
    }),
    { numRuns },
  );
});

it('fills an area from its first row, and a row from the one above', () => {
  fc.assert(
    fc.property(grid, area, (before, at) => {
      const after = fillDown(before, at);
      const { top, bottom } = boundsOf(at);
      const source = Math.max(top === bottom ? top - 1 : top, 0);
      const filled = new Set(placesIn(at).map(({ row, column }) => `${row} ${column}`));
      for (const one of placesIn(all))
        expect(textAt(after, one)).toBe(
          textAt(before, filled.has(`${one.row} ${one.column}`) ? { ...one, row: source } : one),
        );
    }),
    { numRuns },
  );
});
