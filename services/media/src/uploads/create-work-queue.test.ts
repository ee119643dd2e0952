import { limitDecoding } from '../images/image-decoder.ts';
import { startMedia } from '../media.fixture.ts';
import { createWorkQueue } from './create-work-queue.ts';

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
  const works = [limitDecoding(() => promise), limitDecoding(() => promise)];
  expect(await isReady()).toMatchObject({ status: 200, decoding: true, recordings: true });
  const clock = performance.now.bind(performance);
  jest.spyOn(performance, 'now').mockImplementation(() => clock() + 2 * minute);
  expect(await isReady()).toMatchObject({ status: 503, decoding: false, recordings: true });
  resolve();
  await Promise.all(works);
  expect(await isReady()).toMatchObject({ decoding: true });
  jest.restoreAllMocks();
  await media.close();
});
