import type { Lesson, LessonSummary } from '@khmer-learning/contracts';
import { startContent, type TestContent } from '../../content.test-kit.ts';
import { positions } from '../../migrations/0001-positions.ts';
import type { StoredLesson } from '../model/lesson.model.ts';

let content: TestContent;
/** A second instance of the service, on the same database. */
let second: TestContent;
let lessonTypeId: number;

beforeAll(async () => {
  content = await startContent();
  second = await startContent({ share: content });
  lessonTypeId = (await content.createLessonType()).id;
});
afterAll(async () => {
  await second.close();
  await content.close();
});

const stored = () => content.service.connection.collection<StoredLesson>('lessons');

async function mainLessonWith(count: number): Promise<{ mainLessonId: number; ids: number[] }> {
  const mainLessonId = (await content.createMainLesson({ status: 'published' })).id;
  const ids: number[] = [];
  for (let n = 0; n < count; n += 1)
    ids.push((await content.createLesson({ mainLessonId, lessonTypeId, status: 'published' })).id);
  return { mainLessonId, ids };
}

const details = async (mainLessonId: number) =>
  (await content.call<LessonSummary[]>('GET', `/api/main-lessons-details/${mainLessonId}`)).body;
const orderOf = async (mainLessonId: number) => (await details(mainLessonId)).map(({ id }) => id);
const move = (id: number, afterId: unknown, headers: Record<string, string> = {}) =>
  content.call<LessonSummary>('PATCH', `/api/lessons/${id}/position`, { afterId }, { headers });

/** The list after moving one item right after another, or to the front. */
function moved(list: readonly number[], id: number, afterId: number | null): number[] {
  const others = list.filter((other) => other !== id);
  others.splice(afterId === null ? 0 : others.indexOf(afterId) + 1, 0, id);
  return others;
}

describe('the order of lessons in their main lesson', () => {
  it('is the order of creation until a lesson is moved', async () => {
    const { mainLessonId, ids } = await mainLessonWith(4);
    expect(await orderOf(mainLessonId)).toEqual(ids);
    let expected = ids;
    for (const [from, after] of [
      [3, 0],
      [0, 2],
      [1, null],
      [2, 0],
    ] as const) {
      const id = ids[from] ?? 0;
      const afterId = after === null ? null : (ids[after] ?? 0);
      expect((await move(id, afterId)).status).toBe(200);
      expected = moved(expected, id, afterId);
      expect(await orderOf(mainLessonId)).toEqual(expected);
    }
    const { id } = await content.createLesson({ mainLessonId, lessonTypeId });
    expect(await orderOf(mainLessonId)).toEqual([...expected, id]);
  });

  it('changes only the position of a moved lesson, and emits its new version', async () => {
    const { ids } = await mainLessonWith(3);
    const [first = 0, , last = 0] = ids;
    const before = (await content.call<Lesson>('GET', `/api/lessons/${last}`)).body;
    const { status, body, headers } = await move(last, first);
    expect(status).toBe(200);
    const { sections, ...summary } = before;
    const position = first + 0.5;
    expect(body).toEqual({ ...summary, position, version: 2, updatedAt: expect.any(String) });
    expect(headers['x-event']).toBe(`lesson.${last}@2`);
    expect((await content.waitForEvent('lesson', last, 2)).state).toMatchObject({ position, sections });
  });

  it('is used by the pages of the console and by apps', async () => {
    const { mainLessonId, ids } = await mainLessonWith(4);
    const [a = 0, b = 0, c = 0, d = 0] = ids;
    await move(d, null);
    await move(a, c);
    const expected = [d, b, c, a];
    const idsAt = async (path: string) =>
      (await content.call<{ data: { id: number }[] }>('GET', path, undefined, { as: 'app' })).body.data.map(
        ({ id }) => id,
      );
    expect(await idsAt(`/api/v1/main-lessons/${mainLessonId}/lessons`)).toEqual(expected);
    expect(await idsAt(`/api/v1/main-lessons/${mainLessonId}/lessons?limit=2&offset=1`)).toEqual([b, c]);
    expect(await idsAt(`/api/v1/lessons?mainLessonId=${mainLessonId}&level=beginner`)).toEqual(expected);
    const page = `/api/main-lessons-details/${mainLessonId}?limit=2&offset=2`;
    expect((await content.call<LessonSummary[]>('GET', page)).body.map(({ id }) => id)).toEqual([c, a]);
    const newest = await content.call<{ lessons: Lesson[] }>(
      'GET',
      `/api/lessons?mainLessonId=${mainLessonId}`,
    );
    expect(newest.body.lessons.map(({ id }) => id)).toEqual([d, c, b, a]);
  });

  it('puts a lesson from another main lesson last', async () => {
    const from = await mainLessonWith(1);
    const to = await mainLessonWith(2);
    const [comes = 0] = from.ids;
    await content.call('PATCH', `/api/lessons/${comes}`, { mainLessonId: to.mainLessonId });
    const { id } = await content.createLesson({ mainLessonId: to.mainLessonId, lessonTypeId });
    expect(await orderOf(to.mainLessonId)).toEqual([...to.ids, comes, id]);
    await move(to.ids[0] ?? 0, id);
    const another = await content.createLesson({ mainLessonId: to.mainLessonId, lessonTypeId });
    expect(await orderOf(to.mainLessonId)).toEqual([to.ids[1], comes, id, to.ids[0], another.id]);
  });

  it('shifts siblings when no number is left between two, and emits an event for each', async () => {
    const { mainLessonId, ids } = await mainLessonWith(12);
    const [first = 0, second = 0] = ids;
    const [{ position = 0 } = {}] = await details(mainLessonId);
    // Only a few numbers are left between the first two.
    await stored().updateOne({ _id: second }, { $set: { position: position * (1 + 2 ** -49) } });
    let expected = ids;
    for (let round = 0; round < 10; round += 1) {
      const id = expected[2] ?? 0;
      expect((await move(id, first)).status).toBe(200);
      expected = moved(expected, id, first);
      expect(await orderOf(mainLessonId)).toEqual(expected);
    }
    const rows = await details(mainLessonId);
    expect(new Set(rows.map(({ position }) => position)).size).toBe(12);
    const shifted = rows.filter(({ id }) => id !== expected[1] && id !== expected[2]);
    expect(shifted.some(({ version }) => version > 1)).toBe(true);
    for (const { id, version, position } of rows)
      expect((await content.waitForEvent('lesson', id, version)).state).toMatchObject({ position });
  });

  it('separates lessons that have the same position', async () => {
    const { mainLessonId, ids } = await mainLessonWith(5);
    const [a = 0, b = 0, c = 0, d = 0, e = 0] = ids;
    await stored().updateMany({ mainLessonId }, { $set: { position: 7 } });
    expect(await orderOf(mainLessonId)).toEqual(ids);
    await move(e, b);
    expect(await orderOf(mainLessonId)).toEqual([a, b, e, c, d]);
    await move(a, d);
    expect(await orderOf(mainLessonId)).toEqual([b, e, c, d, a]);
  });

  it('rejects an invalid target', async () => {
    const { ids } = await mainLessonWith(2);
    const other = await mainLessonWith(1);
    const [id = 0, sibling = 0] = ids;
    for (const afterId of [id, other.ids[0], 999_999])
      expect(await move(id, afterId)).toMatchObject({
        status: 400,
        body: { code: 'validation', issues: [{ path: 'afterId' }] },
      });
    for (const afterId of [undefined, 'first', 1.5, 0, { $gt: 0 }])
      expect(await move(id, afterId)).toMatchObject({
        status: 400,
        body: { message: 'afterId must be an id or null' },
      });
    expect(await move(999_999, null)).toMatchObject({ status: 404, body: { message: 'Lesson not found' } });
    expect(await move(id, sibling, { 'if-match': '"7"' })).toMatchObject({
      status: 409,
      body: { message: 'This lesson was changed by someone else' },
    });
    expect((await move(id, sibling, { 'if-match': '"1"' })).body).toMatchObject({ version: 2 });
  });

  it('stays consistent under concurrent moves', async () => {
    const { mainLessonId, ids } = await mainLessonWith(10);
    const any = () => ids[Math.floor(Math.random() * ids.length)] ?? 0;
    const moves = Array.from({ length: 20 }, (_, n) => {
      const id = any();
      const afterId = n % 5 === 0 ? null : any();
      const instance = n % 2 ? content : second;
      return instance.call('PATCH', `/api/lessons/${id}/position`, {
        afterId: afterId === id ? null : afterId,
      });
    });
    const created = content.createLesson({ mainLessonId, lessonTypeId });
    const answers = await Promise.all(moves);
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const rows = await details(mainLessonId);
    expect(rows.map(({ id }) => id).sort((a, b) => a - b)).toEqual([...ids, (await created).id]);
    expect(new Set(rows.map(({ position }) => position)).size).toBe(11);
    // A lesson that is there already is not moved.
    const emittedCount = answers.filter(({ headers }) => headers['x-event'] !== undefined).length;
    expect(rows.reduce((sum, { version }) => sum + version, 0)).toBeGreaterThanOrEqual(11 + emittedCount);
  });

  it('is the order of creation for lessons stored without a position', async () => {
    const { mainLessonId, ids } = await mainLessonWith(4);
    await stored().updateMany({ mainLessonId, _id: { $ne: ids[1] ?? 0 } }, { $unset: { position: 1 } });
    await positions.up(content.service.connection, content.service.config);
    expect(await orderOf(mainLessonId)).toEqual(ids);
    expect((await details(mainLessonId)).map(({ position, version }) => [position, version])).toEqual(
      ids.map((id) => [id, 1]),
    );
  });
});
