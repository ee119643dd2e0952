import { everyTick, onTick, untilTick } from './pause.ts';

const everyMs = 100;

it('wakes once for all who wait for the same moment, but for those who wait no longer', async () => {
  await untilTick(everyMs, new AbortController().signal);
  const timers = jest.spyOn(globalThis, 'setTimeout');
  const called: string[] = [];
  const cancel = onTick(everyMs, () => called.push('cancelled'));
  onTick(everyMs, () => called.push('once'));
  const stop = everyTick(everyMs, () => called.push('each time'));
  const aborted = new AbortController();
  const waiting = untilTick(everyMs, aborted.signal);
  expect(timers).toHaveBeenCalledTimes(1);
  timers.mockRestore();

  cancel();
  aborted.abort();
  await waiting;
  expect(called).toEqual([]);
  for (let tick = 0; tick < 2; tick += 1) await untilTick(everyMs, new AbortController().signal);
  expect(called).toEqual(['once', 'each time', 'each time']);
  stop();
  await untilTick(everyMs, new AbortController().signal);
  expect(called).toHaveLength(3);
});
