import { type EntityEvent, lessonEvent, type Quiz } from '@khmer-learning/contracts';
import { createQueryProfiler, eventually } from '@khmer-learning/test-kit';
import {
  buildLessonEvent,
  buildMainLessonEvent,
  buildQuizBody,
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
  for (let round = 0; round < 5; round += 1) {
    lessonId += 1;
    await quizzes.publish(buildLessonEvent(lessonId, 1, {}));
    await quizzes.createQuiz({ lessonId });
    const making = Array.from({ length: 12 }, (_, n) =>
      (n % 2 ? quizzes : other).call<Quiz>('POST', '/api/quizzes', buildQuizBody({ lessonId })),
    );
    await quizzes.publish(buildLessonEvent(lessonId, 2, null));
    const made = await Promise.all(making);
    expect(made.map(({ status }) => status).filter((status) => ![201, 400].includes(status))).toEqual([]);
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
    for (let round = 0; round < 10; round += 1) {
      lessonId += 1;
      const mainLessonId = 200 + round;
      await quizzes.publish(
        buildMainLessonEvent(mainLessonId, 1, { status: 'draft' }),
        buildLessonEvent(lessonId, 1, {}),
      );
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
    for (let round = 0; round < 5; round += 1) {
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
