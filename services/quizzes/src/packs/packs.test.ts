import { createHash } from 'node:crypto';
import { packLimits, type packQuizzesGet, purchaseEvent, type ResponseOf } from '@khmer-learning/contracts';
import {
  buildEntityEvent,
  buildPurchaseState,
  createQueryProfiler,
  isScanOrSort,
  publishEvents,
  summarizeCommand,
} from '@khmer-learning/test-kit';
import fc from 'fast-check';
import {
  buildLessonEvent,
  buildMainLessonEvent,
  question,
  startQuizzes,
  type TestQuizzes,
} from '../quizzes.test-kit.ts';

type Answer = ResponseOf<typeof packQuizzesGet>;
type Part = NonNullable<Answer['part']>;

const learnerId = 3;
const watched = 1;
const other = 2;
const paid = 3;

let quizzes: TestQuizzes;
let lessonVersion = 1;

beforeAll(async () => {
  quizzes = await startQuizzes();
  await quizzes.publish(
    buildMainLessonEvent(watched, 1, {}),
    buildMainLessonEvent(other, 1, {}),
    buildMainLessonEvent(paid, 1, { free: false, price: 499 }),
    ...[1, 2, 3, 4].map((id) => buildLessonEvent(id, 1, { mainLessonId: watched })),
    buildLessonEvent(10, 1, { mainLessonId: paid }),
  );
  await quizzes.waitUntilConsumed();
});
afterAll(() => quizzes.close());

async function ask(mainLessonId: number, since: string | null = null, learner = false) {
  const body = { mainLessonId, since, learnerId: learner ? learnerId : null };
  const answer = await quizzes.call<Answer>('POST', '/internal/packs/quizzes', body, { as: 'gateway' });
  expect(answer.status).toBe(200);
  return answer.body;
}
async function read(since: string | null = null): Promise<Part> {
  const { part, refusal } = await ask(watched, since);
  if (!part) throw new Error(`Refused: ${JSON.stringify(refusal)}`);
  return part;
}
const change = async (method: 'PATCH' | 'DELETE', id: number, body?: object) => {
  const { status } = await quizzes.call(method, `/api/quizzes/${id}`, body && { ...body });
  expect(status).toBe(200);
};
/** The body of a response, byte for byte. */
const bodyOf = async (path: string, as: 'app' | 'learner' = 'app') =>
  (await quizzes.call<string>('GET', `/api/v1${path}`, undefined, { as, text: true })).body;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** An app that keeps the quizzes of a pack. */
function createClient() {
  const hashes = new Map<number, string>();
  let version: string | null = null;
  return {
    async update() {
      const part = await read(version);
      if (part.full) hashes.clear();
      for (const id of part.removed) hashes.delete(id);
      for (const { id, hash } of part.quizzes) hashes.set(id, hash);
      ({ version } = part);
      return part;
    },
    held: () => Object.fromEntries(hashes),
  };
}

/** A question of each kind but the first, a choice. */
const questionsOfKinds = [
  { kind: 'matching', question: 'Match', pairs: ['One', 'Two'].map((left) => ({ left, right: `${left}!` })) },
  { kind: 'ordering', question: 'Put into order', parts: ['I', 'go', 'home'] },
  { kind: 'typed', question: 'A river?', correctAnswer: 'ទន្លេ', acceptedAnswers: ['ស្ទឹង'] },
  {
    ...{ kind: 'listening', question: 'What do you hear?', correctAnswer: 'ទូក' },
    recordings: [{ language: 'km', text: 'ទូក', file: 'boat-0123456789.mp3' }],
  },
];

it.each(['choice', ...questionsOfKinds.map(({ kind }) => kind)])(
  'the hash of a quiz with a question of the kind %s is that of its answer',
  async (kind) => {
    const questions = [questionsOfKinds.find((one) => one.kind === kind) ?? question];
    for (const isPractice of [false, true]) {
      const { id } = await quizzes.createQuiz({ lessonId: 1, status: 'active', isPractice, questions });
      const entry = (await read()).quizzes.find((quiz) => quiz.id === id);
      expect(entry?.hash).toBe(sha256(await bodyOf(`/quizzes/${id}`)));
      await change('DELETE', id);
    }
  },
);

const anyEdit = fc.record({
  kind: fc.constantFrom('create', 'write', 'practice', 'status', 'lesson', 'delete', 'publish', 'course'),
  at: fc.nat(9),
  choice: fc.nat(3),
});

it('base and deltas make the same pack as a full one, after any edits of quizzes and lessons', async () => {
  const courseOf = new Map([1, 2, 3, 4].map((id) => [id, watched]));
  const ids: number[] = [];
  let count = 0;

  async function edit({ kind, at, choice }: { kind: string; at: number; choice: number }): Promise<void> {
    count += 1;
    const id = ids[at % Math.max(1, ids.length)];
    const lessonId = 1 + choice;
    if (kind === 'publish' || kind === 'course') {
      const mainLessonId = kind === 'course' ? (at % 2 === 0 ? other : watched) : courseOf.get(lessonId);
      courseOf.set(lessonId, mainLessonId ?? watched);
      lessonVersion += 1;
      const status = kind === 'publish' && at % 2 === 0 ? 'draft' : 'published';
      await quizzes.publish(
        buildLessonEvent(lessonId, lessonVersion, { mainLessonId: mainLessonId ?? watched, status }),
      );
      return quizzes.waitUntilConsumed();
    }
    if (kind === 'create' || id === undefined) {
      const status = at % 4 === 0 ? 'draft' : 'active';
      ids.push((await quizzes.createQuiz({ lessonId, status, title: 'សំណួរ "one" \\ 🙂' })).id);
      return;
    }
    if (kind === 'delete') {
      ids.splice(ids.indexOf(id), 1);
      return change('DELETE', id);
    }
    const fields = {
      write: {
        title: `Written ${count}`,
        questions: [
          { ...question, question: `What is ${count}?` },
          ...[...questionsOfKinds, ...questionsOfKinds].slice(at % 4, (at % 4) + choice),
        ],
      },
      practice: { isPractice: choice % 2 === 0 },
      status: { status: choice % 2 === 0 ? 'draft' : 'active' },
      lesson: { lessonId },
    }[kind];
    return change('PATCH', id, fields);
  }

  /** What the pack has to consist of: what the public API answers. */
  async function published() {
    const { data } = JSON.parse(await bodyOf('/quizzes')) as { data: { id: number; lessonId: number }[] };
    const inPack = data.filter(({ lessonId }) => courseOf.get(lessonId) === watched);
    const hashes: Record<number, string> = {};
    for (const { id } of inPack) hashes[id] = sha256(await bodyOf(`/quizzes/${id}`));
    return hashes;
  }

  const [eager, last] = [createClient(), createClient()];
  await last.update();
  const rounds = fc.sample(fc.array(anyEdit, { minLength: 1, maxLength: 5 }), {
    numRuns: depth(5, 24),
    seed: 20_261_123,
  });
  for (const [round, edits] of rounds.entries()) {
    for (const one of edits) await edit(one);
    const fresh = createClient();
    expect((await fresh.update()).full).toBe(true);
    await eager.update();
    const expected = await published();
    expect({ round, edits, held: fresh.held() }).toEqual({ round, edits, held: expected });
    expect({ round, edits, held: eager.held() }).toEqual({ round, edits, held: expected });
  }
  expect(await last.update()).toMatchObject({ full: false });
  expect(last.held()).toEqual(await published());
  expect(Object.keys(last.held()).length).toBeGreaterThan(0);
});

it('a quiz follows its lesson to another main lesson, although it has no new version', async () => {
  async function moveLesson(mainLessonId: number): Promise<void> {
    lessonVersion += 1;
    await quizzes.publish(buildLessonEvent(5, lessonVersion, { mainLessonId }));
    await quizzes.waitUntilConsumed();
  }
  const hasQuiz = async (mainLessonId: number) =>
    (await ask(mainLessonId)).part?.quizzes.some((quiz) => quiz.id === id);
  await moveLesson(other);
  const { id } = await quizzes.createQuiz({ lessonId: 5, status: 'active' });
  expect([await hasQuiz(watched), await hasQuiz(other)]).toEqual([false, true]);
  const { version } = await read();
  await moveLesson(watched);
  expect([await hasQuiz(watched), await hasQuiz(other)]).toEqual([true, false]);
  expect(await read(version)).toMatchObject({ full: false, quizzes: [{ id }] });
  await moveLesson(other);
  expect(await read(version)).toMatchObject({ full: false, quizzes: [], removed: [id] });
});

it('one edit of a quiz is one entry, found by an index', async () => {
  lessonVersion += 1;
  await quizzes.publish(buildLessonEvent(1, lessonVersion, { mainLessonId: watched }));
  await quizzes.waitUntilConsumed();
  const { id } = await quizzes.createQuiz({ lessonId: 1, status: 'active' });
  await quizzes.createQuiz({ lessonId: 1, status: 'active' });
  const { version } = await read();
  expect(await read(version)).toMatchObject({ version, full: false, quizzes: [], removed: [] });
  await change('PATCH', id, { title: 'Other' });
  const profiler = await createQueryProfiler(quizzes.service.connection, [
    'quizzes',
    'packs',
    'main_lessons',
    'owning_purchases',
  ]);
  let delta: Part | undefined;
  const commands = await profiler.captureReads(async () => {
    delta = await read(version);
  });
  await profiler.stop();
  expect(commands.length).toBeGreaterThan(0);
  expect(commands.filter(isScanOrSort).map(summarizeCommand)).toEqual([]);
  const hash = sha256(await bodyOf(`/quizzes/${id}`));
  expect(delta).toMatchObject({ full: false, quizzes: [{ id, hash }], removed: [] });
});

it('the quizzes of a paid main lesson are only for its owner, until the refund', async () => {
  const { id } = await quizzes.createQuiz({ lessonId: 10, status: 'active', isPractice: false });
  const locked = {
    refusal: {
      status: 403,
      code: 'locked',
      message: 'This offline pack belongs to a paid main lesson',
    },
  };
  async function announce(version: number, change: Parameters<typeof buildPurchaseState>[0]) {
    const state = buildPurchaseState({ id: 1, mainLessonId: paid, ...change });
    await publishEvents(quizzes.service.nats, [buildEntityEvent(purchaseEvent, 1, version, state)]);
    const consumer = [...quizzes.service.consumers].find(({ durable }) => durable === 'quizzes-purchases');
    expect(await consumer?.waitForVersion(purchaseEvent, 1, version, 40_000)).toBe(true);
  }
  expect(await ask(paid, null, true)).toEqual(locked);
  await announce(1, {});
  expect(await ask(paid)).toEqual(locked);
  const body = await bodyOf(`/quizzes/${id}`, 'learner');
  expect(body).not.toContain('correctAnswer');
  expect(await ask(paid, null, true)).toMatchObject({
    part: { full: true, quizzes: [{ id, hash: sha256(body) }] },
  });
  await announce(2, { paymentStatus: 'refunded', refundedAmount: 499 });
  expect(await ask(paid, null, true)).toEqual(locked);
});

it('a pack with too many quizzes is refused', async () => {
  const stored = quizzes.service.connection.collection<{ _id: number }>('quizzes');
  const rows = Array.from({ length: packLimits.quizzes + 1 }, (_, at) => ({
    _id: 5_000_000 + at,
    mainLessonId: watched,
    lessonId: 1,
    status: 'active',
    lessonIsPublic: true,
    version: 1,
  }));
  await stored.insertMany(rows);
  expect(await ask(watched)).toMatchObject({ refusal: { status: 422 } });
  await stored.deleteMany({ _id: { $gte: 5_000_000 } });
});
