import { cutPage, pageOf, publicPageOf, withNextRow } from './page.ts';

it.each([
  [{}, undefined],
  [{ limit: 5 }, { limit: 5, offset: 0 }],
  [{ offset: 30 }, { limit: 15, offset: 30 }],
  [
    { limit: 5, offset: 0 },
    { limit: 5, offset: 0 },
  ],
])('reads %j', (query, page) => {
  expect(pageOf(query)).toEqual(page);
});

it.each([
  [{}, { limit: 100, offset: 0, after: undefined }],
  [{ limit: 5 }, { limit: 5, offset: 0, after: undefined }],
  [{ offset: 30 }, { limit: 15, offset: 30, after: undefined }],
])('reads a page of a public list from %j', (query, page) => {
  expect(publicPageOf(query, 1)).toEqual(page);
});

it('continues after the last row of a page, by its sort values', () => {
  const rows = [
    [0.5, 9],
    [0.5, 12],
    [-3.25e-7, 4],
  ] as const;
  const page = { limit: 2, offset: 0 };
  expect(withNextRow(page)).toEqual({ limit: 3, offset: 0 });
  const cut = cutPage(rows, page, (row) => row);
  expect(cut.rows).toEqual(rows.slice(0, 2));
  expect(publicPageOf({ limit: 2, cursor: cut.next.nextCursor }, 2).after).toEqual([0.5, 12]);
  expect(cutPage(rows.slice(2), page, (row) => row)).toEqual({ rows: rows.slice(2), next: {} });
  expect(cutPage(rows.slice(0, 2), page, (row) => row).next).toEqual({});
});

it.each(['x', '', 'WzEsMl0', 'WyIxIl0', 'W251bGxd', 'e30', 'eyIkZ3QiOjF9'])(
  'refuses %j as the cursor of a list sorted by one number',
  (cursor) => {
    expect(() => publicPageOf({ cursor }, 1)).toThrow('cursor is not valid');
  },
);
