import { randomUUID } from 'node:crypto';
import {
  eventSubject,
  learnerProgressEvent,
  type ProgressEntry,
  type ProgressRecord,
  progressLimits,
  type ResponseOf,
  type StateOf,
  type User,
  userEvent,
  type v1ProgressGet,
} from '@khmer-learning/contracts';
import {
  createQueryProfiler,
  eventually,
  isScanOrSort,
  republishAll,
  summarizeCommand,
} from '@khmer-learning/test-kit';
import fc from 'fast-check';
import { createLearnerPrincipal, startUsersApp, type UsersApp } from '../users-app.fixture.ts';

const path = '/api/v1/progress';
const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;

let users: UsersApp;
let learner: User;

beforeAll(async () => {
  users = await startUsersApp();
});
beforeEach(async () => {
  learner = await users.createUser();
});

const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
const put = (clientId: string, records: readonly unknown[], of = learner) =>
  users.call('PUT', path, { as: createLearnerPrincipal(of), body: { clientId, records } });
async function get(query = '', of = learner): Promise<ResponseOf<typeof v1ProgressGet>> {
  const answer = await users.call('GET', `${path}${query}`, { as: createLearnerPrincipal(of) });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}
interface StoredRow {
  _id: string | number;
  userId?: number;
  clients?: { clientId: string }[];
}
const collection = (name: string) => users.service.connection.collection<StoredRow>(name);

const opened = (sequence: number, lessonId: number, at = ago(hourMs)): ProgressRecord => ({
  sequence,
  type: 'lesson-opened',
  lessonId,
  at,
});
const finished = (sequence: number, lessonId: number, at = ago(hourMs)): ProgressRecord => ({
  sequence,
  type: 'lesson-finished',
  lessonId,
  at,
});
const answer = (sequence: number, questionId: number, text: string, at = ago(hourMs)): ProgressRecord => ({
  sequence,
  type: 'answer',
  quizId: 5,
  questionId,
  answer: text,
  at,
});
const review = (sequence: number, card: string, grade: number, at = ago(hourMs)): ProgressRecord => ({
  sequence,
  type: 'review',
  card,
  grade,
  dueAt: '2030-01-01T00:00:00.000Z',
  scheduler: `ease=${grade}`,
  at,
});

it('gives another device what one has sent, and publishes what the statistics need', async () => {
  const [first, second, third] = [ago(3 * hourMs), ago(2 * hourMs), ago(hourMs)];
  const sent = await put(randomUUID(), [
    opened(1, 12, first),
    answer(2, 1, 'ផ្សារ', second),
    review(3, 'lesson-12:market', 4, second),
    finished(4, 12, third),
  ]);
  expect([sent.statusCode, sent.json()]).toEqual([
    200,
    { success: true, data: { lastSequence: 4, applied: 4, repeated: 0, ignored: 0 } },
  ]);
  expect(sent.headers['x-event']).toBe(`learner-progress.${learner.id}@1`);
  expect(await get()).toEqual({
    success: true,
    data: [
      { type: 'lesson', lessonId: 12, openedAt: first, finishedAt: third },
      { type: 'answer', quizId: 5, questionId: 1, answer: 'ផ្សារ', at: second },
      {
        type: 'card',
        card: 'lesson-12:market',
        grade: 4,
        dueAt: '2030-01-01T00:00:00.000Z',
        scheduler: 'ease=4',
        at: second,
        schedule: expect.objectContaining({ state: 'learning' }),
        reviews: [{ at: second, grade: 4 }],
      },
    ],
    version: 1,
  });
  await users.expectEvent(learnerProgressEvent, learner.id, {
    version: 1,
    actor: { id: learner.id, role: 'student' },
    state: { userId: learner.id },
  });
});

it('is republished as it was published', async () => {
  await users.app.ready();
  const sent = await put(randomUUID(), [finished(1, 3), answer(2, 1, 'ទឹក'), answer(3, 2, 'water')]);
  expect(sent.statusCode).toBe(200);
  await put(randomUUID(), [answer(1, 2, 'river'), opened(2, 4)]);
  const { before, after } = await republishAll(users.service, 'users');
  const subject = eventSubject(learnerProgressEvent, learner.id);
  expect(before[subject]).toMatchObject({ version: 2, state: { firstAnswers: [{}, {}] } });
  expect(after[subject]).toEqual(before[subject]);
});

it('is empty for a learner who has sent nothing, and nobody sees the progress of another', async () => {
  await put(randomUUID(), [opened(1, 12)]);
  const other = await users.createUser();
  expect(await get('', other)).toEqual({ success: true, data: [], version: 0 });
  await put(randomUUID(), [opened(1, 13)], other);
  expect((await get('', other)).data).toMatchObject([{ lessonId: 13 }]);
  expect((await get()).data).toMatchObject([{ lessonId: 12 }]);
});

it.each(['GET', 'PUT'] as const)('%s needs a learner’s token', async (method) => {
  const body = { clientId: randomUUID(), records: [opened(1, 12)] };
  for (const as of [{ kind: 'apiKey', apiKeyId: 1 }, users.admin, { kind: 'public' }] as const) {
    const answer = await users.call(method, path, { as, ...(method === 'PUT' ? { body } : {}) });
    expect(answer.statusCode).toBe(401);
  }
});

it('applies each record once: repeated, overlapping and late batches', async () => {
  const client = randomUUID();
  const records = [1, 2, 3, 4, 5, 6].map((sequence) => finished(sequence, sequence));
  const send = async (from: number, to: number) =>
    (await put(client, records.slice(from - 1, to))).json().data;
  expect(await send(1, 2)).toEqual({ lastSequence: 2, applied: 2, repeated: 0, ignored: 0 });
  expect(await send(1, 2)).toEqual({ lastSequence: 2, applied: 0, repeated: 2, ignored: 0 });
  expect(await send(5, 6)).toEqual({ lastSequence: 2, applied: 2, repeated: 0, ignored: 0 });
  expect(await send(2, 5)).toEqual({ lastSequence: 6, applied: 2, repeated: 2, ignored: 0 });
  // A repetition publishes nothing.
  expect((await put(client, records)).headers['x-event']).toBeUndefined();
  await users.expectEvent(learnerProgressEvent, learner.id, {
    version: 3,
    state: { days: [{ lessonsFinished: 6, answers: 0 }] },
  });
});

/** What a record is about. */
function subjectOf(record: ProgressRecord | ProgressEntry): string {
  switch (record.type) {
    case 'lesson-opened':
    case 'lesson-finished':
    case 'lesson':
      return `lesson ${record.lessonId}`;
    case 'answer':
      return `question ${record.questionId}`;
    case 'review':
    case 'card':
      return `card ${record.card}`;
  }
}

interface Sent {
  readonly record: ProgressRecord;
  readonly clientId: string;
}
const compareSent = (one: Sent, other: Sent) =>
  one.record.at.localeCompare(other.record.at) ||
  one.record.sequence - other.record.sequence ||
  (one.clientId < other.clientId ? -1 : 1);

/** The entries that must result from all records: of each kind the one with the latest `at`. */
function expectedEntries(records: readonly Sent[]) {
  const latest = [...records].sort(compareSent);
  const entries = new Map<string, Record<string, unknown>>();
  for (const { record } of latest) {
    const { type, at } = record;
    const subject = subjectOf(record);
    if (type === 'answer') entries.set(subject, { answer: record.answer, at });
    else if (type === 'review') entries.set(subject, { grade: record.grade, at });
    else {
      const before = entries.get(subject) ?? { openedAt: null, finishedAt: null };
      entries.set(subject, { ...before, [type === 'lesson-opened' ? 'openedAt' : 'finishedAt']: at });
    }
  }
  return entries;
}

/** The first answer to each question. */
function expectedFirstAnswers(records: readonly Sent[]) {
  const firsts = new Map<number, object>();
  for (const { record } of [...records].sort(compareSent).reverse())
    if (record.type === 'answer') {
      const { quizId, questionId, answer, at } = record;
      firsts.set(questionId, { quizId, questionId, answer, at });
    }
  return [...firsts.values()];
}

/** Days in Phnom Penh (UTC+7), the default of `TIME_ZONE`. */
function expectedDays(records: readonly ProgressRecord[]) {
  const days = new Map<string, StateOf<typeof learnerProgressEvent>['days'][number]>();
  for (const { at, type } of records) {
    const day = new Date(Date.parse(at) + 7 * hourMs).toISOString().slice(0, 10);
    const known = days.get(day) ?? { day, lessonsFinished: 0, answers: 0 };
    days.set(day, {
      day,
      lessonsFinished: known.lessonsFinished + (type === 'lesson-finished' ? 1 : 0),
      answers: known.answers + (type === 'answer' ? 1 : 0),
    });
  }
  return [...days.values()].sort((one, other) => one.day.localeCompare(other.day));
}

it('ends in the same state, however the records of several clients are split, repeated and ordered', async () => {
  const base = Date.now() - 3 * dayMs;
  const builders = [opened, finished, (n: number, id: number, at: string) => answer(n, id, `${n}`, at)];
  // Few subjects and moments, so that many records are about the same, at the same time.
  const change = fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 3 }), fc.nat(4));
  const clients = fc.array(fc.array(change, { minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 3 });
  const deliveries = fc.array(fc.tuple(fc.nat(2), fc.nat(11), fc.integer({ min: 1, max: 5 })), {
    maxLength: 10,
  });
  await fc.assert(
    fc.asyncProperty(clients, deliveries, async (histories, random) => {
      const of = await users.createUser();
      const queues = histories.map((history) => ({
        clientId: randomUUID(),
        records: history.map(([kind, id, hours], index) => {
          const at = new Date(base + hours * 9 * hourMs).toISOString();
          const build = builders[kind];
          return build ? build(index + 1, id, at) : review(index + 1, `c${id}`, index % 6, at);
        }),
      }));
      // Random parts in random order first, then everything once more.
      for (const [client, from, length] of random) {
        const queue = queues[client % queues.length];
        const part = queue?.records.slice(from, from + length) ?? [];
        if (queue && part.length > 0) expect((await put(queue.clientId, part, of)).statusCode).toBe(200);
      }
      for (const { clientId, records } of queues)
        expect((await put(clientId, records, of)).json().data.lastSequence).toBe(records.length);

      const all = queues.flatMap(({ clientId, records }) => records.map((record) => ({ record, clientId })));
      const expected = expectedEntries(all);
      const { data } = await get('', of);
      expect(new Set(data.map(subjectOf))).toEqual(new Set(expected.keys()));
      for (const entry of data) expect(entry).toMatchObject(expected.get(subjectOf(entry)) ?? {});
      await users.expectEvent(learnerProgressEvent, of.id, {
        state: {
          userId: of.id,
          days: expectedDays(all.map(({ record }) => record)),
          firstAnswers: expect.arrayContaining(expectedFirstAnswers(all)),
        },
      });
    }),
    { numRuns: depth(3, 12), interruptAfterTimeLimit: 60_000 },
  );
}, 120_000);

it('applies batches that several devices send at once', async () => {
  const clients = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  const sent = await Promise.all(
    clients.flatMap((client) =>
      // Each batch twice at the same time.
      [1, 1, 2, 2].map((sequence) => put(client, [answer(sequence, sequence, 'Market')])),
    ),
  );
  expect(sent.map(({ statusCode }) => statusCode)).toEqual(Array(16).fill(200));
  const applied = sent.reduce((sum, one) => sum + one.json().data.applied, 0);
  expect(applied).toBe(8);
  expect((await get()).data).toHaveLength(2);
  await users.expectEvent(learnerProgressEvent, learner.id, {
    version: 8,
    state: { days: [{ answers: 8 }] },
  });
});

it('comes in pages, and as what has changed since a version', async () => {
  const client = randomUUID();
  await put(
    client,
    [1, 2, 3, 4, 5].map((id) => opened(id, id)),
  );
  const ids: number[] = [];
  let cursor: string | undefined;
  do {
    const page = await get(`?limit=2${cursor === undefined ? '' : `&cursor=${cursor}`}`);
    expect(page.data.length).toBeLessThanOrEqual(2);
    ids.push(...page.data.flatMap((entry) => (entry.type === 'lesson' ? entry.lessonId : [])));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect(ids).toEqual([1, 2, 3, 4, 5]);

  const { version } = await get();
  expect(await get(`?since=${version}`)).toEqual({ success: true, data: [], version });
  await put(client, [finished(6, 2), opened(7, 9)]);
  const changed = await get(`?since=${version}`);
  expect(changed.data).toMatchObject([
    { lessonId: 2, openedAt: expect.any(String), finishedAt: expect.any(String) },
    { lessonId: 9 },
  ]);
  expect(changed.version).toBe(version + 1);
});

it('takes a time in the future for the time of arrival, and ignores what is older than a year', async () => {
  const started = Date.now();
  const sent = await put(randomUUID(), [
    opened(1, 1, new Date(started + 5 * dayMs).toISOString()),
    opened(2, 2, ago(400 * dayMs)),
    opened(3, 3, '2026-01-01T07:00:00+07:00'.replace('2026', String(new Date().getUTCFullYear()))),
  ]);
  expect(sent.json().data).toMatchObject({ lastSequence: 3, applied: 2, ignored: 1 });
  const { data } = await get();
  const openedAt = (id: number) =>
    data.flatMap((entry) => (entry.type === 'lesson' && entry.lessonId === id ? [entry.openedAt] : []))[0];
  const arrival = Date.parse(openedAt(1) ?? '');
  expect(arrival).toBeGreaterThanOrEqual(started);
  expect(arrival).toBeLessThanOrEqual(Date.now());
  expect(openedAt(2)).toBeUndefined();
  expect(openedAt(3)).toMatch(/-01-01T00:00:00.000Z$/);
});

it.each([
  [{ records: [opened(1, 1)] }, 'clientId must be a UUID'],
  [{ clientId: 'phone', records: [opened(1, 1)] }, 'clientId must be a UUID'],
  [{ clientId: randomUUID(), records: [] }, 'records must not be empty'],
  [
    { clientId: randomUUID(), records: Array.from({ length: 501 }, (_, index) => opened(index + 1, 1)) },
    'records must have at most 500 items',
  ],
  [
    { clientId: randomUUID(), records: [opened(2, 1), opened(1, 1)] },
    'records must be in the order of their sequences, each sequence once',
  ],
  [
    { clientId: randomUUID(), records: [opened(1, 1), opened(1, 1)] },
    'records must be in the order of their sequences, each sequence once',
  ],
  [
    { clientId: randomUUID(), records: [{ ...opened(1, 1), type: 'lesson-eaten' }] },
    'type must be one of: lesson-opened, lesson-finished, answer, review',
  ],
  [
    { clientId: randomUUID(), records: [opened(1, 1, 'yesterday')] },
    'at must be a date and time in ISO 8601 with a time zone',
  ],
  [{ clientId: randomUUID(), records: [opened(0, 1)] }, 'records.0.sequence must be at least 1'],
  [
    { clientId: randomUUID(), records: [answer(1, 1, 'x'.repeat(2_001))] },
    'records.0.answer must have at most 2000 characters',
  ],
  [{ clientId: randomUUID(), records: [review(1, 'card', 6)] }, 'records.0.grade must be at most 5'],
])('refuses %#', async (body, error) => {
  const refused = await users.call('PUT', path, { as: createLearnerPrincipal(learner), body });
  expect([refused.statusCode, refused.json().error]).toEqual([400, error]);
  expect((await get()).version).toBe(0);
});

it('refuses a body over 256 KiB', async () => {
  const records = Array.from({ length: 500 }, (_, index) => answer(index + 1, 1, 'ក'.repeat(300)));
  expect((await put(randomUUID(), records)).statusCode).toBe(413);
});

describe('limits', () => {
  it('refuses a client’s batch when too many records are missing before it', async () => {
    const client = randomUUID();
    const odd = Array.from({ length: 51 }, (_, index) => opened(index * 2 + 1, index + 1));
    const refused = await put(client, odd);
    expect([refused.statusCode, refused.json().error]).toEqual([
      409,
      'Send the records after sequence 0 first',
    ]);
    expect((await put(client, odd.slice(0, 50))).json().data).toMatchObject({ lastSequence: 1, applied: 50 });
    expect((await put(client, odd)).statusCode).toBe(409);
    expect((await put(client, [opened(2, 1)])).json().data.lastSequence).toBe(3);
    expect((await put(client, odd)).statusCode).toBe(200);
  });

  it('forgets the client that has sent nothing for longest, beyond 20', async () => {
    const clients = Array.from({ length: progressLimits.clients + 1 }, () => randomUUID());
    for (const client of clients) await put(client, [opened(1, 1)]);
    const stored = await collection('learner_progress').findOne({ _id: learner.id });
    expect(stored?.clients?.map(({ clientId }) => clientId)).toEqual(clients.slice(1).reverse());
  });

  it('removes the entries with the earliest time beyond 10,000', async () => {
    await put(randomUUID(), [opened(1, 1, ago(2 * hourMs)), opened(2, 2)]);
    const filler = Array.from({ length: progressLimits.entries - 2 }, (_, n) => ({
      _id: `${learner.id}:filler:${n}`,
      userId: learner.id,
      at: new Date(),
      version: 1,
      place: n + 2,
      latest: {},
    }));
    await collection('progress_entries').insertMany(filler);
    await collection('learner_progress').updateOne(
      { _id: learner.id },
      { $set: { entries: progressLimits.entries } },
    );
    await put(randomUUID(), [opened(1, 3)]);
    expect(await collection('progress_entries').countDocuments({ userId: learner.id })).toBe(
      progressLimits.entries,
    );
    const exists = async (id: number) =>
      (await collection('progress_entries').findOne({ _id: `${learner.id}:lesson:${id}` })) !== null;
    expect([await exists(1), await exists(2), await exists(3)]).toEqual([false, true, true]);
  });
});

it.each(['the learner', 'an admin'])('is erased when %s deletes the account', async (by) => {
  const client = randomUUID();
  await put(client, [review(1, 'Unmistakable', 3), finished(2, 12)]);
  await users.expectEvent(learnerProgressEvent, learner.id, { version: 1 });
  const deleted =
    by === 'an admin'
      ? await users.call('DELETE', `/api/users/${learner.id}`, { as: users.admin })
      : await users.call('DELETE', '/api/v1/me', { as: createLearnerPrincipal(learner) });
  expect([deleted.statusCode, deleted.headers['x-event']]).toEqual([200, `user.${learner.id}@2`]);
  await users.expectEvent(learnerProgressEvent, learner.id, { type: 'deleted', version: 2, state: null });
  await users.expectEvent(userEvent, learner.id, { type: 'deleted' });
  expect(await collection('learner_progress').findOne({ _id: learner.id })).toBeNull();
  await eventually(async () =>
    expect(await collection('progress_entries').countDocuments({ userId: learner.id })).toBe(0),
  );
  // A token may be valid for another second.
  expect((await put(client, [finished(3, 13)])).statusCode).toBe(401);
});

it('never outlives an account that is deleted while a first batch is stored', async () => {
  for (let round = 0; round < 5; round += 1) {
    const of = await users.createUser();
    const [sent, deleted] = await Promise.all([
      put(randomUUID(), [finished(1, 12)], of),
      users.call('DELETE', '/api/v1/me', { as: createLearnerPrincipal(of) }),
    ]);
    expect([200, 401]).toContain(sent.statusCode);
    expect(deleted.statusCode).toBe(200);
    await eventually(async () => {
      expect(await collection('learner_progress').findOne({ _id: of.id })).toBeNull();
      expect(await collection('progress_entries').countDocuments({ userId: of.id })).toBe(0);
    });
  }
});

it('is read from an index', async () => {
  const client = randomUUID();
  await put(client, [opened(1, 1), opened(2, 2)]);
  const profile = await createQueryProfiler(users.service.connection, [
    'progress_entries',
    'learner_progress',
  ]);
  const reads = await profile.captureReads(async () => {
    const { nextCursor } = await get('?limit=1');
    await get(`?limit=1&cursor=${nextCursor}`);
    await get('?since=1');
  });
  expect(reads.length).toBeGreaterThan(0);
  expect(reads.filter(isScanOrSort).map(summarizeCommand)).toEqual([]);
  await profile.stop();
});
