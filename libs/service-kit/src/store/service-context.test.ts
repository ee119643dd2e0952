import type { ListTotal } from '@khmer-learning/contracts';
import { createCountCache } from './service-context.ts';

const rows = (total: number): ListTotal => ({ total });

function counter(result: () => Promise<ListTotal>): { calls: number; count: () => Promise<ListTotal> } {
  const state = {
    calls: 0,
    count: () => {
      state.calls += 1;
      return result();
    },
  };
  return state;
}

beforeEach(() => {
  jest.useFakeTimers();
  // An entry from time zero would have no time.
  jest.advanceTimersByTime(1);
});
afterEach(() => jest.useRealTimers());

test('a filter is counted once within its time, then again', async () => {
  const cache = createCountCache({ ttlMs: 1_000 });
  const counted = counter(async () => rows(7));
  expect(await cache.get('a', counted.count)).toEqual({ total: 7 });
  expect(await cache.get('a', counted.count)).toEqual({ total: 7 });
  expect(counted.calls).toBe(1);
  jest.advanceTimersByTime(1_001);
  await cache.get('a', counted.count);
  expect(counted.calls).toBe(2);
});

test('callers at the same time share one count', async () => {
  const cache = createCountCache();
  const counted = counter(async () => rows(7));
  await Promise.all([
    cache.get('a', counted.count),
    cache.get('a', counted.count),
    cache.get('a', counted.count),
  ]);
  expect(counted.calls).toBe(1);
});

test('a write of this process is seen at once', async () => {
  const cache = createCountCache();
  let total = 1;
  expect(await cache.get('a', async () => ({ total }))).toEqual({ total: 1 });
  total = 2;
  cache.clear();
  expect(await cache.get('a', async () => ({ total }))).toEqual({ total: 2 });
});

test('a count that was under way during a write is not kept', async () => {
  const cache = createCountCache();
  let finish: (count: ListTotal) => void = () => undefined;
  const slow = cache.get('a', () => new Promise((resolve) => (finish = resolve)));
  cache.clear();
  const fresh = cache.get('a', async () => rows(2));
  finish(rows(1));
  expect(await slow).toEqual({ total: 1 });
  expect(await fresh).toEqual({ total: 2 });
  expect(await cache.get('a', async () => rows(3))).toEqual({ total: 2 });
});

test('a failed count is not kept', async () => {
  const cache = createCountCache();
  await expect(cache.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await cache.get('a', async () => rows(1))).toEqual({ total: 1 });
});

test('only so many filters are kept', async () => {
  const cache = createCountCache({ max: 2 });
  const counted = counter(async () => rows(1));
  for (const key of ['a', 'b', 'c', 'c', 'b', 'a']) await cache.get(key, counted.count);
  expect(counted.calls).toBe(4);
});
