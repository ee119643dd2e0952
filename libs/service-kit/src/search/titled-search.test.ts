import { searchCondition, searchFields } from './titled-search.ts';

it.each([undefined, '', ' \u200B '])('asks for nothing when the search is %j', (search) => {
  expect(searchCondition(search)).toEqual({});
});

it('queries keys of documents with the words, and no others', () => {
  const { searchKeys } = searchFields(['The river', 'Words for the water']);
  const found = (search: string) =>
    searchCondition(search).searchKeys?.$all.every((key) => searchKeys.includes(key));
  expect(found('WATER riv')).toBe(true);
  expect(found('boat')).toBe(false);
});

it('also checks a long run of Khmer against the text', () => {
  const { searchText } = searchFields(['ខ្ញុំចង់ទៅផ្សារធំ']);
  const { $and = [] } = searchCondition('ចង់ទៅផ្សារ');
  expect($and).toHaveLength(1);
  for (const { searchText: pattern } of $and) expect(searchText).toMatch(new RegExp(pattern.$regex));
});
