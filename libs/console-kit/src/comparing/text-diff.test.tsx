import fc from 'fast-check';
import { diffTexts } from './text-diff.ts';

const marked = (theirs: string, yours: string) =>
  diffTexts(theirs, yours).map((stretch) =>
    stretch.kind === 'same'
      ? stretch.lines.join('|')
      : [stretch.theirs, stretch.yours].map((runs) =>
          runs.map(({ text, differs }) => (differs ? `[${text}]` : text)).join(''),
        ),
  );

describe('two texts', () => {
  it('that are the same have one hunk', () => {
    expect(marked('one\ntwo', 'one\ntwo')).toEqual(['one|two']);
    expect(marked('', '')).toEqual(['']);
  });

  it('differ in the words of a line', () => {
    expect(marked('first\nGood morning all\nlast', 'first\nGood day all\nlast')).toEqual([
      'first',
      ['Good [morning] all', 'Good [day] all'],
      'last',
    ]);
  });

  it('differ in a line that one of them has, at the end as elsewhere', () => {
    expect(marked('one\ntwo', 'one')).toEqual(['one', ['[two]', '']]);
    expect(marked('two', 'one\ntwo')).toEqual([['', '[one]'], 'two']);
  });

  it('in Khmer differ by words, although there are no spaces', () => {
    expect(marked('ខ្ញុំទៅសាលារៀន', 'ខ្ញុំទៅផ្សារ')).toEqual([['ខ្ញុំទៅ[សាលារៀន]', 'ខ្ញុំទៅ[ផ្សារ]']]);
  });

  it('in Khmer differ by the clusters of a word, never inside one', () => {
    // The subscript differs: neither it nor its sign is marked without its consonant.
    expect(marked('ខ្មែរ', 'ខ្លែរ')).toEqual([['[ខ្មែ]រ', '[ខ្លែ]រ']]);
    expect(marked('ស្ត្រី', 'ស្ត្រ')).toEqual([['[ស្ត្រី]', '[ស្ត្រ]']]);
  });

  it('are marked at the boundaries of clusters only, and show each text as it is', () => {
    const part = fc.constantFrom(
      'ក',
      'ខ',
      'ម',
      'ស',
      '្',
      'ា',
      'ើ',
      '់',
      '​',
      '‌',
      ' ',
      'a',
      'é',
      'word',
      '👩‍👧',
      '.',
      '\n',
    );
    const texts = fc.array(part, { maxLength: 20 }).map((parts) => parts.join(''));
    const graphemes = new Intl.Segmenter('km', { granularity: 'grapheme' });
    /** The length of the text, where a cluster may also end before its end. */
    const boundariesOf = (text: string) =>
      new Set([
        0,
        text.length,
        ...Array.from(graphemes.segment(text), ({ index }) => index).filter(
          (index) => !/\u17D2[\u200C\u200D]*$/.test(text.slice(0, index)),
        ),
      ]);
    const sideOf = (hunks: ReturnType<typeof diffTexts>, side: 'theirs' | 'yours') =>
      hunks.flatMap((hunk) => {
        const runs = hunk.kind === 'same' ? [{ text: hunk.lines.join('\n'), differs: false }] : hunk[side];
        return runs.length === 0 ? [] : [runs];
      });
    const common = (hunks: ReturnType<typeof diffTexts>, side: 'theirs' | 'yours') =>
      sideOf(hunks, side)
        .map((runs) =>
          runs
            .filter(({ differs }) => !differs)
            .map(({ text }) => text)
            .join(''),
        )
        .join('');

    fc.assert(
      fc.property(texts, texts, (theirs, yours) => {
        const hunks = diffTexts(theirs, yours);
        expect(common(hunks, 'theirs')).toBe(common(hunks, 'yours'));
        for (const [side, whole] of [
          ['theirs', theirs],
          ['yours', yours],
        ] as const) {
          for (const runs of sideOf(hunks, side)) {
            const text = runs.map((run) => run.text).join('');
            expect(whole).toContain(text);
            const boundaries = boundariesOf(text);
            let end = 0;
            for (const run of runs) {
              end += run.text.length;
              expect(boundaries).toContain(end);
            }
          }
        }
      }),
      { numRuns: depth(30, 150) },
    );
  });

  it('of any size are compared in a second or two of processor time', () => {
    const lines = (seed: number) =>
      Array.from({ length: 20_000 }, (_, index) => `word ${(index * seed) % 9973}`).join('\n');
    const started = process.cpuUsage();
    expect(diffTexts(lines(7), lines(11)).length).toBeGreaterThan(0);
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1_000).toBeLessThan(10_000);
  });
});
