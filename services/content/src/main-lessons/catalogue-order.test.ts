import type { MainLesson } from '@khmer-learning/contracts';
import { startContent, type TestContent } from '../content.test-kit.ts';
import { positions } from '../migrations/0001-positions.ts';
import type { StoredMainLesson } from './main-lesson.model.ts';

let content: TestContent;
/** A second instance of the service, on the same database. */
let second: TestContent;
let ids: number[];

beforeAll(async () => {
  content = await startContent();
  second = await startContent({ share: content });
});
afterAll(async () => {
  await second.close();
  await content.close();
});

const stored = () => content.service.connection.collection<StoredMainLesson>('main_lessons');

beforeEach(async () => {
  await stored().deleteMany({});
  ids = [];
  for (let n = 0; n < 5; n += 1)
    ids.push(
      (await content.createMainLesson({ title: `Course ${n}`, status: n % 2 ? 'draft' : 'published' })).id,
    );
});

const move = (id: number | undefined, afterId: unknown, headers: Record<string, string> = {}) =>
  content.call<MainLesson>('PATCH', `/api/main-lessons/${id}/position`, { afterId }, { headers });
const list = async (query: string) =>
  (await content.call<{ mainLessons: MainLesson[] }>('GET', `/api/main-lessons?${query}`)).body.mainLessons;
const orderOf = async (query = 'order=catalogue') => (await list(query)).map(({ id }) => id);

describe('the order of the catalogue', () => {
  it('is the order of creation until a main lesson is moved', async () => {
    const [a, b, c, d, e] = ids;
    expect(await orderOf()).toEqual(ids);
    const before = (await list('order=catalogue'))[4];
    const { status, body, headers } = await move(e, a);
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, position: (a ?? 0) + 0.5, version: 2, updatedAt: expect.any(String) });
    expect(headers['x-event']).toBe(`main-lesson.${e}@2`);
    expect((await content.waitForEvent('main-lesson', e ?? 0, 2)).state).toMatchObject({
      position: body.position,
    });
    expect(await orderOf()).toEqual([a, e, b, c, d]);
    await move(c, null);
    await move(a, d);
    expect(await orderOf()).toEqual([c, e, b, d, a]);
    expect(await orderOf('order=catalogue&limit=2&offset=1')).toEqual([e, b]);
    expect(await orderOf('order=catalogue&status=published')).toEqual([c, e, a]);
    expect(await orderOf('order=catalogue&search=course&limit=3')).toEqual([c, e, b]);
    expect(await orderOf('')).toEqual([e, d, c, b, a]);
    const { id } = await content.createMainLesson();
    expect(await orderOf()).toEqual([c, e, b, d, a, id]);
  });

  it('is the one that apps see', async () => {
    const [a, , c, , e] = ids;
    await move(e, null);
    const { body } = await content.call<{ data: MainLesson[] }>('GET', '/api/v1/main-lessons', undefined, {
      as: 'app',
    });
    expect(body.data.map(({ id }) => id)).toEqual([e, a, c]);
  });

  it('rejects an invalid target', async () => {
    for (const afterId of [ids[0], 999_999])
      expect(await move(ids[0], afterId)).toMatchObject({
        status: 400,
        body: { issues: [{ path: 'afterId' }] },
      });
    expect(await move(999_999, null)).toMatchObject({ status: 404 });
    expect(await move(ids[0], ids[1], { 'if-match': '"2"' })).toMatchObject({ status: 409 });
    expect(await content.call('GET', '/api/main-lessons?order=price')).toMatchObject({ status: 400 });
  });

  it('shifts siblings when no number is left', async () => {
    // Only a few numbers are left between the first two.
    const [{ position = 0 } = {}] = await list('order=catalogue');
    await stored().updateOne({ _id: ids[1] ?? 0 }, { $set: { position: position * (1 + 2 ** -49) } });
    for (let round = 0; round < 10; round += 1) {
      const order = await orderOf();
      expect((await move(order[2], order[0])).status).toBe(200);
      expect(await orderOf()).toEqual([order[0], order[2], order[1], ...order.slice(3)]);
    }
    for (const { id, version, position } of await list('order=catalogue'))
      expect((await content.waitForEvent('main-lesson', id, version)).state).toMatchObject({ position });
  });

  it('stays consistent under concurrent moves', async () => {
    const any = () => ids[Math.floor(Math.random() * ids.length)];
    const moves = Array.from({ length: 20 }, (_, n) => {
      const id = any();
      const afterId = any();
      const instance = n % 2 ? content : second;
      return instance.call('PATCH', `/api/main-lessons/${id}/position`, {
        afterId: afterId === id ? null : afterId,
      });
    });
    expect((await Promise.all(moves)).map(({ status }) => status)).toEqual(Array(20).fill(200));
    const rows = await list('order=catalogue');
    expect(rows.map(({ id }) => id).sort((a, b) => a - b)).toEqual(ids);
    expect(new Set(rows.map(({ position }) => position)).size).toBe(5);
  });

  it('is the order of creation for main lessons stored without a position', async () => {
    await stored().updateMany({ _id: { $ne: ids[2] ?? 0 } }, { $unset: { position: 1 } });
    await positions.up(content.service.connection, content.service.config);
    expect((await list('order=catalogue')).map(({ id, position }) => [id, position])).toEqual(
      ids.map((id) => [id, id]),
    );
  });
});
