import { type EntityEvent, purchaseEvent, type StateOf } from '@khmer-learning/contracts';
import {
  buildEntityEvent,
  isScanOrSort,
  createQueryProfiler,
  publishEvents,
  buildPurchaseState,
  summarizeCommand,
} from '@khmer-learning/test-kit';
import { section, startContent, type TestContent } from '../content.test-kit.ts';

type Row = { id: number; locked: boolean };
type Open = { data: Row & { sections: { content: string }[] } };

let content: TestContent;
let lessonTypeId: number;
let mainLessonId: number;
let lessonId: number;
let purchases = 0;

beforeAll(async () => {
  content = await startContent();
  lessonTypeId = (await content.lessonType()).id;
});
afterAll(() => content.close());
beforeEach(async () => {
  ({ mainLessonId, lessonId } = await paidMainLesson());
});

async function paidMainLesson() {
  const paid = await content.mainLesson({ status: 'published', free: false, price: 499 });
  const lesson = await content.lesson({ mainLessonId: paid.id, lessonTypeId, status: 'published' });
  return { mainLessonId: paid.id, lessonId: lesson.id };
}

type Purchase = Partial<StateOf<typeof purchaseEvent>>;

/** A purchase of the main lesson by user 3 as it is now, completed unless told; null: it is gone. */
function purchaseIs(id: number, version: number, change: Purchase | null = {}): EntityEvent {
  const state = change && buildPurchaseState({ id, mainLessonId, ...change });
  return buildEntityEvent(purchaseEvent, id, version, state);
}

const newPurchase = () => {
  purchases += 1;
  return purchases;
};

/** Puts events on the stream, and waits until they have taken effect. */
async function told(...events: readonly EntityEvent[]): Promise<void> {
  const marker = buildEntityEvent(purchaseEvent, 1_000_000 + newPurchase(), 1, null);
  await publishEvents(content.service.nats, [...events, marker]);
  const [consumer] = content.service.consumers;
  expect(await consumer?.waitForVersion(purchaseEvent, marker.entityId, 1, 40_000)).toBe(true);
}

/** How user 3 finds the lesson, by itself and in every list. */
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
  return !data.locked;
}

describe('a learner who buys a main lesson', () => {
  it('reads its lessons once the purchase is complete, and nobody else does', async () => {
    const id = newPurchase();
    await told(purchaseIs(id, 1, { paymentStatus: 'pending' }));
    expect(await isOpen()).toBe(false);
    await told(purchaseIs(id, 2));
    expect(await isOpen()).toBe(true);
    expect(await isOpen('app')).toBe(false);
    await told(purchaseIs(newPurchase(), 1, { userId: 4, mainLessonId: mainLessonId + 1 }));
    const other = await paidMainLesson();
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
  ])('with a purchase that is then %s: open is %s', async (paymentStatus, open) => {
    const id = newPurchase();
    await told(purchaseIs(id, 1));
    expect(await isOpen()).toBe(true);
    await told(purchaseIs(id, 2, { paymentStatus }));
    expect(await isOpen()).toBe(open);
  });

  it('no longer owns it when the purchase is deleted, or is about no main lesson or learner', async () => {
    for (const change of [null, { mainLessonId: null }, { userId: null }]) {
      const id = newPurchase();
      await told(purchaseIs(id, 1));
      expect(await isOpen()).toBe(true);
      await told(purchaseIs(id, 2, change));
      expect(await isOpen()).toBe(false);
    }
  });

  it('owns it while any of several purchases of it counts', async () => {
    const [first, second] = [newPurchase(), newPurchase()];
    await told(purchaseIs(first, 1), purchaseIs(second, 1));
    await told(purchaseIs(first, 2, { paymentStatus: 'refunded' }));
    expect(await isOpen()).toBe(true);
    await told(purchaseIs(second, 2, { paymentStatus: 'refunded' }));
    expect(await isOpen()).toBe(false);
  });

  it('owns what the newest event says, when events come again, late and in any order', async () => {
    const id = newPurchase();
    const history = [
      purchaseIs(id, 1, { paymentStatus: 'pending' }),
      purchaseIs(id, 2),
      purchaseIs(id, 3, { paymentStatus: 'refunded' }),
      purchaseIs(id, 4, { paymentStatus: 'partially_refunded' }),
    ];
    for (const event of [...history, ...history].reverse()) await told(event);
    expect(await isOpen()).toBe(true);
    await told(purchaseIs(id, 5, null));
    for (const event of history) await told(event);
    expect(await isOpen()).toBe(false);
  });
});

it('a list asks once for what the learner owns, whatever its length, through an index', async () => {
  for (let n = 0; n < 5; n += 1) await paidMainLesson();
  await told(purchaseIs(newPurchase(), 1));
  const profile = await createQueryProfiler(content.service.connection, ['owning_purchases']);
  const reads = await profile.captureReads(() =>
    content.call('GET', '/api/v1/lessons?limit=100', undefined, { as: 'learner' }),
  );
  await profile.stop();
  expect(reads).toHaveLength(1);
  expect(reads.filter(isScanOrSort).map(summarizeCommand)).toEqual([]);
  expect(reads[0]?.docsExamined).toBe(0);
});
