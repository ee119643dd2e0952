import type { LessonSummary, MainLesson } from '@khmer-learning/contracts';
import { eventually } from '@khmer-learning/test-kit';
import { startContent, type TestContent } from '../content.test-kit.ts';

/** The fields of a stored lesson that these tests need. */
interface LessonRow {
  readonly _id: number;
  readonly title: string;
  readonly position: number;
  readonly sections: readonly unknown[];
}

let content: TestContent;
let lessonTypeId: number;
let original: MainLesson;

beforeAll(async () => {
  content = await startContent();
  lessonTypeId = (await content.createLessonType()).id;
});
afterAll(() => content.close());
beforeEach(async () => {
  original = await content.createMainLesson({
    title: 'Market',
    status: 'published',
    free: false,
    price: 499,
  });
});

const lessons = () => content.service.connection.collection<LessonRow>('lessons');
const duplications = () => content.service.connection.collection<{ _id: number }>('lesson_copying');
const lesson = (change: Record<string, unknown> = {}) =>
  content.createLesson({ mainLessonId: original.id, lessonTypeId, status: 'published', ...change });
const duplicate = (id: number) => content.call<MainLesson>('POST', `/api/main-lessons/${id}/duplicate`);
const details = async (id: number) =>
  (await content.call<LessonSummary[]>('GET', `/api/main-lessons-details/${id}`)).body;
const titlesOf = async (id: number) => (await details(id)).map(({ title }) => title);

/** Long enough for many batches with a pause after each. */
const waitOptions = { timeoutMs: 60_000 };

let lastCloneId = 1_000_000;

/** Stores copies of this lesson directly in the database, with positions of their own. */
async function insertClones(id: number, count: number, change: Partial<LessonRow> = {}): Promise<void> {
  const like = await lessons().findOne({ _id: id });
  if (!like) throw new Error(`No lesson ${id}`);
  const rows = Array.from({ length: count }, (_, n) => ({
    ...like,
    ...change,
    _id: lastCloneId + 1 + n,
    title: `Stored ${n}`,
    position: id + ((n * 7) % count) / count,
  }));
  lastCloneId += count;
  await lessons().insertMany(rows);
}

describe('a duplicated main lesson', () => {
  it('is an independent draft, right after the original', async () => {
    const next = await content.createMainLesson();
    const { status, body, headers } = await duplicate(original.id);
    expect(status).toBe(201);
    expect(body).toEqual({
      ...original,
      id: next.id + 1,
      title: 'Market (copy)',
      status: 'draft',
      position: original.id + 0.5,
      version: 1,
      createdAt: expect.any(String),
      updatedAt: body.createdAt,
    });
    expect(headers['x-event']).toBe(`main-lesson.${body.id}@1`);
    expect((await content.call('GET', `/api/main-lessons/${body.id}`)).body).toEqual(body);
    expect((await content.waitForEvent('main-lesson', body.id, 1)).state).toMatchObject({
      title: 'Market (copy)',
    });
    const { mainLessons } = (
      await content.call<{ mainLessons: MainLesson[] }>(
        'GET',
        '/api/main-lessons?order=catalogue&search=market',
      )
    ).body;
    expect(mainLessons.slice(-2).map(({ id }) => id)).toEqual([original.id, body.id]);
  });

  it('has copies of all lessons, as drafts, in their order', async () => {
    const [a, b, c] = [
      await lesson({ title: 'A' }),
      await lesson({ title: 'B' }),
      await lesson({ title: 'C' }),
    ];
    await content.call('PATCH', `/api/lessons/${c.id}/position`, { afterId: null });
    const { body } = await duplicate(original.id);
    const copies = await details(body.id);
    expect(copies.map(({ title }) => title)).toEqual(['C', 'A', 'B']);
    for (const copy of copies) {
      expect(copy).toMatchObject({ status: 'draft', version: 1, mainLessonId: body.id });
      expect([a.id, b.id, c.id]).not.toContain(copy.id);
      const event = await content.waitForEvent('lesson', copy.id, 1);
      expect(event).toMatchObject({
        actor: { id: 2 },
        state: { mainLessonId: body.id, sections: a.sections },
      });
    }
    const found = await content.call<{ total: number }>(
      'GET',
      `/api/lessons?mainLessonId=${body.id}&search=streets&limit=5`,
    );
    expect(found.body.total).toBe(3);
    const { id } = await lesson({ mainLessonId: body.id, title: 'New' });
    expect((await details(body.id)).at(-1)?.id).toBe(id);
    expect(await titlesOf(original.id)).toEqual(['C', 'A', 'B']);
  });

  it('gets the lessons of a large original in the background', async () => {
    const { id } = await lesson({ title: 'First' });
    await insertClones(id, 800);
    const expected = await titlesOf(original.id);
    const { status, body } = await duplicate(original.id);
    expect(status).toBe(201);
    await eventually(async () => expect(await duplications().countDocuments()).toBe(0), waitOptions);
    expect(await titlesOf(body.id)).toEqual(expected);
    expect(await lessons().countDocuments({ mainLessonId: body.id, visibility: 'draft' })).toBe(801);
    const last = (await details(body.id)).at(-1)?.id ?? 0;
    expect(await content.waitForEvent('lesson', last, 1)).toMatchObject({
      actor: { id: 2 },
      requestId: 'request-1',
    });
  });

  it('gets lessons that are together larger than the limit of a transaction', async () => {
    const { id } = await lesson();
    const sections = [{ title: 'Long', content: 'word '.repeat(50_000), html: null, ops: null }];
    await insertClones(id, 80, { sections });
    const { body } = await duplicate(original.id);
    await eventually(async () => expect(await duplications().countDocuments()).toBe(0), waitOptions);
    expect(await titlesOf(body.id)).toEqual(await titlesOf(original.id));
  });

  it('gets the rest after an interruption, each lesson once', async () => {
    const { id } = await lesson({ title: 'First' });
    const second = await lesson({ title: 'Second' });
    await insertClones(id, 300);
    const { body: target } = await duplicate((await content.createMainLesson()).id);
    await lesson({ mainLessonId: target.id, title: 'First' });
    await duplications().insertOne({
      _id: target.id,
      ...{ from: original.id, after: id, actor: null, requestId: null },
    });
    await eventually(async () => expect(await duplications().countDocuments()).toBe(0), waitOptions);
    const titles = await titlesOf(target.id);
    expect(titles).toHaveLength(302);
    expect(new Set(titles).size).toBe(302);
    expect(titles).toContain(second.title);
  });

  it('can be deleted while lessons are still being copied, and leaves no orphans', async () => {
    const { id } = await lesson();
    await insertClones(id, 900);
    const { body } = await duplicate(original.id);
    expect((await content.call('DELETE', `/api/main-lessons/${body.id}`)).status).toBe(200);
    await eventually(async () => expect(await duplications().countDocuments()).toBe(0), waitOptions);
    await eventually(
      async () => expect(await lessons().countDocuments({ mainLessonId: body.id })).toBe(0),
      waitOptions,
    );
    expect(await lessons().countDocuments({ mainLessonId: original.id })).toBe(901);
  });

  it('needs an original', async () => {
    expect(await duplicate(999_999)).toMatchObject({
      status: 404,
      body: { message: 'Main lesson not found' },
    });
  });
});
