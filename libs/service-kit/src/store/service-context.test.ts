import { createCountCache } from './service-context.ts';

function counter(result: () => Promise<number>): { calls: number; count: () => Promise<number> } {
  const state = {
    calls: 0,
    count: () => {
      state.calls += 1;
      return result();
    },
  };
  return state;
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('a filter is counted once within its time, then again', async () => {
  const cache = createCountCache({ ttlMs: 1_000 });
  const counted = counter(async () => 7);
  expect(await cache.get('a', counted.count)).toBe(7);
  expect(await cache.get('a', counted.count)).toBe(7);
  expect(counted.calls).toBe(1);
  jest.advanceTimersByTime(1_001);
  await cache.get('a', counted.count);
  expect(counted.calls).toBe(2);
});

test('callers at the same time share one count', async () => {
  const cache = createCountCache();
  const counted = counter(async () => 7);
  await Promise.all([
    cache.get('a', counted.count),
    cache.get('a', counted.count),
    cache.get('a', counted.count),
  ]);
  expect(counted.calls).toBe(1);
});

test('a write of this process is seen at once', async () => {
  const cache = createCountCache();
  let rows = 1;
  expect(await cache.get('a', async () => rows)).toBe(1);
  rows = 2;
  cache.clear();
  expect(await cache.get('a', async () => rows)).toBe(2);
});

test('a count that was under way during a write is not kept', async () => {
  const cache = createCountCache();
  let finish: (count: number) => void = () => undefined;
  const slow = cache.get('a', () => new Promise((resolve) => (finish = resolve)));
  cache.clear();
  const fresh = cache.get('a', async () => 2);
  finish(1);
  expect(await slow).toBe(1);
  expect(await fresh).toBe(2);
  expect(await cache.get('a', async () => 3)).toBe(2);
});

test('a failed count is not kept', async () => {
  const cache = createCountCache();
  await expect(cache.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await cache.get('a', async () => 1)).toBe(1);
});

test('only so many filters are kept', async () => {
  const cache = createCountCache({ max: 2 });
  const counted = counter(async () => 1);
  for (const key of ['a', 'b', 'c', 'c', 'b', 'a']) await cache.get(key, counted.count);
  expect(counted.calls).toBe(4);
});
