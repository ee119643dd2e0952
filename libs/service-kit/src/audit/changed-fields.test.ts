import { changedFields } from './changed-fields.ts';

test('names what differs, also deep inside, in a stable order', () => {
  const before = { title: 'a', level: 'Beginner', sections: [{ title: 'x' }], price: null };
  const after = { title: 'b', level: 'Beginner', sections: [{ title: 'y' }], price: 499 };
  expect(changedFields(before, after)).toEqual(['price', 'sections', 'title']);
});

test('names added and removed fields', () => {
  expect(changedFields({ former: 1 }, { present: 1 })).toEqual(['former', 'present']);
});

test('treats equal strings, arrays and dates as unchanged', () => {
  const state = () => ({ list: [1, { two: 2 }], at: new Date(5), none: undefined });
  expect(changedFields(state(), state())).toEqual([]);
  expect(changedFields({ ...state() }, { list: [1, { two: 2 }], at: new Date(5) })).toEqual([]);
});

test('leaves out what every write changes', () => {
  const state = { id: 1, version: 1, createdAt: 'x', updatedAt: 'x', title: 'a' };
  expect(changedFields(state, { ...state, version: 2, updatedAt: 'y' })).toEqual([]);
});
