import { createRelevance } from './relevance.ts';

it('ranks words before beginnings, titles before descriptions, and both before the rest', () => {
  const { rank } = createRelevance('Cat!');
  const ranks = [
    { title: 'The cat' },
    { title: 'Category' },
    { title: 'Pets', description: 'A cat and a dog' },
    { title: 'Pets', description: 'Cats' },
    ...[0, 1, 2].map((place) => ({ title: 'Pets', description: 'Dogs', contents: [place] })),
  ].map(rank);
  expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
  expect(new Set(ranks).size).toBe(7);
});

it('ranks words that an author divides by zero-width spaces before runs across words', () => {
  const { rank } = createRelevance('ទៅ');
  const ranks = ['ខ្ញុំ\u200Bទៅ\u200Bផ្សារ', 'ទៅផ្សារ', 'ខ្ញុំទៅផ្សារ', 'ផ្សារ'].map((title) => rank({ title }));
  expect(ranks).toEqual([0, 1, 2, 7]);
});

it('counts each word of the search', () => {
  const { rank } = createRelevance('river boat');
  expect(rank({ title: 'River boats' })).toBeLessThan(rank({ title: 'River', description: 'Boat' }));
});
