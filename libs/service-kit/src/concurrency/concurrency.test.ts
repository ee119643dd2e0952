import mongoose from 'mongoose';
import { type BatchItemResult, createBatcher } from './concurrency.ts';

const tick = () => new Promise((resolve) => setImmediate(resolve));

const limits = { concurrency: 1, maxItems: 3, weight: { most: 10, of: (item: number) => item } };

/** A `work` function that resolves on demand and records its batches. */
function slowWork(answer: (item: number) => BatchItemResult<string> = (item) => ({ value: `done ${item}` })) {
  const batches: number[][] = [];
  const waiting: (() => void)[] = [];
  return {
    batches,
    finish: async () => {
      waiting.shift()?.();
      await tick();
    },
    work: async (items: readonly number[]) => {
      batches.push([...items]);
      await new Promise<void>((resolve) => waiting.push(resolve));
      return items.map(answer);
    },
  };
}

describe('createBatcher', () => {
  it('starts immediately and batches items that arrive meanwhile, in order', async () => {
    const { work, batches, finish } = slowWork();
    const add = createBatcher(work, limits);
    const all = Promise.all([1, 2, 3, 4, 5].map(add));
    expect(batches).toEqual([[1]]);
    await finish();
    await finish();
    await finish();
    expect(batches).toEqual([[1], [2, 3, 4], [5]]);
    expect(await all).toEqual(['done 1', 'done 2', 'done 3', 'done 4', 'done 5']);
  });

  it('keeps a batch below its weight, unless one item alone is heavier', async () => {
    const { work, batches, finish } = slowWork();
    const add = createBatcher(work, limits);
    const all = Promise.all([1, 6, 5, 99].map(add));
    for (let n = 0; n < 4; n += 1) await finish();
    await all;
    expect(batches).toEqual([[1], [6], [5], [99]]);
  });

  it('runs as many batches at the same time as it may', async () => {
    const { work, batches, finish } = slowWork();
    const add = createBatcher(work, { ...limits, concurrency: 2 });
    const all = Promise.all([1, 2, 3, 4].map(add));
    expect(batches).toEqual([[1], [2]]);
    await finish();
    expect(batches).toEqual([[1], [2], [3, 4]]);
    await finish();
    await finish();
    await all;
  });

  it('returns a separate result for every item', async () => {
    const { work, finish } = slowWork((item) => (item === 2 ? { error: new Error('two') } : { value: 'ok' }));
    const add = createBatcher(work, limits);
    const all = Promise.allSettled([1, 2, 3].map(add));
    await finish();
    await finish();
    expect((await all).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });

  it('retries the items of a rejected batch one by one, but not when MongoDB is unavailable', async () => {
    const tried: number[][] = [];
    let failure: Error = new mongoose.mongo.MongoServerError({ message: 'refused' });
    const add = createBatcher(
      async (items: readonly number[]) => {
        tried.push([...items]);
        await tick();
        if (items.includes(2)) throw failure;
        return items.map((value) => ({ value }));
      },
      { ...limits, retryIndividually: true },
    );
    const refused = await Promise.allSettled([1, 2, 3].map(add));
    expect(refused.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(tried).toEqual([[1], [2, 3], [2], [3]]);

    await tick();
    failure = new mongoose.mongo.MongoNetworkError('away');
    const away = await Promise.allSettled([1, 2, 3].map(add));
    expect(away.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);

    await tick();
    tried.length = 0;
    const alone = await Promise.allSettled([2, 5, 6, 7, 8].map(add));
    expect(alone.map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
    expect(tried).toEqual([[2]]);
  });

  it('fails a batch whose work throws, and continues with the next', async () => {
    const tried: number[][] = [];
    const add = createBatcher(
      async (items: readonly number[]) => {
        tried.push([...items]);
        await tick();
        if (items.includes(2)) throw new mongoose.mongo.MongoServerError({ message: 'refused' });
        return items.map((value) => ({ value }));
      },
      { concurrency: 1, maxItems: 2 },
    );
    const all = await Promise.allSettled([1, 2, 3, 4].map(add));
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled']);
    expect(tried).toEqual([[1], [2, 3], [4]]);
  });
});
