import { moveItemAfter } from './use-reorder.ts';

const items = [1, 2, 3, 4].map((id) => ({ id }));
const ids = (id: number, afterId: number | null) => moveItemAfter(items, id, afterId).map((item) => item.id);

it.each([
  ['up', 4, 1, [1, 4, 2, 3]],
  ['down', 1, 3, [2, 3, 1, 4]],
  ['to the start', 3, null, [3, 1, 2, 4]],
  ['to the end', 1, 4, [2, 3, 4, 1]],
  ['to where it is', 2, 1, [1, 2, 3, 4]],
  ['behind something that is gone', 2, 9, [1, 2, 3, 4]],
  ['although it is gone itself', 9, 2, [1, 2, 3, 4]],
  ['behind itself', 2, 2, [1, 2, 3, 4]],
])('moves %s', (_where, id, afterId, expected) => {
  expect(ids(id, afterId)).toEqual(expected);
});
