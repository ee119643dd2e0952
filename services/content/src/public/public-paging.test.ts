import { createQueryProfiler, isScanOrSort, summarizeCommand } from '@khmer-learning/test-kit';
import fc from 'fast-check';
import { startContent, type TestContent } from '../content.test-kit.ts';

type StoredLesson = { _id: number; level: string; position: number };
type List = { data: { id: number }[]; total: number; nextCursor?: string };

const lessonCount = 230;

let content: TestContent;
let mainLessonId: number;
let lessonTypeId: number;

/** A page of a list; throws unless it is answered. */
async function read(path: string): Promise<List> {
  const { status, body } = await content.call<List>('GET', `/api/v1${path}`, undefined, { as: 'app' });
  expect({ path, status }).toEqual({ path, status: 200 });
  return body;
}
const withQuery = (path: string, query: string) => `${path}${path.includes('?') ? '&' : '?'}${query}`;

/** The ids of all pages of a list, and what happens before each page but the first. */
async function readAll(
  path: string,
  limit: number | undefined,
  between: () => Promise<unknown> = async () => {},
) {
  const size = limit === undefined ? path : withQuery(path, `limit=${limit}`);
  const ids: number[] = [];
  let page = await read(size);
  for (;;) {
    expect(page.data.length).toBeLessThanOrEqual(limit ?? 100);
    ids.push(...page.data.map(({ id }) => id));
    if (page.nextCursor === undefined) return ids;
    await between();
    page = await read(withQuery(size, `cursor=${page.nextCursor}`));
  }
}

/** The lessons of the list as stored, in its order. */
async function storedIds(sort: Record<string, 1 | -1>, where: object = {}): Promise<number[]> {
  const rows = await content.service.connection
    .collection<StoredLesson>('lessons')
    .find({ visibility: 'public', ...where })
    .sort(sort)
    .toArray();
  return rows.map(({ _id }) => _id);
}

beforeAll(async () => {
  content = await startContent();
  mainLessonId = (await content.createMainLesson({ status: 'published', title: 'Long' })).id;
  lessonTypeId = (await content.createLessonType({ title: 'Vocabulary' })).id;
  const { id } = await content.createLesson({ mainLessonId, lessonTypeId, status: 'published' });
  const lessons = content.service.connection.collection<StoredLesson>('lessons');
  const lesson = await lessons.findOne({ _id: id });
  if (!lesson) throw new Error('No lesson');
  // Many positions are equal or fractions, as after moves.
  const copies = Array.from({ length: lessonCount - 1 }, (_, index) => ({
    ...lesson,
    _id: 1_000 + index,
    level: index % 3 === 0 ? 'Advanced' : 'Beginner',
    position: ((index * 7) % 20) - 9.125,
  }));
  await lessons.insertMany(copies);
});
afterAll(() => content.close());

const newest = { _id: -1 } as const;
const byPosition = { position: 1, _id: 1 } as const;
const lists = () =>
  [
    ['/lessons', newest, {}],
    ['/lessons?level=Beginner', newest, { level: 'Beginner' }],
    ['/lessons/level/Advanced', newest, { level: 'Advanced' }],
    ['/lessons?search=asking', newest, {}],
    [`/lessons?search=asking&mainLessonId=${mainLessonId}`, newest, {}],
    [`/lessons?mainLessonId=${mainLessonId}`, byPosition, {}],
    [`/main-lessons/${mainLessonId}/lessons`, byPosition, {}],
  ] as const;

it('gives 100 rows without a limit, with the total of all and a cursor', async () => {
  for (const [path, sort, where] of lists()) {
    const all = await storedIds(sort, where);
    const page = await read(path);
    expect({ path, ids: page.data.map(({ id }) => id) }).toEqual({ path, ids: all.slice(0, 100) });
    expect(page.total).toBe(all.length);
    expect(page.nextCursor === undefined).toBe(all.length <= 100);
    expect(await readAll(path, undefined)).toEqual(all);
  }
});

it('gives each row once, in order, whatever the size of the pages', async () => {
  const all = new Map<string, number[]>();
  for (const [path, sort, where] of lists()) all.set(path, await storedIds(sort, where));
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...all.keys()),
      fc.integer({ min: 11, max: 100 }),
      async (path, limit) => {
        expect(await readAll(path, limit)).toEqual(all.get(path));
      },
    ),
    { numRuns: depth(3, 15) },
  );
});

it('neither repeats nor moves rows when others are added between the pages', async () => {
  for (const [path, sort, where] of lists()) {
    const before = await storedIds(sort, where);
    const added: number[] = [];
    const ids = await readAll(path, 50, async () => {
      const { id } = await content.createLesson({ mainLessonId, lessonTypeId, status: 'published' });
      added.push(id);
    });
    expect({ path, ids: ids.filter((id) => !added.includes(id)) }).toEqual({ path, ids: before });
    expect(new Set(ids).size).toBe(ids.length);
  }
});

it('reads each page from an index, without sorting', async () => {
  const profile = await createQueryProfiler(content.service.connection, ['lessons', 'main_lessons']);
  const reads = await profile.captureReads(async () => {
    for (const [path] of lists()) await readAll(path, 50);
    await readAll('/main-lessons', 1);
  });
  expect(reads.length).toBeGreaterThan(0);
  expect(reads.filter(isScanOrSort).map(summarizeCommand)).toEqual([]);
  await profile.stop();
});

it('pages main lessons in the order of the catalogue', async () => {
  for (const title of ['Second', 'Third', 'Fourth'])
    await content.createMainLesson({ status: 'published', title });
  const { data } = await read('/main-lessons');
  expect(data).toHaveLength(4);
  for (const limit of [1, 2, 3, 4])
    expect(await readAll('/main-lessons', limit)).toEqual(data.map(({ id }) => id));
});

it('refuses a cursor of another list, and any other text', async () => {
  const { nextCursor } = await read('/lessons?limit=1');
  for (const path of [
    `/main-lessons?cursor=${nextCursor}`,
    `/lessons?mainLessonId=${mainLessonId}&cursor=${nextCursor}`,
    '/lessons?cursor=nonsense',
    '/lessons?cursor[$gt]=1',
    '/lessons?cursor=',
  ]) {
    const { status, body } = await content.call('GET', `/api/v1${path}`, undefined, { as: 'app' });
    // A parameter that the list does not have is ignored.
    if (path.includes('[')) expect(status).toBe(200);
    else expect([path, status, body]).toMatchObject([path, 400, { error: 'cursor is not valid' }]);
  }
});
