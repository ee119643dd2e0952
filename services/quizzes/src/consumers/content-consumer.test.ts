import {
  type DeletedItem,
  type EntityEvent,
  headerNames,
  lessonEvent,
  type Quiz,
  type VersionEntry,
} from '@khmer-learning/contracts';
import { captureTransactionSizes, createQueryProfiler, eventually } from '@khmer-learning/test-kit';
import {
  buildLessonEvent,
  buildMainLessonEvent,
  buildQuizBody,
  question,
  startQuizzes,
  type TestQuizzes,
} from '../quizzes.test-kit.ts';

let quizzes: TestQuizzes;
let other: TestQuizzes;
let lessonId = 0;

beforeAll(async () => {
  quizzes = await startQuizzes();
  other = await startQuizzes({ share: quizzes });
  await quizzes.publish(buildMainLessonEvent(1, 1, {}), buildMainLessonEvent(2, 1, { status: 'draft' }));
});
afterAll(async () => {
  await other.close();
  await quizzes.close();
});
beforeEach(async () => {
  lessonId += 1;
  await quizzes.publish(buildLessonEvent(lessonId, 1, {}));
});

const get = (id: number) => quizzes.call<Quiz>('GET', `/api/quizzes/${id}`);
const seen = async (id: number) =>
  (await quizzes.call('GET', `/api/v1/quizzes/${id}`, undefined, { as: 'app' })).status === 200;
const waitForVisibility = (id: number, visible: boolean) =>
  eventually(async () => expect(await seen(id)).toBe(visible));

/** Publishes each event on its own subject: the stream keeps one message per subject, and here all must arrive. */
async function deliver(events: readonly EntityEvent[]): Promise<void> {
  const client = (await quizzes.service.nats.whenConnected()).jetstream();
  for (const [index, event] of events.entries())
    await client.publish(`events.content.order.${event.id}-${index}`, JSON.stringify(event));
}

it('shows the current title of the lesson', async () => {
  const { id } = await quizzes.createQuiz({ lessonId });
  await quizzes.publish(buildLessonEvent(lessonId, 2, { title: 'Renamed' }));
  await eventually(async () => expect((await get(id)).body.lessonTitle).toBe('Renamed'));
});

it('does not blame the author of a quiz for a lesson whose event has not arrived', async () => {
  const id = 900_000 + lessonId;
  const save = (version: number) =>
    quizzes.call('POST', '/api/quizzes', buildQuizBody({ lessonId: id }), {
      headers: { [headerNames.after]: `lesson.${id}@${version}` },
    });
  const early = await save(1);
  expect(early).toMatchObject({ status: 503, headers: { 'retry-after': '1' } });
  await quizzes.publish(buildLessonEvent(id, 1, {}));
  await eventually(async () => expect((await save(1)).status).toBe(201));
  // A deletion that has arrived is an answer.
  await quizzes.publish(buildLessonEvent(id, 2, null));
  await quizzes.waitUntilConsumed();
  expect(await save(2)).toMatchObject({ status: 400, body: { message: 'Lesson is required' } });
});

it('deletes the quizzes of a deleted lesson, with tombstones that name who did it', async () => {
  const deletedQuizzes = [
    await quizzes.createQuiz({ lessonId }),
    await quizzes.createQuiz({ lessonId, status: 'active' }),
  ];
  await quizzes.publish(buildLessonEvent(lessonId + 1, 1, {}));
  lessonId += 1;
  const stays = await quizzes.createQuiz({ lessonId });
  await quizzes.publish(buildLessonEvent(lessonId - 1, 2, null));
  for (const { id } of deletedQuizzes)
    expect(await quizzes.waitForEvent(id, 2)).toMatchObject({
      type: 'deleted',
      actor: { id: 9, role: 'teacher' },
      requestId: `request of lesson ${lessonId - 1}`,
    });
  for (const { id } of deletedQuizzes) expect((await get(id)).status).toBe(404);
  expect((await get(stays.id)).status).toBe(200);
  const left = await quizzes.service.connection
    .collection<{ _id: number }>('analytics')
    .countDocuments({ _id: { $in: deletedQuizzes.map(({ id }) => id) } });
  expect(left).toBe(0);
  expect(await quizzes.call('POST', '/api/quizzes', buildQuizBody({ lessonId: lessonId - 1 }))).toMatchObject(
    {
      status: 400,
      body: { issues: [{ path: 'lessonId' }] },
    },
  );
});

it('deletes the many quizzes of deleted lessons in several transactions, each with a tombstone', async () => {
  const quizzesOfLessons = quizzes.service.connection.collection<{ _id: number }>('quizzes');
  const outbox = quizzes.service.connection.collection('outbox');
  const template = await quizzesOfLessons.findOne({ _id: (await quizzes.createQuiz({ lessonId })).id });
  await quizzes.publish(buildLessonEvent(lessonId + 1, 1, {}));
  const many = 450;
  const rows = Array.from({ length: many }, (_, n) => ({
    ...template,
    _id: 70_000 + n,
    lessonId: lessonId + (n % 2),
  }));
  await quizzesOfLessons.insertMany(rows);
  const deleted = [buildLessonEvent(lessonId, 2, null), buildLessonEvent(lessonId + 1, 2, null)];
  const profile = await createQueryProfiler(quizzes.service.connection, ['quizzes']);
  const commands = await profile.captureReads(async () => {
    await quizzes.publish(...deleted);
    await eventually(async () => {
      expect(await quizzesOfLessons.countDocuments({ _id: { $gte: 70_000 } })).toBe(0);
      expect(await quizzes.service.connection.collection('quiz_deletions').countDocuments()).toBe(0);
    });
  });
  await profile.stop();
  const removals = commands.filter(({ op }) => op === 'remove');
  expect(removals.length).toBeGreaterThan(0);
  for (const { docsExamined } of removals) expect(docsExamined).toBeLessThanOrEqual(200);
  const tombstones = await outbox
    .find(
      { subject: /^events\.quizzes\.quiz\.70\d{3}$/ },
      { projection: { subject: 1, createdAt: 1, payload: 1 } },
    )
    .toArray();
  expect(tombstones).toHaveLength(many);
  for (const { payload } of tombstones)
    expect(JSON.parse(String(payload))).toMatchObject({
      type: 'deleted',
      actor: { id: 9 },
      requestId: expect.stringMatching(/^request of lesson/),
    });
  lessonId += 1;
});

it('handles duplicate, late and out-of-order events', async () => {
  const { id } = await quizzes.createQuiz({ lessonId });
  const history = [
    buildLessonEvent(lessonId, 2, { status: 'draft' }),
    buildLessonEvent(lessonId, 3, { title: 'Third' }),
    buildLessonEvent(lessonId, 4, null),
  ];
  await deliver([...history, ...history].reverse());
  await quizzes.waitForEvent(id, 2);
  await deliver(history);
  await quizzes.waitUntilConsumed();
  expect((await get(id)).status).toBe(404);
  expect(await quizzes.waitForEvent(id, 2)).toMatchObject({ type: 'deleted' });
  expect((await quizzes.call('POST', '/api/quizzes', buildQuizBody({ lessonId }))).status).toBe(400);
});

it('never leaves an orphaned quiz that was created while its lesson was being deleted', async () => {
  for (let round = 0; round < depth(2, 5); round += 1) {
    lessonId += 1;
    await quizzes.publish(buildLessonEvent(lessonId, 1, {}));
    await quizzes.createQuiz({ lessonId });
    const making = Array.from({ length: 12 }, (_, n) =>
      (n % 2 ? quizzes : other).call<Quiz>('POST', '/api/quizzes', buildQuizBody({ lessonId })),
    );
    await quizzes.publish(buildLessonEvent(lessonId, 2, null));
    const made = await Promise.all(making);
    expect(made.map(({ status }) => status).filter((status) => ![201, 400, 503].includes(status))).toEqual(
      [],
    );
    await eventually(async () => {
      const [consumer] = quizzes.service.consumers;
      expect(await consumer?.waitForVersion(lessonEvent, lessonId, 2, 40_000)).toBe(true);
    });
    const left = await quizzes.service.connection.collection('quizzes').countDocuments({ lessonId });
    expect({ round, left }).toEqual({ round, left: 0 });
  }
});

describe('who may see an active quiz', () => {
  it('follows its lesson, without a new version of the quiz', async () => {
    const { id } = await quizzes.createQuiz({ lessonId, status: 'active' });
    await waitForVisibility(id, true);
    await quizzes.publish(buildLessonEvent(lessonId, 2, { status: 'draft' }));
    await waitForVisibility(id, false);
    await quizzes.publish(buildLessonEvent(lessonId, 3, {}));
    await waitForVisibility(id, true);
    expect((await get(id)).body.version).toBe(1);
  });

  it('follows its main lesson, also when the lesson moves to another one', async () => {
    const { id } = await quizzes.createQuiz({ lessonId, status: 'active' });
    await waitForVisibility(id, true);
    await quizzes.publish(buildLessonEvent(lessonId, 2, { mainLessonId: 2 }));
    await waitForVisibility(id, false);
    await quizzes.publish(buildMainLessonEvent(2, 2, {}));
    await waitForVisibility(id, true);
    await quizzes.publish(buildMainLessonEvent(2, 3, { status: 'draft' }));
    await waitForVisibility(id, false);
    await quizzes.publish(buildMainLessonEvent(2, 4, {}));
    await waitForVisibility(id, true);
    await quizzes.publish(buildMainLessonEvent(2, 5, null));
    await waitForVisibility(id, false);
  });

  it('follows its own lesson after a move', async () => {
    await quizzes.publish(buildLessonEvent(lessonId + 1, 1, { status: 'draft' }));
    lessonId += 1;
    const { id } = await quizzes.createQuiz({ lessonId: lessonId - 1, status: 'active' });
    await waitForVisibility(id, true);
    await quizzes.call('PATCH', `/api/quizzes/${id}`, { lessonId });
    expect(await seen(id)).toBe(false);
    await quizzes.publish(buildLessonEvent(lessonId, 2, {}));
    await waitForVisibility(id, true);
  });

  it('waits for a main lesson whose event arrives after its lesson', async () => {
    await quizzes.publish(buildLessonEvent(lessonId, 2, { mainLessonId: 50 + lessonId }));
    await quizzes.waitUntilConsumed();
    const { id } = await quizzes.createQuiz({ lessonId, status: 'active' });
    expect(await seen(id)).toBe(false);
    await quizzes.publish(buildMainLessonEvent(50 + lessonId, 1, {}));
    await waitForVisibility(id, true);
  });

  it('is right when its lesson moves to a main lesson that is being published', async () => {
    for (let round = 0; round < depth(2, 10); round += 1) {
      lessonId += 1;
      const mainLessonId = 200 + round;
      await quizzes.publish(
        buildMainLessonEvent(mainLessonId, 1, { status: 'draft' }),
        buildLessonEvent(lessonId, 1, {}),
      );
      await quizzes.waitUntilConsumed();
      const { id } = await quizzes.createQuiz({ lessonId, status: 'active' });
      // Either instance may handle each event.
      await Promise.all([
        quizzes.publish(buildLessonEvent(lessonId, 2, { mainLessonId })),
        quizzes.publish(buildMainLessonEvent(mainLessonId, 2, {})),
      ]);
      await quizzes.waitUntilConsumed();
      expect({ round, isVisible: await seen(id) }).toEqual({ round, isVisible: true });
    }
  });

  it('is right for quizzes created while the main lesson is being published', async () => {
    for (let round = 0; round < depth(2, 5); round += 1) {
      lessonId += 1;
      const mainLessonId = 100 + round;
      await quizzes.publish(
        buildMainLessonEvent(mainLessonId, 1, { status: 'draft' }),
        buildLessonEvent(lessonId, 1, { mainLessonId }),
      );
      await quizzes.createQuiz({ lessonId });
      const making = Array.from({ length: 8 }, (_, n) =>
        (n % 2 ? quizzes : other).createQuiz({ lessonId, status: 'active' }),
      );
      await quizzes.publish(buildMainLessonEvent(mainLessonId, 2, {}));
      for (const { id } of await Promise.all(making)) await waitForVisibility(id, true);
    }
  });
});

/** A row of `quiz_place_updates`. */
interface QuizPlaceUpdate {
  readonly _id: string;
  readonly field: 'lessonId' | 'mainLessonId';
  readonly parentId: number;
}

describe('a main lesson with thousands of quizzes', () => {
  const mainLessonId = 500;
  let last = 0;
  let seenQuiz = 0;
  const updates = () => quizzes.service.connection.collection<QuizPlaceUpdate>('quiz_place_updates');
  const rows = () => quizzes.service.connection.collection<{ _id: number }>('quizzes');
  const isDone = async () => {
    await quizzes.waitUntilConsumed();
    await eventually(async () => expect(await updates().countDocuments()).toBe(0));
  };
  const countPublic = () => rows().countDocuments({ mainLessonId, lessonIsPublic: true });
  const sizesOf = (...events: readonly EntityEvent[]) =>
    captureTransactionSizes(quizzes.service.connection, 'quizzes', async () => {
      await quizzes.publish(...events);
      await isDone();
    });
  /** Whether learners see the quizzes of the main lesson, and whether the gateway keeps these answers. */
  const see = async () => {
    const get = (path: string) => other.call<{ data: Quiz[] }>('GET', path, undefined, { as: 'app' });
    const listed = await get(`/api/v1/quizzes/lesson/${last}?limit=1`);
    const found = await get('/api/v1/quizzes?search=multitude&limit=1');
    return {
      counts: [listed.body.data.length, found.body.data.length],
      quiz: (await get(`/api/v1/quizzes/${seenQuiz}`)).status,
      isKept: listed.headers['cache-control'] !== 'no-store',
    };
  };
  const all = { counts: [1, 1], quiz: 200, isKept: true };
  // The server may answer too late that the consumers have read everything.
  const seesAll = () => eventually(async () => expect(await see()).toEqual(all));
  const none = { counts: [0, 0], quiz: 404, isKept: false };
  /** Stores an update that another instance holds, and with which it has got no further. */
  const hold = (field: QuizPlaceUpdate['field'], parentId: number, hides: boolean) =>
    updates().insertOne({
      ...{ _id: `${field}.${parentId}`, field, parentId, hides, after: 0 },
      ...{ holder: 'another instance', heldUntil: new Date(Date.now() + 600_000) },
    });
  const expire = () => updates().updateMany({}, { $set: { heldUntil: new Date() } });

  beforeAll(async () => {
    // The first lesson has more quizzes than one transaction updates, the second is in two of them.
    const counts = [1_200, 700, 700];
    const lessonIds = counts.map((_count, index) => 900 + index);
    await quizzes.publish(
      buildMainLessonEvent(mainLessonId, 1, {}),
      ...lessonIds.map((id) => buildLessonEvent(id, 1, { mainLessonId })),
    );
    // Another instance may have the main lesson, and the clones below must not miss its update.
    await quizzes.waitUntilConsumed();
    for (const [index, id] of lessonIds.entries()) {
      const quiz = await quizzes.createQuiz({ lessonId: id, status: 'active', title: 'A multitude' });
      const template = await rows().findOne({ _id: quiz.id });
      const clones = Array.from({ length: (counts[index] ?? 0) - 1 }, (_, n) => ({
        ...template,
        _id: 100_000 * (index + 1) + n,
      }));
      await rows().insertMany(clones);
      seenQuiz = quiz.id;
      last = id;
    }
    await isDone();
  });

  it('updates them in transactions of limited size, again and again, and ends with its last state', async () => {
    const sizes = await sizesOf(buildMainLessonEvent(mainLessonId, 2, { status: 'draft' }));
    expect(sizes.reduce((sum, size) => sum + size.rows, 0)).toBeGreaterThanOrEqual(2_600);
    for (const size of sizes) {
      expect(size.rows).toBeLessThanOrEqual(1_000);
      expect(size.bytes).toBeLessThan(512 * 1_024);
    }
    expect(await countPublic()).toBe(0);
    await quizzes.publish(buildMainLessonEvent(mainLessonId, 3, { position: 7 }));
    await quizzes.publish(buildMainLessonEvent(mainLessonId, 4, { status: 'draft', position: 8 }));
    await quizzes.publish(buildMainLessonEvent(mainLessonId, 5, { position: 9 }));
    await isDone();
    expect(await rows().countDocuments({ mainLessonId, mainLessonPosition: 9, lessonIsPublic: true })).toBe(
      2_600,
    );
  });

  it('shows learners none of them until all have followed, and lets no gateway keep that answer', async () => {
    await seesAll();
    await hold('mainLessonId', mainLessonId, true);
    expect(await see()).toEqual(none);
    await expire();
    await isDone();
    await seesAll();
  });

  it('goes on showing them when only their order changes', async () => {
    await hold('mainLessonId', mainLessonId, false);
    expect(await see()).toEqual({ ...all, isKept: false });
    await expire();
    await isDone();
  });

  it('updates no quiz when neither visibility nor order changes', async () => {
    expect(await sizesOf(buildMainLessonEvent(mainLessonId, 6, { position: 9, title: 'Renamed' }))).toEqual(
      [],
    );
    expect(await sizesOf(buildLessonEvent(900, 2, { mainLessonId, title: 'Renamed' }))).toEqual([]);
  });

  it('starts again an update that had died', async () => {
    await hold('mainLessonId', mainLessonId, false);
    await updates().updateMany({}, { $set: { failures: 20, heldUntil: new Date('9999-12-31T00:00:00Z') } });
    await quizzes.publish(buildMainLessonEvent(mainLessonId, 7, { status: 'draft' }));
    await isDone();
    expect(await countPublic()).toBe(0);
    await quizzes.publish(buildMainLessonEvent(mainLessonId, 8, {}));
    await isDone();
    await seesAll();
  });

  it('hides the quizzes of a lesson that moves away with many, until all have moved', async () => {
    await hold('lessonId', last, true);
    expect(await see()).toMatchObject({ counts: [0, 1], quiz: 404 });
    await expire();
    await isDone();
    const sizes = await sizesOf(buildLessonEvent(900, 3, { mainLessonId: 2 }));
    expect(Math.max(...sizes.map((size) => size.rows))).toBeLessThanOrEqual(1_000);
    expect(await rows().countDocuments({ lessonId: 900, mainLessonId: 2 })).toBe(1_200);
  });
});

describe('a restored lesson', () => {
  const deletedQuizzes = async () =>
    (await quizzes.call<{ data: DeletedItem[] }>('GET', '/api/deleted-quizzes?limit=100')).body.data;

  it('gets the quizzes back that were deleted with it, and no others', async () => {
    const before = await quizzes.createQuiz({ lessonId, title: 'Deleted before' });
    await quizzes.call('DELETE', `/api/quizzes/${before.id}`);
    const { id: submittedId } = await quizzes.createQuiz({ lessonId, status: 'active' });
    const answers = [{ questionId: 1, selectedAnswer: 'River' }];
    await quizzes.call('POST', `/api/v1/quizzes/${submittedId}/submit`, { answers }, { as: 'app' });
    const { body: quiz } = await get(submittedId);
    expect(quiz.analytics).toMatchObject({ completions: 1 });
    await quizzes.publish(buildLessonEvent(lessonId, 2, null));
    await quizzes.waitForEvent(quiz.id, 2);
    expect(await deletedQuizzes()).toContainEqual(
      expect.objectContaining({
        id: quiz.id,
        deletedBy: expect.objectContaining({ id: 9 }),
        deletedWith: { type: 'lesson', id: lessonId, title: `Lesson ${lessonId}` },
      }),
    );
    expect(await quizzes.call('POST', `/api/deleted-quizzes/${quiz.id}/restore`)).toMatchObject({
      status: 409,
      body: { message: `Restore lesson "Lesson ${lessonId}" first` },
    });

    await quizzes.publish(buildLessonEvent(lessonId, 3, {}));
    expect(await quizzes.waitForEvent(quiz.id, 3)).toMatchObject({ type: 'changed', actor: { id: 9 } });
    expect((await get(quiz.id)).body).toEqual({ ...quiz, version: 3, updatedAt: expect.any(String) });
    await waitForVisibility(quiz.id, true);
    const mine = (await deletedQuizzes()).filter(({ id }) => [before.id, quiz.id].includes(id));
    expect(mine).toMatchObject([{ id: before.id }]);
    const restored = await quizzes.call<Quiz>('POST', `/api/deleted-quizzes/${before.id}/restore`);
    expect(restored).toMatchObject({ status: 200, body: { title: 'Deleted before', version: 3 } });
    const extended = { questions: [...restored.body.questions, { ...question, question: 'New?' }] };
    const { body } = await quizzes.call<Quiz>('PATCH', `/api/quizzes/${before.id}`, extended);
    expect(body.questions.map(({ id }) => id)).toEqual([1, 2]);
  });

  it('keeps the quizzes whose deletion had only begun', async () => {
    const { id } = await quizzes.createQuiz({ lessonId });
    const collection = quizzes.service.connection.collection<{ _id: number }>('quizzes');
    const like = await collection.findOne({ _id: id });
    await collection.insertMany(
      Array.from({ length: 250 }, (_, n) => ({ ...like, _id: lessonId * 100_000 + n })),
    );
    const count = () => collection.countDocuments({ lessonId });
    await quizzes.publish(buildLessonEvent(lessonId, 2, null), buildLessonEvent(lessonId, 3, {}));
    await quizzes.waitUntilConsumed();
    await eventually(async () => expect(await count()).toBe(251), { timeoutMs: 60_000 });
    for (const name of ['restorations', 'quiz_deletions'])
      await eventually(async () =>
        expect(await quizzes.service.connection.collection(name).countDocuments()).toBe(0),
      );
    expect(await count()).toBe(251);
  });
});

it('restores a version of a quiz as a new one, unless its lesson is gone', async () => {
  await quizzes.waitUntilConsumed();
  const quiz = await quizzes.createQuiz({ lessonId });
  const path = `/api/quizzes/${quiz.id}`;
  await quizzes.publish(buildLessonEvent(lessonId + 1, 1, {}));
  await quizzes.waitUntilConsumed();
  await quizzes.call('PATCH', path, { title: 'Renamed', lessonId: lessonId + 1 });
  expect((await quizzes.call('GET', `${path}/versions/1`)).body).toEqual(quiz);
  const { body } = await quizzes.call<{ data: VersionEntry[] }>('GET', `${path}/versions`);
  expect(body.data).toMatchObject([
    { version: 2, action: 'updated', changedFields: ['lessonId', 'title'], savedBy: { id: 2 } },
    { version: 1, action: 'created' },
  ]);
  const restored = await quizzes.call<Quiz>('POST', `${path}/versions/1/restore`);
  expect(restored.body).toEqual({ ...quiz, version: 3, updatedAt: expect.any(String) });
  await quizzes.call('PATCH', path, { lessonId: lessonId + 1 });
  await quizzes.publish(buildLessonEvent(lessonId, 2, null));
  await quizzes.waitUntilConsumed();
  expect(await quizzes.call('POST', `${path}/versions/1/restore`)).toMatchObject({
    status: 409,
    body: { message: 'The lesson no longer exists' },
  });
  lessonId += 1;
});
