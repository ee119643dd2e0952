import { ApiError } from '@khmer-learning/service-kit';
import { createCallLimit } from './call-limit.ts';

let now = 0;
let calls = 0;
const work = async () => {
  calls += 1;
};
const fail = (status: 400 | 409) => async () => {
  calls += 1;
  throw new ApiError(status, 'refused');
};
beforeEach(() => {
  now = 0;
  calls = 0;
});
const create = () => createCallLimit(() => now);

it('limits the calls of an order, from any address, until the minute is over', async () => {
  const limit = create();
  for (let n = 0; n < 30; n += 1) await limit.ofOrder('capture', 'A', `address ${n}`, work);
  now = 20_000;
  await expect(limit.ofOrder('capture', 'A', 'other', work)).rejects.toMatchObject({
    status: 429,
    retryAfter: 40,
  });
  await limit.ofOrder('capture', 'B', 'other', work);
  expect(calls).toBe(31);
  now = 60_000;
  await limit.ofOrder('capture', 'A', 'other', work);
});

it('limits the calls of an address, about any orders', async () => {
  const limit = create();
  for (let n = 0; n < 120; n += 1) await limit.ofOrder('capture', `order ${n}`, 'one', work);
  await expect(limit.ofOrder('capture', 'next', 'one', work)).rejects.toMatchObject({ status: 429 });
  await limit.ofOrder('capture', 'next', 'other', work);
});

it('keeps the third refusal for two seconds, of the same call alone', async () => {
  const limit = create();
  for (let n = 0; n < 5; n += 1)
    await expect(limit.ofOrder('capture', 'A', 'one', fail(409))).rejects.toMatchObject({ status: 409 });
  expect(calls).toBe(3);
  await limit.ofOrder('cancel', 'A', 'one', work);
  now = 2_000;
  await limit.ofOrder('capture', 'A', 'one', work);
  expect(calls).toBe(5);
});

it('asks again for a payer who approves a moment after a refusal', async () => {
  const limit = create();
  await expect(limit.ofOrder('capture', 'A', 'one', fail(409))).rejects.toMatchObject({ status: 409 });
  await limit.ofOrder('capture', 'A', 'one', work);
  expect(calls).toBe(2);
});

it('refuses an address that sent 30 forged webhooks, and no other', async () => {
  const limit = create();
  for (let n = 0; n < 100; n += 1) await limit.ofWebhook('provider', work);
  for (let n = 0; n < 30; n += 1)
    await expect(limit.ofWebhook('forger', fail(400))).rejects.toMatchObject({ status: 400 });
  await expect(limit.ofWebhook('forger', fail(400))).rejects.toMatchObject({ status: 429 });
  await limit.ofWebhook('provider', work);
  expect(calls).toBe(131);
});
