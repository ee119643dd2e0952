import { pageOf } from './page.ts';

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
