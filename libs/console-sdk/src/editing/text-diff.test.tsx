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

  it('of any size are compared in a second or two of processor time', () => {
    const lines = (seed: number) =>
      Array.from({ length: 20_000 }, (_, index) => `word ${(index * seed) % 9973}`).join('\n');
    const started = process.cpuUsage();
    expect(diffTexts(lines(7), lines(11)).length).toBeGreaterThan(0);
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1_000).toBeLessThan(10_000);
  });
});
