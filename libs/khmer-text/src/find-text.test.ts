import fc from 'fast-check';
import { findText } from './find-text.ts';
import { foldText } from './search-text.ts';

const found = (text: string, query: string) =>
  findText(text, query).map(({ start, end }) => text.slice(start, end));

describe('finding a text', () => {
  it.each([
    ['each place, whatever the case', 'Water is water', 'WATER', ['Water', 'water']],
    ['inside a word', 'underwater', 'water', ['water']],
    ['without overlaps', 'aaaa', 'aa', ['aa', 'aa']],
    ['nothing for a blank query', 'a\u200Bb', ' \u200B', []],
    ['a Khmer word inside a run', 'ខ្ញុំផឹកទឹកត្រជាក់', 'ទឹក', ['ទឹក']],
    [
      'Khmer signs in another order',
      '\u1781\u17C2\u17D2\u1798\u179A',
      '\u1781\u17D2\u1798\u17C2\u179A',
      ['\u1781\u17C2\u17D2\u1798\u179A'],
    ],
    ['across zero-width spaces', 'ភាសា\u200Bខ្មែរ', 'ភាសាខ្មែរ', ['ភាសា\u200Bខ្មែរ']],
    ['the whole cluster of an incomplete one', 'ខ្មែរ', 'ខ្ម', ['ខ្មែ']],
    ['nothing at a subscript', 'ខ្មែរ', 'មែរ', []],
    ['a pronunciation without its stress mark', '[ˈwɔtər]', 'wɔt', ['wɔt']],
    ['decomposed accents', 'cafe\u0301', 'café', ['cafe\u0301']],
    ['across soft hyphens', 'walk\u00ADing', 'walking', ['walk\u00ADing']],
    ['across marks of direction in a cluster', 'ខ\u200E្មែរ', 'ខ្មែរ', ['ខ\u200E្មែរ']],
    ['an accent that was not typed', 'A café', 'cafe', ['café']],
    ['an accent below an invisible character', 'cafe\u00AD\u0301', 'café', ['cafe\u00AD\u0301']],
    ['another register shifter', 'ប៊ិច', 'ប៉ិច', ['ប៊ិច']],
    ['Khmer digits', 'ទី១០', '10', ['១០']],
    ['a repetition sign after a space', 'យឺត ៗ', 'យឺតៗ', ['យឺត ៗ']],
    ['special characters as they are', 'a.b (c)', '.b (', ['.b (']],
  ])('finds %s', (_what, text, query, expected) => {
    expect(found(text, query)).toEqual(expected);
  });

  it('finds what stands in any text, at places in order', () => {
    const word = fc.constantFrom('water', 'ទឹក', 'ខ្មែរ', 'café', '😀', ' ', '\u200B', 'ភាសា', 'x');
    fc.assert(
      fc.property(fc.array(word), fc.constantFrom('water', 'ទឹក', 'ខ្មែរ', 'café', '😀'), (words, query) => {
        const text = words.join('');
        const matches = findText(text, query);
        expect(matches.length).toBe(words.filter((one) => one === query).length);
        for (const [index, { start, end }] of matches.entries()) {
          expect(foldText(text.slice(start, end))).toBe(foldText(query));
          expect(start).toBeGreaterThanOrEqual(matches[index - 1]?.end ?? 0);
        }
      }),
    );
  });
});
