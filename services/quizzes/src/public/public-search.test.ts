import { purchaseEvent, type Quiz } from '@khmer-learning/contracts';
import {
  buildEntityEvent,
  buildPurchaseState,
  createQueryProfiler,
  eventually,
  publishEvents,
  type TestPrincipal,
} from '@khmer-learning/test-kit';
import fc from 'fast-check';
import { titleKeys } from '../migrations/0001-title-keys.ts';
import { foldedKeys } from '../migrations/0003-folded-keys.ts';
import {
  buildLessonEvent,
  buildMainLessonEvent,
  startQuizzes,
  type TestQuizzes,
} from '../quizzes.test-kit.ts';

type List = { data: { id: number }[]; total: number };

const books = { free: 1, paid: 2, owned: 3 } as const;
const sold = { free: false, price: 499 };

let quizzes: TestQuizzes;

beforeAll(async () => {
  quizzes = await startQuizzes();
  const { free, paid, owned } = books;
  await quizzes.publish(
    buildMainLessonEvent(free, 1, {}),
    buildMainLessonEvent(paid, 1, sold),
    buildMainLessonEvent(owned, 1, sold),
  );
  await quizzes.publish(...[free, paid, owned].map((id) => buildLessonEvent(id, 1, { mainLessonId: id })));
  await quizzes.waitUntilConsumed();
  const bought = buildPurchaseState({ id: 1, mainLessonId: owned });
  await publishEvents(quizzes.service.nats, [buildEntityEvent(purchaseEvent, 1, 1, bought)]);
  const consumer = [...quizzes.service.consumers].find(({ durable }) => durable === 'quizzes-purchases');
  expect(await consumer?.waitForVersion(purchaseEvent, 1, 1, 40_000)).toBe(true);
});
afterAll(() => quizzes.close());

const ask = (question: string, ...options: [string, string]) => ({
  question,
  options,
  correctAnswer: options[0],
});

/** The quizzes that a caller finds; the total is the same. */
async function found(search: string, as: TestPrincipal = 'app'): Promise<number[]> {
  const path = `/api/v1/quizzes?limit=100&search=${search}`;
  const { status, body } = await quizzes.call<List>('GET', path, undefined, { as });
  expect({ status, total: body.total }).toEqual({ status: 200, total: body.data.length });
  return body.data.map(({ id }) => id);
}

const prefixes = (text: string) =>
  text.split(' ').flatMap((word) => Array.from(word, (_, end) => word.slice(0, end + 1)));

describe('a search of the public quizzes', () => {
  let open: Quiz;
  let locked: Quiz;
  let owned: Quiz;

  beforeAll(async () => {
    const texts = {
      title: 'Animals សត្វព្រៃ',
      description: 'Names for them',
      status: 'active',
      questions: [ask('Which is zebra ឆ្មាខ្មៅធំ?', 'quokka', 'yak')],
    };
    open = await quizzes.createQuiz({ ...texts, lessonId: books.free });
    locked = await quizzes.createQuiz({ ...texts, lessonId: books.paid });
    owned = await quizzes.createQuiz({ ...texts, lessonId: books.owned });
  });

  it('does not reveal the questions and options of a locked quiz, prefix by prefix or by the total', async () => {
    for (const search of prefixes('which zebra ឆ្មាខ្មៅធំ quokka yak')) {
      if (search.endsWith('្')) continue;
      expect({ search, ids: await found(search) }).toEqual({ search, ids: [open.id] });
      expect({ search, ids: await found(`animals ${search}`) }).toEqual({ search, ids: [open.id] });
    }
  });

  it('finds a locked quiz by title and description', async () => {
    for (const search of ['anim', 'names', 'animals them', 'សត្វព្រៃ', 'ព្រៃ names'])
      expect({ search, ids: await found(search) }).toEqual({ search, ids: [owned.id, locked.id, open.id] });
  });

  it('searches the contents of what a learner owns and of what is currently free', async () => {
    expect(await found('zebra', 'learner')).toEqual([owned.id, open.id]);
    await quizzes.publish(buildMainLessonEvent(books.paid, 2, {}));
    await quizzes.waitUntilConsumed();
    expect(await found('zebra')).toEqual([locked.id, open.id]);
    await quizzes.publish(buildMainLessonEvent(books.paid, 3, sold));
    await quizzes.waitUntilConsumed();
    expect(await found('zebra')).toEqual([open.id]);
  });

  it('searches the contents of a quiz without a lesson', async () => {
    const stored = quizzes.service.connection.collection<{ _id: number }>('quizzes');
    const none = { lessonId: null, mainLessonId: null };
    await stored.updateOne({ _id: owned.id }, { $set: none });
    // Totals are cached for a while, and direct writes to the database do not clear the cache.
    await eventually(async () => expect(await found('yak')).toEqual([owned.id, open.id]));
    await stored.updateOne({ _id: owned.id }, { $set: { lessonId: books.owned, mainLessonId: books.owned } });
  });

  it('finds quizzes stored with the keys of an earlier release once they are migrated', async () => {
    const { connection, config } = quizzes.service;
    const rows = connection.collection('quizzes');
    const stored = await rows.find().sort({ _id: 1 }).toArray();
    const former = {
      searchKeys: ['former'],
      searchText: 'former',
      titleKeys: ['former'],
      titleText: 'former',
      titleSort: 'former',
    };
    await rows.updateMany({}, { $set: former });
    await foldedKeys.up(connection, config);
    expect(await rows.find().sort({ _id: 1 }).toArray()).toEqual(stored);
  });

  it('finds quizzes stored before title keys existed once they are migrated, and never too many', async () => {
    const stored = quizzes.service.connection.collection('quizzes');
    await stored.updateMany({}, { $unset: { titleKeys: 1, titleText: 1, searchVersion: 1 } });
    await eventually(async () => expect(await found('zebra')).toEqual([open.id]));
    await titleKeys.up(quizzes.service.connection, quizzes.service.config);
    await eventually(async () => expect(await found('zebra')).toEqual([open.id]));
    await eventually(async () => expect(await found('names')).toEqual([owned.id, locked.id, open.id]));
  });
});

const words = ['apple', 'apricot', 'bear', 'bean', 'ទន្លេ', 'ទន្ទឹម'] as const;
const anyWord = fc.constantFrom(...words);
const anyWords = fc.array(anyWord, { minLength: 1, maxLength: 2 });
const anyQuiz = fc.record({
  access: fc.constantFrom('free', 'paid', 'owned'),
  title: anyWord,
  description: anyWords,
  question: anyWords,
  option: anyWord,
});

it('a caller finds by content exactly what they may open, for any set of quizzes', async () => {
  await quizzes.service.connection.collection('quizzes').deleteMany({});
  const stored: { id: number; access: string; titles: string[]; all: string[] }[] = [];
  for (const it of fc.sample(anyQuiz, { numRuns: 30, seed: 20_261_122 })) {
    const { access, title, description, question, option } = it;
    const { id } = await quizzes.createQuiz({
      lessonId: books[access],
      status: 'active',
      title,
      description: description.join(' '),
      questions: [ask(question.join(' '), option, 'none')],
    });
    const titles = [title, ...description];
    stored.push({ id, access, titles, all: [...titles, ...question, option] });
  }

  const matches = (texts: readonly string[], terms: readonly string[]) =>
    terms.every((part) => texts.some((text) => text.startsWith(part)));
  const queries = [
    ...words.map((word) => [word.slice(0, 2)]),
    ...fc.sample(anyWords, { numRuns: depth(6, 20), seed: 7 }),
  ];
  for (const query of queries) {
    for (const as of ['app', 'learner'] as const) {
      const mayOpen = ({ access }: { access: string }) =>
        access === 'free' || (access === 'owned' && as === 'learner');
      const expected = stored
        .filter((it) => matches(it.titles, query) || (mayOpen(it) && matches(it.all, query)))
        .map(({ id }) => id)
        .reverse();
      expect({ query, as, ids: await found(query.join(' '), as) }).toEqual({ query, as, ids: expected });
    }
  }
});

it('reads the main lessons of what it finds, however many others are free', async () => {
  const { connection } = quizzes.service;
  const others = Array.from({ length: 3_000 }, (_, n) => ({
    _id: 1_000_000 + n,
    free: true,
    status: 'draft',
  }));
  await connection.collection<{ _id: number }>('main_lessons').insertMany(others);
  const { id } = await quizzes.createQuiz({ title: 'Capybara', lessonId: books.free, status: 'active' });
  const profile = await createQueryProfiler(connection, ['main_lessons']);
  const reads = await profile.captureReads(async () => expect(await found('capybara')).toEqual([id]));
  await profile.stop();
  expect(reads.length).toBeGreaterThan(0);
  expect(reads.reduce((sum, { keysExamined = 0 }) => sum + keysExamined, 0)).toBeLessThan(20);
});
