import { purchaseEvent } from '@khmer-learning/contracts';
import { storeWords } from '@khmer-learning/item-kit';
import { searchFields } from '@khmer-learning/service-kit';
import {
  buildEntityEvent,
  buildPurchaseState,
  createQueryProfiler,
  isScanOrSort,
  publishEvents,
  type TestPrincipal,
} from '@khmer-learning/test-kit';
import { startContent, type TestContent } from '../content.test-kit.ts';
import { searchWords } from '../migrations/0007-search-words.ts';

type List = { data: { id: number }[]; total: number; searchedFor?: string };

let content: TestContent;
let lessonTypeId: number;
let freeId: number;
let paidId: number;

beforeAll(async () => {
  content = await startContent();
  lessonTypeId = (await content.createLessonType({ title: 'Vocabulary' })).id;
  freeId = (await content.createMainLesson({ status: 'published', free: true })).id;
  paidId = (await content.createMainLesson({ status: 'published', free: false, price: 499 })).id;
  await lesson(freeId, {
    title: 'At the doctor',
    description: 'Words',
    sections: [section('Fever : គ្រុនក្ដៅ\nHead : ក្បាល')],
  });
});
afterAll(() => content.close());

const section = (text: string) => ({ title: 'Vocabulary', content: text });
const lesson = (mainLessonId: number, change: Record<string, unknown>) =>
  content.createLesson({ mainLessonId, lessonTypeId, status: 'published', ...change });

async function find(search: string, as: TestPrincipal = 'app', filters = ''): Promise<List> {
  const path = `/api/v1/lessons?limit=100&search=${search}${filters}`;
  const { status, body } = await content.call<List>('GET', path, undefined, { as });
  expect(status).toBe(200);
  return body;
}

async function suggest(search: string, path = '/api/lessons'): Promise<string | null> {
  const address = `${path}/search-suggestion?search=${search}`;
  const { status, body } = await content.call<{ searchFor: string | null }>('GET', address);
  expect(status).toBe(200);
  return body.searchFor;
}

describe('a search that finds nothing', () => {
  it.each([
    ['docter', 'doctor'],
    ['the Docter', 'the doctor'],
    ['fevr heed', 'fever head'],
    ['ក្បល', 'ក្បាល'],
  ])('%s is answered as %s', async (typed, meant) => {
    expect(await find(typed)).toMatchObject({ total: 1, searchedFor: meant });
    expect(await suggest(typed)).toBe(meant);
  });

  it.each([
    ['បន្លេ', 'បន្លែ', 1],
    ['ខ្ញុំចង់ទៅផ្សាលដើម្បីទិញបន្លែ', 'ខ្ញុំចង់ទៅផ្សារដើម្បីទិញបន្លែ', 1],
    // No sentence has the words side by side.
    ['ទិញផ្សាល', 'ទិញ ផ្សារ', 1],
  ])('%s, of a sentence without spaces, is answered as %s', async (typed, meant, total) => {
    const { id } = await lesson(freeId, { sections: [section('ខ្ញុំចង់ទៅផ្សារដើម្បីទិញបន្លែ')] });
    expect(await find(typed)).toMatchObject({ total, searchedFor: meant });
    await content.call('DELETE', `/api/lessons/${id}`);
  });

  it('finds a word as soon as it is saved, and no longer when its last item is deleted', async () => {
    const { id, version } = await lesson(freeId, { title: 'Plain', description: 'One' });
    expect(await find('marmalode')).toMatchObject({ total: 0 });
    await content.call(
      'PATCH',
      `/api/lessons/${id}`,
      { title: 'Marmalade' },
      { headers: { 'if-match': `${version}` } },
    );
    expect(await find('marmalode')).toMatchObject({ total: 1, searchedFor: 'marmalade' });
    await content.call('DELETE', `/api/lessons/${id}`);
    expect(await find('marmalode')).toEqual({ success: true, data: [], total: 0 });
    expect(await suggest('marmalode')).toBeNull();
  });

  it.each([['qwertyuiop'], ['doctor'], ['xy'], ['😀'], ['...']])('%s has no other word', async (typed) => {
    expect(await suggest(typed)).toBeNull();
  });

  it('is not answered otherwise when its words exist, but not together or not within the filters', async () => {
    await lesson(freeId, { title: 'Horse', level: 'Advanced' });
    expect(await find('doctor horse')).toEqual({ success: true, data: [], total: 0 });
    expect(await find('doctor', 'app', '&level=Advanced')).toEqual({ success: true, data: [], total: 0 });
    expect(await find('docter', 'app', '&level=Advanced')).toEqual({ success: true, data: [], total: 0 });
  });

  it('is answered as it is typed when the caller wants that', async () => {
    expect(await find('docter', 'app', '&exact=true')).toEqual({ success: true, data: [], total: 0 });
  });

  it('pages through the lessons of the words that were meant', async () => {
    const { id } = await lesson(freeId, { title: 'Umbrella one' });
    const next = await lesson(freeId, { title: 'Umbrella two' });
    const path = '/api/v1/lessons?search=umbrela&limit=1';
    type Page = List & { nextCursor: string };
    const { body: first } = await content.call<Page>('GET', path, undefined, { as: 'app' });
    expect(first).toMatchObject({ data: [{ id: next.id }], total: 2, searchedFor: 'umbrella' });
    const { body: second } = await content.call<Page>(
      'GET',
      `${path}&cursor=${first.nextCursor}`,
      undefined,
      { as: 'app' },
    );
    expect(second).toMatchObject({ data: [{ id }], searchedFor: 'umbrella' });
  });
});

describe('the contents of a paid lesson', () => {
  it('are suggested to who may read them alone', async () => {
    const { id } = await lesson(paidId, { title: 'Animals', sections: [section('Zebra : សេះបង្កង់')] });
    expect(await find('zebrs')).toEqual({ success: true, data: [], total: 0 });
    expect(await suggest('zebrs')).toBe('zebra');
    const state = buildPurchaseState({ id: 1, mainLessonId: paidId });
    await publishEvents(content.service.nats, [buildEntityEvent(purchaseEvent, 1, 1, state)]);
    const [consumer] = content.service.consumers;
    expect(await consumer?.waitForVersion(purchaseEvent, 1, 1, 40_000)).toBe(true);
    expect(await find('zebrs', 'learner')).toMatchObject({ data: [{ id }], searchedFor: 'zebra' });
    expect(await find('zebrs')).toEqual({ success: true, data: [], total: 0 });
  });

  it('are suggested to nobody while the lesson is a draft', async () => {
    await lesson(freeId, { title: 'Giraffe', status: 'draft' });
    expect(await find('girafe')).toEqual({ success: true, data: [], total: 0 });
    expect(await suggest('girafe')).toBe('giraffe');
  });
});

it('stores a word that several saves bring at once', async () => {
  const { connection } = content.service;
  const letters = 'abcdefghij';
  const words = Array.from(
    { length: 300 },
    (_, n) => `rhino${[...String(n + 1_000)].map((digit) => letters.charAt(Number(digit))).join('')}`,
  );
  for (const word of words)
    await Promise.all(Array.from({ length: 8 }, () => storeWords(connection, [word])));
  const stored = connection.collection<{ _id: string }>('search_words');
  expect(await stored.countDocuments({ _id: { $in: words } })).toBe(words.length);
});

it('knows the words of items that were saved before there was a dictionary', async () => {
  const { connection } = content.service;
  const lessons = connection.collection<{ _id: number }>('lessons');
  const row = { title: 'Elephant', description: '', sections: [], ...searchFields(['Elephant']) };
  await lessons.insertOne({ _id: 9_999, ...row });
  expect(await suggest('elefant')).toBeNull();
  await searchWords.up(connection, content.service.config);
  expect(await suggest('elefant')).toBe('elephant');
  await lessons.deleteOne({ _id: 9_999 });
});

it('reads a bounded number of keys, however many words are wrong', async () => {
  const words = Array.from(
    { length: 3_000 },
    (_, n) => `fe${n.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'.charAt(Number(digit)))}ver`,
  );
  await storeWords(content.service.connection, words);
  const profile = await createQueryProfiler(content.service.connection, ['search_words', 'lessons']);
  const reads = await profile.captureReads(() => suggest('docter fevr heed wat when ich bin aber'));
  await profile.stop();
  expect(reads.filter(isScanOrSort)).toEqual([]);
  expect(reads.length).toBeLessThanOrEqual(16);
  expect(reads.reduce((sum, { docsExamined = 0 }) => sum + docsExamined, 0)).toBeLessThanOrEqual(3_100);
});
