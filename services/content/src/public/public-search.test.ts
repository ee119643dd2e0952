import { type Lesson, purchaseEvent } from '@khmer-learning/contracts';
import {
  buildEntityEvent,
  buildPurchaseState,
  createQueryProfiler,
  eventually,
  publishEvents,
  type TestPrincipal,
} from '@khmer-learning/test-kit';
import fc from 'fast-check';
import { startContent, type TestContent } from '../content.test-kit.ts';
import { titleKeys } from '../migrations/0002-title-keys.ts';

type List = { data: { id: number }[]; total: number };

let content: TestContent;
let lessonTypeId: number;
let purchases = 0;

beforeAll(async () => {
  content = await startContent();
  lessonTypeId = (await content.createLessonType({ title: 'Vocabulary' })).id;
});
afterAll(() => content.close());

const createBook = async (free: boolean) =>
  (await content.createMainLesson({ status: 'published', free, ...(free ? {} : { price: 499 }) })).id;
const lesson = (mainLessonId: number, change: Record<string, unknown>) =>
  content.createLesson({ mainLessonId, lessonTypeId, status: 'published', ...change });

/** The learner, user 3, buys a main lesson. */
async function buy(mainLessonId: number): Promise<void> {
  purchases += 1;
  const state = buildPurchaseState({ id: purchases, mainLessonId });
  await publishEvents(content.service.nats, [buildEntityEvent(purchaseEvent, purchases, 1, state)]);
  const [consumer] = content.service.consumers;
  expect(await consumer?.waitForVersion(purchaseEvent, purchases, 1, 40_000)).toBe(true);
}

/** The search result of a caller: the ids and the total. */
async function find(search: string, as: TestPrincipal = 'app', filters = ''): Promise<List> {
  const { status, body } = await content.call<List>(
    'GET',
    `/api/v1/lessons?limit=100&search=${search}${filters}`,
    undefined,
    { as },
  );
  expect(status).toBe(200);
  return body;
}
const found = async (...terms: Parameters<typeof find>) => {
  const { data, total } = await find(...terms);
  expect(total).toBe(data.length);
  return data.map(({ id }) => id);
};

/** The prefixes of every word: `a`, `ap`, `app`… */
const prefixes = (text: string) =>
  text.split(' ').flatMap((word) => Array.from(word, (_, end) => word.slice(0, end + 1)));

describe('a search of the public lessons', () => {
  const hidden = 'zebra quokka ឆ្មាសខ្មៅធំ';
  let paid: number;
  let locked: Lesson;
  let open: Lesson;

  beforeAll(async () => {
    paid = await createBook(false);
    const sections = [{ title: 'yak', content: `${hidden} [xylo] : គោ` }];
    const texts = { title: 'Animals សត្វព្រៃ', description: 'Names for them', sections };
    locked = await lesson(paid, texts);
    open = await lesson(await createBook(true), texts);
  });

  it('does not reveal the contents of a locked lesson, prefix by prefix or by the total', async () => {
    for (const search of prefixes(`yak ${hidden} xylo គោ`)) {
      if (search.endsWith('្')) continue;
      expect({ search, ids: await found(search) }).toEqual({ search, ids: [open.id] });
      expect({ search, ids: await found(`animals ${search}`) }).toEqual({ search, ids: [open.id] });
    }
    for (const filters of [`&mainLessonId=${paid}`, `&mainLessonId=${paid}&level=Beginner&type=vocabulary`])
      expect(await find('zebra', 'app', filters)).toMatchObject({ data: [], total: 0 });
  });

  it('finds a locked lesson by title and description', async () => {
    for (const search of ['anim', 'names', 'animals them', 'សត្វព្រៃ', 'ព្រៃ names'])
      expect({ search, ids: await found(search) }).toEqual({ search, ids: [open.id, locked.id] });
  });

  it('searches the contents of what a learner owns and of what is currently free', async () => {
    expect(await found('zebra', 'learner')).toEqual([open.id]);
    await content.call('PATCH', `/api/main-lessons/${paid}`, { free: true });
    expect(await found('zebra')).toEqual([open.id, locked.id]);
    await content.call('PATCH', `/api/main-lessons/${paid}`, { free: false, price: 499 });
    expect(await found('zebra')).toEqual([open.id]);
    await buy(paid);
    expect(await found('quokka ឆ្មាសខ្មៅធំ', 'learner')).toEqual([open.id, locked.id]);
    expect(await found('zebra')).toEqual([open.id]);
  });

  it('reflects a change of texts, a copy and a move', async () => {
    await content.call('PATCH', `/api/lessons/${locked.id}`, { title: 'Beasts' });
    expect(await found('beasts')).toEqual([locked.id]);
    expect(await found('animals')).toEqual([open.id]);
    const { body: copy } = await content.call<Lesson>('POST', `/api/lessons/${locked.id}/duplicate`, {});
    await content.call('PATCH', `/api/lessons/${copy.id}`, { status: 'published' });
    expect(await found('beasts')).toEqual([copy.id, locked.id]);
    expect(await found('zebra')).toEqual([open.id]);
    await content.call('PATCH', `/api/lessons/${copy.id}`, { mainLessonId: open.mainLessonId });
    expect(await found('zebra')).toEqual([copy.id, open.id]);
    await content.call('DELETE', `/api/lessons/${copy.id}`);
  });

  it('finds lessons stored before title keys existed once they are migrated, and never too many', async () => {
    const lessons = content.service.connection.collection('lessons');
    await lessons.updateMany({}, { $unset: { titleKeys: 1, titleText: 1, searchVersion: 1 } });
    expect(await found('zebra')).toEqual([open.id]);
    expect(await found('names')).toEqual([open.id]);
    await titleKeys.up(content.service.connection, content.service.config);
    expect(await found('zebra')).toEqual([open.id]);
    await eventually(async () => expect(await found('names')).toEqual([open.id, locked.id]));
    expect(await lessons.countDocuments({ searchVersion: null })).toBe(0);
  });

  it('covers everything in the console', async () => {
    const { body } = await content.call<{ total: number }>('GET', '/api/lessons?search=zebra&limit=5');
    expect(body.total).toBe(2);
  });
});

const words = ['apple', 'apricot', 'bear', 'bean', 'ទន្លេ', 'ទន្ទឹម'] as const;
const anyWords = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 2 });
const anyBook = fc.record({
  access: fc.constantFrom('free', 'paid', 'owned'),
  lessons: fc.array(fc.record({ title: anyWords, description: anyWords, content: anyWords }), {
    minLength: 1,
    maxLength: 3,
  }),
});

it('a caller finds by content exactly what they may read, for any set of lessons', async () => {
  await content.service.connection.collection('lessons').deleteMany({});
  const shelf = fc.sample(anyBook, { numRuns: 15, seed: 20_261_122 });
  const stored: { id: number; access: string; titles: string[]; all: string[] }[] = [];
  for (const { access, lessons } of shelf) {
    const mainLessonId = await createBook(access === 'free');
    if (access === 'owned') await buy(mainLessonId);
    for (const { title, description, content: line } of lessons) {
      const texts = {
        title: title.join(' '),
        description: description.join(' '),
        sections: [{ title: 'Words', content: line.join(' ') }],
      };
      const { id } = await lesson(mainLessonId, texts);
      stored.push({
        id,
        access,
        titles: [...title, ...description],
        all: [...title, ...description, ...line],
      });
    }
  }

  const matches = (texts: readonly string[], terms: readonly string[]) =>
    terms.every((part) => texts.some((text) => text.startsWith(part)));
  const queries = [
    ...words.map((word) => [word.slice(0, 2)]),
    ...fc.sample(anyWords, { numRuns: depth(6, 20), seed: 7 }),
  ];
  for (const query of queries) {
    for (const as of ['app', 'learner'] as const) {
      const mayRead = ({ access }: { access: string }) =>
        access === 'free' || (access === 'owned' && as === 'learner');
      const expected = stored
        .filter((it) => matches(it.titles, query) || (mayRead(it) && matches(it.all, query)))
        .map(({ id }) => id)
        .reverse();
      expect({ query, as, ids: await found(query.join(' '), as) }).toEqual({ query, as, ids: expected });
    }
  }
});

it('reads the main lessons of what it finds, however many others are free', async () => {
  const { connection } = content.service;
  const others = Array.from({ length: 3_000 }, (_, n) => ({
    _id: 1_000_000 + n,
    free: true,
    status: 'draft',
  }));
  await connection.collection<{ _id: number }>('main_lessons').insertMany(others);
  const { id } = await lesson(await createBook(true), { title: 'Capybara', description: 'A large rodent' });
  const profile = await createQueryProfiler(connection, ['main_lessons']);
  const reads = await profile.captureReads(async () => expect(await found('capybara rodent')).toEqual([id]));
  await profile.stop();
  expect(reads.length).toBeGreaterThan(0);
  expect(reads.reduce((sum, { keysExamined = 0 }) => sum + keysExamined, 0)).toBeLessThan(20);
});
