import { createRelevance } from './relevance.ts';

it('ranks words before beginnings, titles before descriptions, and both before the rest', () => {
  const relevance = createRelevance('Cat');
  const ranks = [
    { title: 'The cat' },
    { title: 'Category' },
    { title: 'Pets', description: 'A cat and a dog' },
    { title: 'Pets', description: 'Cats' },
    { title: 'Pets', description: 'Dogs' },
  ].map(relevance);
  expect(ranks).toEqual([...ranks].sort((a, b) => a - b));
  expect(new Set(ranks).size).toBe(5);
});

it('ranks words that an author divides by zero-width spaces before runs across words', () => {
  const relevance = createRelevance('ទៅ');
  const ranks = ['ខ្ញុំ\u200Bទៅ\u200Bផ្សារ', 'ទៅផ្សារ', 'ខ្ញុំទៅផ្សារ', 'ផ្សារ'].map((title) => relevance({ title }));
  expect(ranks).toEqual([0, 1, 2, 6]);
});

it('counts each word of the search', () => {
  const relevance = createRelevance('river boat');
  expect(relevance({ title: 'River boats' })).toBeLessThan(
    relevance({ title: 'River', description: 'Boat' }),
  );
});
