import { type EntityEvent, purchaseEvent, type StateOf } from '@khmer-learning/contracts';
import {
  buildEntityEvent,
  buildPurchaseState,
  createQueryProfiler,
  isScanOrSort,
  publishEvents,
  summarizeCommand,
} from '@khmer-learning/test-kit';
import { section, startContent, type TestContent } from '../content.test-kit.ts';

type Row = { id: number; locked: boolean };
type Course = { id: number; isFree: boolean; hasAccess: boolean };
type Open = { data: Row & { sections: { content: string }[] } };

let content: TestContent;
let lessonTypeId: number;
let mainLessonId: number;
let lessonId: number;
let purchases = 0;

beforeAll(async () => {
  content = await startContent();
  lessonTypeId = (await content.createLessonType()).id;
});
afterAll(() => content.close());
beforeEach(async () => {
  ({ mainLessonId, lessonId } = await createPaidMainLesson());
});

async function createPaidMainLesson() {
  const paid = await content.createMainLesson({ status: 'published', free: false, price: 499 });
  const lesson = await content.createLesson({ mainLessonId: paid.id, lessonTypeId, status: 'published' });
  return { mainLessonId: paid.id, lessonId: lesson.id };
}

type Purchase = Partial<StateOf<typeof purchaseEvent>>;

/** The event of user 3's purchase of the main lesson, completed by default; a tombstone when null. */
function buildPurchaseEvent(id: number, version: number, change: Purchase | null = {}): EntityEvent {
  const state = change && buildPurchaseState({ id, mainLessonId, ...change });
  return buildEntityEvent(purchaseEvent, id, version, state);
}

const nextPurchaseId = () => {
  purchases += 1;
  return purchases;
};

/** Publishes events to the stream and waits until they have been consumed. */
async function publishAndWait(...events: readonly EntityEvent[]): Promise<void> {
  const marker = buildEntityEvent(purchaseEvent, 1_000_000 + nextPurchaseId(), 1, null);
  await publishEvents(content.service.nats, [...events, marker]);
  const [consumer] = content.service.consumers;
  expect(await consumer?.waitForVersion(purchaseEvent, marker.entityId, 1, 40_000)).toBe(true);
}

/** Whether user 3 gets the lesson unlocked, by id and in every list. */
async function isOpen(as: 'learner' | 'app' = 'learner'): Promise<boolean> {
  const read = async <T>(path: string) =>
    (await content.call<T>('GET', `/api/v1${path}`, undefined, { as })).body;
  const { data } = await read<Open>(`/lessons/${lessonId}`);
  expect(data.sections.map(({ content: text }) => text)).toEqual(data.locked ? [] : [section.content]);
  for (const path of [
    '/lessons',
    '/lessons/level/beginner?limit=100',
    `/lessons?mainLessonId=${mainLessonId}`,
    `/main-lessons/${mainLessonId}/lessons?limit=5`,
  ]) {
    const rows = (await read<{ data: Row[] }>(path)).data;
    const row = rows.find(({ id }) => id === lessonId);
    expect({ path, locked: row?.locked }).toEqual({ path, locked: data.locked });
  }
  const refused = await content.call('GET', `/api/v1/lessons/${lessonId}?locked=403`, undefined, { as });
  expect(refused.status).toBe(data.locked ? 403 : 200);
  const main = (await read<{ data: Course }>(`/main-lessons/${mainLessonId}`)).data;
  const listed = (await read<{ data: Course[] }>('/main-lessons')).data.find(({ id }) => id === mainLessonId);
  for (const row of [main, listed])
    expect({ isFree: row?.isFree, hasAccess: row?.hasAccess }).toEqual({
      isFree: false,
      hasAccess: !data.locked,
    });
  return !data.locked;
}

describe('a learner who buys a main lesson', () => {
  it('can read its lessons once the purchase is complete, and nobody else can', async () => {
    const id = nextPurchaseId();
    await publishAndWait(buildPurchaseEvent(id, 1, { paymentStatus: 'pending' }));
    expect(await isOpen()).toBe(false);
    await publishAndWait(buildPurchaseEvent(id, 2));
    expect(await isOpen()).toBe(true);
    expect(await isOpen('app')).toBe(false);
    await publishAndWait(
      buildPurchaseEvent(nextPurchaseId(), 1, { userId: 4, mainLessonId: mainLessonId + 1 }),
    );
    const other = await createPaidMainLesson();
    const { body } = await content.call<Open>('GET', `/api/v1/lessons/${other.lessonId}`, undefined, {
      as: 'learner',
    });
    expect(body.data).toMatchObject({ locked: true, sections: [] });
  });

  it.each([
    ['partially_refunded', true],
    ['complete', true],
    ['refunded', false],
    ['reversed', false],
    ['declined', false],
  ])('with a purchase that becomes %s: open is %s', async (paymentStatus, open) => {
    const id = nextPurchaseId();
    await publishAndWait(buildPurchaseEvent(id, 1));
    expect(await isOpen()).toBe(true);
    await publishAndWait(buildPurchaseEvent(id, 2, { paymentStatus }));
    expect(await isOpen()).toBe(open);
  });

  it('no longer owns it when the purchase is deleted, or is about no main lesson or learner', async () => {
    for (const change of [null, { mainLessonId: null }, { userId: null }]) {
      const id = nextPurchaseId();
      await publishAndWait(buildPurchaseEvent(id, 1));
      expect(await isOpen()).toBe(true);
      await publishAndWait(buildPurchaseEvent(id, 2, change));
      expect(await isOpen()).toBe(false);
    }
  });

  it('to whom access was granted has it until its end, also before the event of the end', async () => {
    const inAnHour = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const granted = { purchaseAmount: 0, paymentMethod: 'granted' };
    const id = nextPurchaseId();
    await publishAndWait(buildPurchaseEvent(id, 1, { ...granted, accessEndsAt: inAnHour(-1) }));
    expect(await isOpen()).toBe(false);
    const next = nextPurchaseId();
    await publishAndWait(buildPurchaseEvent(next, 1, { ...granted, accessEndsAt: inAnHour(1) }));
    expect(await isOpen()).toBe(true);
    await publishAndWait(buildPurchaseEvent(next, 2, { ...granted, paymentStatus: 'revoked' }));
    expect(await isOpen()).toBe(false);
  });

  it('owns it while at least one of several purchases gives ownership', async () => {
    const [first, second] = [nextPurchaseId(), nextPurchaseId()];
    await publishAndWait(buildPurchaseEvent(first, 1), buildPurchaseEvent(second, 1));
    await publishAndWait(buildPurchaseEvent(first, 2, { paymentStatus: 'refunded' }));
    expect(await isOpen()).toBe(true);
    await publishAndWait(buildPurchaseEvent(second, 2, { paymentStatus: 'refunded' }));
    expect(await isOpen()).toBe(false);
  });

  it('owns it by the newest event when events are duplicated, late and out of order', async () => {
    const id = nextPurchaseId();
    const history = [
      buildPurchaseEvent(id, 1, { paymentStatus: 'pending' }),
      buildPurchaseEvent(id, 2),
      buildPurchaseEvent(id, 3, { paymentStatus: 'refunded' }),
      buildPurchaseEvent(id, 4, { paymentStatus: 'partially_refunded' }),
    ];
    for (const event of [...history, ...history].reverse()) await publishAndWait(event);
    expect(await isOpen()).toBe(true);
    await publishAndWait(buildPurchaseEvent(id, 5, null));
    for (const event of history) await publishAndWait(event);
    expect(await isOpen()).toBe(false);
  });
});

it('a list reads what the learner owns with one indexed query, whatever its length', async () => {
  for (let n = 0; n < 5; n += 1) await createPaidMainLesson();
  await publishAndWait(buildPurchaseEvent(nextPurchaseId(), 1));
  const profile = await createQueryProfiler(content.service.connection, ['owning_purchases']);
  const reads = await profile.captureReads(() =>
    content.call('GET', '/api/v1/lessons?limit=100', undefined, { as: 'learner' }),
  );
  await profile.stop();
  expect(reads).toHaveLength(1);
  expect(reads.filter(isScanOrSort).map(summarizeCommand)).toEqual([]);
  expect(reads[0]?.docsExamined).toBe(0);
});

it('are the main lessons of the learner’s page, with free ones of which lessons were opened', async () => {
  await publishAndWait(buildPurchaseEvent(nextPurchaseId(), 1, { userId: 77 }));
  const free = await content.createMainLesson({ title: 'Free', status: 'published', free: true });
  const create = (title: string, status: string) =>
    content.createLesson({ mainLessonId: free.id, lessonTypeId, title, status });
  const [first, , third] = [
    await create('One', 'published'),
    await create('Draft', 'draft'),
    await create('Two', 'published'),
  ];
  const read = async (query: string) =>
    (await content.call('GET', `/api/learners/77/courses${query}`, undefined, { as: 'teacher' })).body;
  const owned = { id: mainLessonId, isOwned: true, lessons: [{ id: lessonId }] };
  const touched = {
    ...{ id: free.id, title: 'Free', isOwned: false },
    lessons: [
      { id: first.id, title: 'One' },
      { id: third.id, title: 'Two' },
    ],
  };
  expect(await read('')).toMatchObject({ courses: [owned], total: 1 });
  expect(await read(`?lessonIds=${third.id},999999`)).toMatchObject({ courses: [owned, touched], total: 2 });
  expect(await read(`?lessonIds=${third.id}&limit=1&offset=1`)).toMatchObject({
    courses: [touched],
    total: 2,
  });
  expect(JSON.stringify(await read(''))).not.toContain('price');
  const profile = await createQueryProfiler(content.service.connection, [
    'lessons',
    'main_lessons',
    'owning_purchases',
  ]);
  const reads = await profile.captureReads(() => read(`?lessonIds=${third.id}`).then(() => undefined));
  await profile.stop();
  expect(reads.filter(isScanOrSort).map(summarizeCommand)).toEqual([]);
});
