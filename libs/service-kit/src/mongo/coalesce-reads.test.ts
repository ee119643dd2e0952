import type { Connection } from 'mongoose';
import { coalesceReads } from './coalesce-reads.ts';

const connection = {} as Connection;

it('a read is shared by calls that arrive while others are in flight, and its result is never stale', async () => {
  let stored = 1;
  const requested: (readonly string[])[] = [];
  const answers: (() => void)[] = [];
  const load = coalesceReads(async (_connection, items: readonly string[]) => {
    const found = stored;
    requested.push(items);
    await new Promise<void>((resolve) => answers.push(resolve));
    return found;
  });

  const first = ['a', 'b'].map((item) => load(connection, item));
  stored = 2;
  const later = ['c', 'd', 'e'].map((item) => load(connection, item));
  expect(requested).toEqual([['a'], ['b']]);
  answers[0]?.();
  await expect(first[0]).resolves.toBe(1);
  answers[1]?.();
  answers[2]?.();
  await expect(Promise.all(later)).resolves.toEqual([2, 2, 2]);
  expect(requested).toEqual([['a'], ['b'], ['c', 'd', 'e']]);
});

it('a failed read fails the calls that share it, and no later ones', async () => {
  let isUnavailable = true;
  const load = coalesceReads(async () => {
    if (isUnavailable) throw new Error('away');
    return 'here';
  });
  await expect(load(connection, 1)).rejects.toThrow('away');
  isUnavailable = false;
  await expect(load(connection, 2)).resolves.toBe('here');
});
