import { randomUUID } from 'node:crypto';
import { dueReviews } from '@khmer-learning/client/review-schedule';
import {
  defaultReviewParameters,
  type ProgressRecord,
  type ResponseOf,
  type ReviewParameters,
  type User,
  type v1ProgressGet,
  type v1ReviewsDue,
} from '@khmer-learning/contracts';
import { createQueryProfiler, isScanOrSort, summarizeCommand } from '@khmer-learning/test-kit';
import fc from 'fast-check';
import { reviewSchedules } from '../migrations/0005-review-schedules.ts';
import {
  createLearnerPrincipal,
  createSessionPrincipal,
  startUsersApp,
  type UsersApp,
} from '../users-app.fixture.ts';

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
const parametersPath = '/api/review-parameters';

let users: UsersApp;
let learner: User;
let initial: ReviewParameters;

beforeAll(async () => {
  users = await startUsersApp();
  initial = (await users.call('GET', parametersPath, { as: users.admin })).json();
});
beforeEach(async () => {
  learner = await users.createUser();
});

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const review = (sequence: number, card: string, grade: number, at: string): ProgressRecord => ({
  sequence,
  type: 'review',
  card,
  grade,
  at,
});
async function put(records: readonly ProgressRecord[], clientId: string = randomUUID(), of = learner) {
  const sent = await users.call('PUT', '/api/v1/progress', {
    as: createLearnerPrincipal(of),
    body: { clientId, records },
  });
  expect(sent.statusCode).toBe(200);
}
async function due(query = '', of = learner): Promise<ResponseOf<typeof v1ReviewsDue>> {
  const answer = await users.call('GET', `/api/v1/reviews/due${query}`, { as: createLearnerPrincipal(of) });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}
const set = (body: object, as = users.admin, headers: Record<string, string> = {}) =>
  users.call('PUT', parametersPath, { as, body, headers });

it('are the cards that are due, those for longest first, without those of others', async () => {
  expect(await due()).toEqual({ success: true, data: [], total: 0, parameters: initial });
  const other = await users.createUser();
  await put([review(1, 'theirs', 1, ago(dayMs))], randomUUID(), other);
  await put([
    review(1, 'known', 4, ago(2 * hourMs)),
    review(2, 'known', 4, ago(hourMs)),
    review(3, 'forgotten', 1, ago(hourMs)),
    review(4, 'hard', 3, ago(3 * hourMs)),
    { sequence: 5, type: 'lesson-opened', lessonId: 1, at: ago(hourMs) },
  ]);
  const { data, total } = await due();
  expect([data.map(({ card }) => card), total]).toEqual([['hard', 'forgotten'], 2]);
  expect(data[1]).toMatchObject({
    schedule: { state: 'learning', reps: 1, lapses: 0 },
    reviews: [{ grade: 1 }],
  });
  expect(await due('?limit=1')).toMatchObject({ data: [{ card: 'hard' }], total: 2 });
  const later = await due(`?before=${new Date(Date.now() + 30 * dayMs).toISOString()}`);
  expect(later).toMatchObject({ total: 3, data: [{}, {}, { card: 'known', schedule: { state: 'review' } }] });
  const progress: ResponseOf<typeof v1ProgressGet> = (
    await users.call('GET', '/api/v1/progress', { as: createLearnerPrincipal(learner) })
  ).json();
  // An app that leaves the scheduling to the server has sent no time of its own.
  const [known] = later.data.slice(-1);
  expect(progress.data).toContainEqual(
    expect.objectContaining({ ...known, type: 'card', dueAt: known?.schedule.dueAt }),
  );

  const as = createLearnerPrincipal(learner);
  for (const query of ['?limit=0', '?limit=201', '?before=today'])
    expect((await users.call('GET', `/api/v1/reviews/due${query}`, { as })).statusCode).toBe(400);
  expect((await users.call('GET', '/api/v1/reviews/due', { as: users.admin })).statusCode).toBe(401);
  await users.call('DELETE', '/api/v1/me', { as });
  expect(await due()).toMatchObject({ data: [], total: 0 });
});

it('are the same for the server and each app, however the reviews of several devices come', async () => {
  const base = Date.now() - 200 * dayMs;
  const one = fc.record({
    device: fc.nat(2),
    card: fc.constantFrom('a', 'b', 'c'),
    grade: fc.nat(5),
    at: fc.oneof(
      fc.nat(180).map((days) => days * dayMs),
      fc.nat(40).map((minutes) => minutes * 60_000),
    ),
  });
  const parts = fc.array(fc.tuple(fc.nat(2), fc.nat(11), fc.integer({ min: 1, max: 6 })), { maxLength: 8 });
  const everything = new Date(Date.now() + 3_000 * dayMs).toISOString();
  await fc.assert(
    fc.asyncProperty(fc.array(one, { minLength: 1, maxLength: 30 }), parts, async (reviews, random) => {
      const of = await users.createUser();
      const devices = [0, 1, 2].map((device) => ({
        clientId: randomUUID(),
        records: reviews
          .filter((some) => some.device === device)
          .map(({ card, grade, at }, place) =>
            review(place + 1, card, grade, new Date(base + at).toISOString()),
          ),
      }));
      const all = devices.flatMap(({ records }) => records);
      const expected = dueReviews([], all, initial, everything);
      for (const [device, from, length] of random) {
        const { clientId, records = [] } = devices[device] ?? {};
        const part = records.slice(from, from + length);
        if (part.length > 0) await put(part, clientId, of);
      }
      // A device that has received what the others sent, and not yet sent its own records, has the final list.
      const [own, ...others] = devices;
      for (const { clientId, records } of others) if (records.length > 0) await put(records, clientId, of);
      const received = (await due(`?before=${everything}`, of)).data;
      expect(dueReviews(received, own?.records ?? [], initial, everything)).toEqual(expected);
      if (own && own.records.length > 0) await put(own.records, own.clientId, of);
      expect((await due(`?before=${everything}`, of)).data).toEqual(expected);
    }),
    { numRuns: depth(4, 30), interruptAfterTimeLimit: 60_000 },
  );
}, 120_000);

it('follow parameters that admins set, from the next review of a card on', async () => {
  expect(initial).toEqual(defaultReviewParameters);
  const learnt = [5, 5, 5].map((grade, n) => review(n + 1, 'old', grade, ago((90 - 30 * n) * dayMs)));
  await put(learnt);
  const before = (await due(`?before=${new Date(Date.now() + 400 * dayMs).toISOString()}`)).data[0];

  const strict = { desiredRetention: 0.95, maximumIntervalDays: 10 };
  const saved = await set(strict);
  expect([saved.statusCode, saved.json()]).toEqual([200, { ...strict, version: initial.version + 1 }]);
  expect((await set(strict)).json()).toEqual(saved.json());
  expect((await users.call('GET', parametersPath, { as: users.admin })).json()).toEqual(saved.json());
  const everything = `?before=${new Date(Date.now() + 400 * dayMs).toISOString()}`;
  expect(await due(everything)).toMatchObject({ data: [before], parameters: saved.json() });

  const at = ago(hourMs);
  await put([review(1, 'old', 5, at), review(2, 'new', 5, at)]);
  const after = (await due(everything)).data;
  const days = after.map(({ schedule }) => (Date.parse(schedule.dueAt) - Date.parse(at)) / dayMs);
  expect([after.map(({ card }) => card), days]).toEqual([
    ['new', 'old'],
    [3, 10],
  ]);

  const stale = await set({ ...strict, maximumIntervalDays: 20 }, users.admin, { 'if-match': '"0"' });
  expect([stale.statusCode, stale.json().code]).toEqual([409, 'stale_version']);
  const teacher = createSessionPrincipal(await users.createUser({ role: 'teacher' }));
  expect((await set(strict, teacher)).statusCode).toBe(403);
  for (const wrong of [{ desiredRetention: 0.69 }, { desiredRetention: 0.98 }, { maximumIntervalDays: 0 }])
    expect((await set({ ...strict, ...wrong })).statusCode).toBe(400);
  await set({ desiredRetention: 0.9, maximumIntervalDays: 365 });
});

it('have a schedule after the migration from a release that kept the latest review alone', async () => {
  const at = ago(2 * dayMs);
  await put([review(1, 'card', 4, at)]);
  const expected = (await due()).data;
  const entries = users.service.connection.collection<{ _id: string }>('progress_entries');
  const _id = `${learner.id}:card:card`;
  const forget = () => entries.updateOne({ _id }, { $unset: { reviews: 1, schedule: 1 } });
  await forget();
  expect((await due()).data).toEqual([]);
  await reviewSchedules.up(users.service.connection, users.config);
  expect((await due()).data).toEqual(expected);
  // What an instance of that release has written meanwhile counts at the next review.
  await forget();
  await put([review(1, 'card', 1, ago(dayMs))]);
  expect((await due()).data).toMatchObject([{ reviews: [{ at, grade: 4 }, { grade: 1 }] }]);
});

it('are read from an index', async () => {
  await put([review(1, 'one', 1, ago(dayMs)), review(2, 'two', 1, ago(dayMs))]);
  const profile = await createQueryProfiler(users.service.connection, ['progress_entries']);
  const reads = await profile.captureReads(async () => void (await due('?limit=1')));
  expect(reads.length).toBeGreaterThan(0);
  expect(reads.filter(isScanOrSort).map(summarizeCommand)).toEqual([]);
  await profile.stop();
});
