import { startMedia } from '../media.fixture.ts';
import { createWorkQueue } from './create-work-queue.ts';
import { decoderQueues } from './run-decoder.ts';

const minute = 60_000;
let now = 0;
let release: () => void;

beforeEach(() => {
  now = performance.now();
  jest.spyOn(performance, 'now').mockImplementation(() => now);
});
afterEach(() => jest.restoreAllMocks());

const hang = () =>
  new Promise<void>((resolve) => {
    release = resolve;
  });

it('does not move when all of its work has taken too long, and moves again when a piece of it ends', async () => {
  const queue = createWorkQueue({ maxRunning: 2, maxQueued: 1, busyMessage: 'busy' });
  expect(queue.isMoving()).toBe(true);
  void queue(hang);
  now += 2 * minute;
  // A place is free.
  expect(queue.isMoving()).toBe(true);
  const second = queue(hang);
  expect(queue.isMoving()).toBe(true);
  now += 2 * minute;
  expect(queue.isMoving()).toBe(false);
  release();
  await second;
  expect(queue.isMoving()).toBe(true);
});

it('moves while one of its places does', async () => {
  const queue = createWorkQueue({ maxRunning: 2, maxQueued: 1, busyMessage: 'busy' });
  void queue(hang);
  for (let piece = 0; piece < 5; piece += 1) {
    now += minute / 2;
    await queue(async () => undefined);
    void queue(hang);
    now += minute / 2;
    expect(queue.isMoving()).toBe(true);
    release();
    await Promise.resolve();
  }
});

it('runs one piece of work of a person at a time, and lets 20 of them wait', async () => {
  const queue = createWorkQueue({ maxRunning: 2, maxQueued: 100, busyMessage: 'busy' });
  const ended: (() => void)[] = [];
  const started: number[] = [];
  const send = (person: number) =>
    queue(() => {
      started.push(person);
      return new Promise<void>((resolve) => ended.push(resolve));
    }, person);
  const greedy = Array.from({ length: 21 }, () => send(1));
  await expect(send(1)).rejects.toThrow('busy');
  const others = [send(2), send(3)];
  expect(started).toEqual([1, 2]);
  ended[0]?.();
  await greedy[0];
  expect(started).toEqual([1, 2, 1]);
  ended[1]?.();
  await others[0];
  expect(started).toEqual([1, 2, 1, 3]);
});

it('makes the service not ready while it does not move', async () => {
  jest.restoreAllMocks();
  const media = await startMedia();
  const isReady = async () => {
    const answer = await media.app.inject('/readyz');
    return { status: answer.statusCode, ...answer.json<{ checks: object }>().checks };
  };
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  const works = [decoderQueues.thumbnails(() => promise), decoderQueues.thumbnails(() => promise)];
  expect(await isReady()).toMatchObject({ status: 200, thumbnails: true, originals: true, recordings: true });
  const clock = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => clock() + 2 * minute);
  expect(await isReady()).toMatchObject({
    status: 503,
    thumbnails: false,
    originals: true,
    recordings: true,
  });
  resolve();
  await Promise.all(works);
  expect(await isReady()).toMatchObject({ thumbnails: true });
  jest.restoreAllMocks();
  await media.close();
});
