import fc from 'fast-check';
import { buildSortKey, maxSortKeyLength } from './search-text.ts';

const sorted = (texts: readonly string[]) =>
  [...texts].sort((a, b) => Buffer.compare(Buffer.from(buildSortKey(a)), Buffer.from(buildSortKey(b))));

it.each([
  ['letter case and accents do not matter', ['apple', 'Banana', 'Éclair', 'zebra']],
  ['numbers come by value', ['Lesson 2', 'lesson 09', 'Lesson 10', 'Lesson 100', 'Lessons']],
  ['Khmer digits are numbers too', ['មេរៀន ២', 'មេរៀន 3', 'មេរៀន ១០']],
  [
    'Khmer comes after English, in the order of its alphabet',
    ['Zoo', 'កក', 'ការ', 'ក្រុម', 'ខ', 'ងារ', 'អក្សរ'],
  ],
])('%s', (_name, texts) => {
  expect(sorted([...texts].reverse())).toEqual(texts);
});

it('is the same for texts that look the same', () => {
  expect(buildSortKey('  Caf\u00e9\u200b  au lait ')).toBe(buildSortKey('cafe\u0301 au lait'));
  expect(buildSortKey('ខ្មែរ')).toBe(buildSortKey('ខ\u17c2\u17d2មរ'));
});

it('has a limited length and is stable', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
      const key = buildSortKey(text);
      expect([...key].length).toBeLessThanOrEqual(maxSortKeyLength);
      expect(buildSortKey(text)).toBe(key);
    }),
  );
});
