import fc from 'fast-check';
import { findMatchLine } from './match-line.ts';

const marked = (texts: readonly string[], search: string) => {
  const found = findMatchLine(texts, search);
  let at = 0;
  let shown = '';
  for (const { start, end } of found?.places ?? []) {
    shown += `${found?.text.slice(at, start)}[${found?.text.slice(start, end)}]`;
    at = end;
  }
  return found && shown + found.text.slice(at);
};

it('marks the words of a search in the line that has most of them', () => {
  const text = 'The river is wide\nA marketplace by the river\nThe market';
  expect(marked(['Supermarket', text], 'market river')).toBe('A [market]place by the [river]');
  expect(marked(['Supermarket'], 'market')).toBeNull();
});

it('marks Khmer inside a run, by whole clusters, however it was typed', () => {
  expect(marked(['ទៅផ្សារថ្មី'], 'ផ្សារ')).toBe('ទៅ[ផ្សារ]ថ្មី');
});

it('cuts a long line around the first match', () => {
  const found = marked([`${'a '.repeat(200)}market${' b'.repeat(200)}`], 'market');
  expect(found).toMatch(/^…(?:a )+\[market\](?: b)+ ?…$/);
  expect(found?.length).toBeLessThan(126);
});

it('marks places of the text that was given, whatever it is', () => {
  const text = fc.string({ unit: 'binary', maxLength: 300 });
  const khmer = fc.string({
    unit: fc.constantFrom('ក', '្', 'រ', 'ា', ' ', 'ខ', '\u200B', 'a'),
    maxLength: 300,
  });
  fc.assert(
    fc.property(fc.oneof(text, khmer), fc.nat(300), (line, at) => {
      const search = line.slice(at, at + 5);
      const found = findMatchLine([line], search);
      if (!found) return;
      const inner = found.text.replace(/^…/, '').replace(/…$/, '');
      expect(line.includes(inner) || line.includes(found.text)).toBe(true);
      let last = 0;
      for (const { start, end } of found.places) {
        expect(start).toBeGreaterThanOrEqual(last);
        expect(end).toBeGreaterThan(start);
        last = end;
      }
      expect(last).toBeLessThanOrEqual(found.text.length);
    }),
    { numRuns: depth(200, 5_000) },
  );
});
