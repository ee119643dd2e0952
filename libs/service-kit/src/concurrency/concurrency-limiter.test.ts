import { createConcurrencyLimiter } from './concurrency-limiter.ts';

const tick = () => new Promise((resolve) => setImmediate(resolve));

describe('createConcurrencyLimiter', () => {
  it('limits concurrent tasks, in order, including failing ones', async () => {
    const run = createConcurrencyLimiter(2);
    const started: number[] = [];
    const finish: (() => void)[] = [];
    const all = Promise.allSettled(
      [0, 1, 2, 3].map((n) =>
        run(async () => {
          started.push(n);
          await new Promise<void>((resolve) => finish.push(resolve));
          if (n === 0) throw new Error('zero');
          return n;
        }),
      ),
    );
    await tick();
    expect(started).toEqual([0, 1]);
    finish[0]?.();
    await tick();
    expect(started).toEqual([0, 1, 2]);
    finish[1]?.();
    finish[2]?.();
    await tick();
    finish[3]?.();
    expect((await all).map(({ status }) => status)).toEqual([
      'rejected',
      'fulfilled',
      'fulfilled',
      'fulfilled',
    ]);
    expect(started).toEqual([0, 1, 2, 3]);
  });
});
