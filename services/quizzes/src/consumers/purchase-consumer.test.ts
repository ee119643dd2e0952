import { type EntityEvent, purchaseEvent, type Quiz, type StateOf } from '@khmer-learning/contracts';
import {
  buildEntityEvent,
  buildPurchaseState,
  createQueryProfiler,
  isScanOrSort,
  publishEvents,
  summarizeCommand,
} from '@khmer-learning/test-kit';
import {
  buildLessonEvent,
  buildMainLessonEvent,
  question,
  startQuizzes,
  type TestQuizzes,
} from '../quizzes.test-kit.ts';

const paid = 2;

let quizzes: TestQuizzes;
let quiz: Quiz;
let purchases = 0;

beforeAll(async () => {
  quizzes = await startQuizzes();
  await quizzes.publish(
    buildMainLessonEvent(paid, 1, { free: false, price: 499 }),
    buildLessonEvent(1, 1, { mainLessonId: paid }),
  );
  await quizzes.waitUntilConsumed();
  quiz = await quizzes.createQuiz({ lessonId: 1, status: 'active' });
});
afterAll(() => quizzes.close());

type Purchase = Partial<StateOf<typeof purchaseEvent>>;

/** The event of user 3's purchase of the main lesson, completed by default; a tombstone when null. */
function buildPurchaseEvent(id: number, version: number, change: Purchase | null = {}): EntityEvent {
  return buildEntityEvent(
    purchaseEvent,
    id,
    version,
    change && buildPurchaseState({ id, mainLessonId: paid, ...change }),
  );
}

const nextPurchaseId = () => {
  purchases += 1;
  return purchases;
};

/** Publishes events to the stream and waits until they have been consumed. */
async function publishAndWait(...events: readonly EntityEvent[]): Promise<void> {
  const marker = buildEntityEvent(purchaseEvent, 1_000_000 + nextPurchaseId(), 1, null);
  await publishEvents(quizzes.service.nats, [...events, marker]);
  const consumer = [...quizzes.service.consumers].find(({ durable }) => durable === 'quizzes-purchases');
  expect(await consumer?.waitForVersion(purchaseEvent, marker.entityId, 1, 40_000)).toBe(true);
}

const answers = [{ questionId: 1, selectedAnswer: question.correctAnswer }];
const open = (as: 'learner' | 'app') => quizzes.call('GET', `/api/v1/quizzes/${quiz.id}`, undefined, { as });
const submit = (as: 'learner' | 'app') =>
  quizzes.call('POST', `/api/v1/quizzes/${quiz.id}/submit`, { answers }, { as });

/** Whether the quiz can be opened and submitted; expects that both or neither succeed. */
async function isOpen(as: 'learner' | 'app' = 'learner'): Promise<boolean> {
  const [opened, submitted] = await Promise.all([open(as), submit(as)]);
  expect(submitted.status).toBe(opened.status);
  if (opened.status === 200) expect(submitted.body).toMatchObject({ data: { score: 100 } });
  else expect(opened).toMatchObject({ status: 403, body: { success: false } });
  return opened.status === 200;
}

describe('a learner who buys a main lesson', () => {
  it('can open and submit its quizzes once the purchase is complete, and nobody else can', async () => {
    const id = nextPurchaseId();
    await publishAndWait(buildPurchaseEvent(id, 1, { paymentStatus: 'pending' }));
    expect(await isOpen()).toBe(false);
    await publishAndWait(buildPurchaseEvent(id, 2), buildPurchaseEvent(nextPurchaseId(), 1, { userId: 4 }));
    expect(await isOpen()).toBe(true);
    expect(await isOpen('app')).toBe(false);
    await publishAndWait(buildPurchaseEvent(id, 3, { paymentStatus: 'partially_refunded' }));
    expect(await isOpen()).toBe(true);
    await publishAndWait(buildPurchaseEvent(id, 4, { paymentStatus: 'refunded' }));
    expect(await isOpen()).toBe(false);
  });

  it('gets the right access when many submit at the same time', async () => {
    const id = nextPurchaseId();
    await publishAndWait(buildPurchaseEvent(id, 1));
    const sent = Array.from({ length: 20 }, (_, n) => submit(n % 2 ? 'learner' : 'app'));
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(
      sent.map((_, n) => (n % 2 ? 200 : 403)),
    );
    await publishAndWait(buildPurchaseEvent(id, 2, null));
    expect(await isOpen()).toBe(false);
  });

  it('owns it while at least one of several purchases gives ownership, in any order of events', async () => {
    const [first, second] = [nextPurchaseId(), nextPurchaseId()];
    const history = [
      buildPurchaseEvent(first, 1),
      buildPurchaseEvent(second, 1),
      buildPurchaseEvent(first, 2, { paymentStatus: 'refunded' }),
      buildPurchaseEvent(second, 2, { mainLessonId: null }),
      buildPurchaseEvent(second, 3),
    ];
    for (const event of [...history, ...history].reverse()) await publishAndWait(event);
    expect(await isOpen()).toBe(true);
    await publishAndWait(buildPurchaseEvent(second, 4, null));
    for (const event of history) await publishAndWait(event);
    expect(await isOpen()).toBe(false);
  });
});

it('reads what learners own with one indexed query', async () => {
  const profile = await createQueryProfiler(quizzes.service.connection, ['owning_purchases']);
  const reads = await profile.captureReads(() => open('learner'));
  await profile.stop();
  expect(reads).toHaveLength(1);
  expect(reads.filter(isScanOrSort).map(summarizeCommand)).toEqual([]);
});
