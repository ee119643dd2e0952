import { isBlank } from '@khmer-learning/khmer-text';
import fc from 'fast-check';
import { formatList, formatPairCells, parseList, parsePairs } from './quiz-table.ts';

const text = fc
  .oneof(
    fc.string({ unit: fc.constantFrom(...'a ក្ =|\\\n\r\tខ"\''), maxLength: 8 }),
    fc.string({ unit: 'binary', maxLength: 8 }),
  )
  .filter((one) => !isBlank(one));

it('lists and pairs come back from a cell as they were, whatever signs they have', () => {
  fc.assert(
    fc.property(fc.array(text, { maxLength: 5 }), (items) => {
      expect(parseList(formatList(items))).toEqual(items);
    }),
    { numRuns: depth(200, 5_000) },
  );
  fc.assert(
    fc.property(fc.array(fc.record({ left: text, right: text }), { maxLength: 5 }), (pairs) => {
      expect(parsePairs(formatPairCells(pairs))).toEqual(pairs);
    }),
    { numRuns: depth(200, 5_000) },
  );
});

it('reads what people type: any spacing, lines of a cell, a sign after a backslash', () => {
  expect(parseList('I|go |  home|')).toEqual(['I', 'go', 'home']);
  expect(parsePairs('ទឹក=water\nភ្លើង = fire | 1 \\= one = two')).toEqual([
    { left: 'ទឹក', right: 'water' },
    { left: 'ភ្លើង', right: 'fire' },
    { left: '1 = one', right: 'two' },
  ]);
  expect(parsePairs('water | a = b = c')).toEqual([
    { left: 'water', right: '' },
    { left: 'a', right: '' },
  ]);
});
