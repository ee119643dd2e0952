import type { Connection } from 'mongoose';
import { sharedLookUp } from './shared-look-up.ts';

const connection = {} as Connection;

it('is made once for all who ask while others are under way, and never gives what was read before', async () => {
  let stored = 1;
  const asked: (readonly string[])[] = [];
  const answers: (() => void)[] = [];
  const lookUp = sharedLookUp(async (_connection, items: readonly string[]) => {
    const found = stored;
    asked.push(items);
    await new Promise<void>((resolve) => answers.push(resolve));
    return found;
  });

  const first = ['a', 'b'].map((item) => lookUp(connection, item));
  stored = 2;
  const later = ['c', 'd', 'e'].map((item) => lookUp(connection, item));
  expect(asked).toEqual([['a'], ['b']]);
  answers[0]?.();
  await expect(first[0]).resolves.toBe(1);
  answers[1]?.();
  answers[2]?.();
  await expect(Promise.all(later)).resolves.toEqual([2, 2, 2]);
  expect(asked).toEqual([['a'], ['b'], ['c', 'd', 'e']]);
});

it('that fails is a failure of those who asked, and of nobody after them', async () => {
  let isAway = true;
  const lookUp = sharedLookUp(async () => {
    if (isAway) throw new Error('away');
    return 'here';
  });
  await expect(lookUp(connection, 1)).rejects.toThrow('away');
  isAway = false;
  await expect(lookUp(connection, 2)).resolves.toBe('here');
});
