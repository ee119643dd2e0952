import type { MainLesson } from '@khmer-learning/contracts';
import { buildSortKey } from '@khmer-learning/khmer-text';
import { expectSortedPages } from '@khmer-learning/test-kit';
import { startContent, type TestContent } from '../content.test-kit.ts';

let content: TestContent;
const valid = { title: 'Travel', description: 'On the road', imageCover: 'cover.png' };

beforeAll(async () => {
  content = await startContent();
});
afterAll(() => content.close());

const change = (id: number, patch: Record<string, unknown>, headers: Record<string, string> = {}) =>
  content.call<MainLesson>('PATCH', `/api/main-lessons/${id}`, patch, { headers });

describe('a new main lesson', () => {
  it('is free and a draft by default, and has the URL of its cover', async () => {
    const { status, body, headers } = await content.call<MainLesson>('POST', '/api/main-lessons', valid);
    expect(status).toBe(201);
    expect(body).toEqual({
      ...valid,
      id: expect.any(Number),
      imageCoverUrl: '/uploads/cover.png',
      free: true,
      price: null,
      status: 'draft',
      position: body.id,
      version: 1,
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      updatedAt: body.createdAt,
    });
    expect(headers['x-event']).toBe(`main-lesson.${body.id}@1`);
    expect((await content.call('GET', `/api/main-lessons/${body.id}`)).body).toEqual(body);
  });

  it('has its whole state in the stream, with who wrote it', async () => {
    const { id, createdAt } = await content.createMainLesson({ ...valid, free: false, price: 999 });
    const event = await content.waitForEvent('main-lesson', id, 1);
    expect(event).toMatchObject({
      service: 'content',
      type: 'changed',
      actor: { id: 2, role: 'teacher' },
      requestId: 'request-1',
    });
    expect(event.state).toEqual({
      ...valid,
      id,
      free: false,
      price: 999,
      status: 'draft',
      position: id,
      createdAt,
      updatedAt: createdAt,
    });
  });

  it.each([
    [{ imageCover: '' }, 'imageCover', 'Image cover is required'],
    [{ imageCover: '../cover.png' }, 'imageCover', 'Image cover must be an uploaded file'],
    [{ title: '' }, 'title', 'Title is required'],
    [{ title: ' \u200B' }, 'title', 'Title is required'],
    [{ title: { $gt: '' } }, 'title', 'Title must be text'],
    [{ description: '' }, 'description', 'Description is required'],
    [{ free: false }, 'price', 'Price is required'],
    [{ free: false, price: 0 }, 'price', 'Price is required'],
    [{ free: false, price: 9.5 }, 'price', 'Price must be a whole number of cents'],
  ])('is refused with %j', async (wrong, path, message) => {
    const { status, body } = await content.call('POST', '/api/main-lessons', { ...valid, ...wrong });
    expect(status).toBe(400);
    expect(body).toMatchObject({ message, code: 'validation' });
    expect(body).toHaveProperty('issues.0', { path, message });
  });

  it('has no price when it is free, whatever was sent', async () => {
    expect(await content.createMainLesson({ free: true, price: 500 })).toMatchObject({
      free: true,
      price: null,
    });
  });

  it('keeps texts as they were typed', async () => {
    const title = '  ភាសា\u1781\u17C2\u17D2\u1798\u179A\u200B A&B <1>';
    expect(await content.createMainLesson({ title })).toMatchObject({ title });
  });

  it('ignores id, version and unknown fields in the body', async () => {
    const created = await content.createMainLesson({ id: 9_000, _id: 9_000, version: 7, role: 'admin' });
    expect(created).toMatchObject({ version: 1 });
    expect(created.id).toBeLessThan(9_000);
    expect(created).not.toHaveProperty('role');
  });
});

describe('a changed main lesson', () => {
  it('gets a new version and an event with the whole state', async () => {
    const before = await content.createMainLesson();
    const { status, body, headers } = await change(before.id, { title: 'Home' });
    expect(status).toBe(200);
    expect(body).toEqual({ ...before, title: 'Home', version: 2, updatedAt: body.updatedAt });
    expect(headers['x-event']).toBe(`main-lesson.${before.id}@2`);
    expect((await content.waitForEvent('main-lesson', before.id, 2)).state).toMatchObject({
      title: 'Home',
      description: before.description,
    });
  });

  it('needs a price when it becomes paid, in the same update or stored before', async () => {
    const { id } = await content.createMainLesson();
    const refused = await change(id, { free: false });
    expect(refused).toMatchObject({ status: 400, body: { issues: [{ path: 'price' }] } });
    expect(refused.body).toMatchObject({ message: 'Price is required' });
    expect((await change(id, { free: false, price: 250 })).body).toMatchObject({ free: false, price: 250 });
    expect((await change(id, { title: 'Dearer' })).body).toMatchObject({ free: false, price: 250 });
    expect((await change(id, { price: 0 })).status).toBe(400);
    expect((await change(id, { price: null })).status).toBe(400);
    expect((await change(id, { free: true, price: 99 })).body).toMatchObject({ free: true, price: null });
  });

  it('is rejected only with a stale version', async () => {
    const { id } = await content.createMainLesson();
    expect((await change(id, { title: 'A' }, { 'if-match': '"1"' })).status).toBe(200);
    const stale = await change(id, { title: 'B' }, { 'if-match': '"1"' });
    expect(stale).toMatchObject({
      status: 409,
      body: { message: 'This main lesson was changed by someone else' },
    });
    expect((await change(id, { title: 'C' })).body).toMatchObject({ title: 'C', version: 3 });
  });

  it('stays as it is when nothing is to be changed', async () => {
    const before = await content.createMainLesson();
    const { status, body } = await change(before.id, { version: 9, id: 5, role: 'admin' });
    expect({ status, body }).toEqual({ status: 200, body: before });
  });

  it('must exist', async () => {
    expect(await change(999_999, { title: 'A' })).toMatchObject({
      status: 404,
      body: { message: 'Main lesson not found' },
    });
    expect((await content.call('GET', '/api/main-lessons/999999')).status).toBe(404);
    expect((await content.call('GET', '/api/main-lessons/x')).status).toBe(400);
  });
});

describe('a deleted main lesson', () => {
  it.each(['main-lesson', 'main-lessons'])('is deleted with its lessons, by /api/%s', async (path) => {
    const { id: mainLessonId } = await content.createMainLesson();
    const { id: lessonTypeId } = await content.createLessonType();
    const lessons = [
      await content.createLesson({ mainLessonId, lessonTypeId }),
      await content.createLesson({ mainLessonId, lessonTypeId }),
    ];
    const { id: other } = await content.createMainLesson();
    const unaffected = await content.createLesson({ mainLessonId: other, lessonTypeId });

    const { status, body, headers } = await content.call('DELETE', `/api/${path}/${mainLessonId}`);
    expect({ status, body }).toEqual({
      status: 200,
      body: { message: 'Main Lesson deleted successfully', deleted: { lessons: 2 } },
    });
    expect(headers['x-event']).toBe(`main-lesson.${mainLessonId}@2`);
    expect(await content.waitForEvent('main-lesson', mainLessonId, 2)).toMatchObject({
      type: 'deleted',
      state: null,
    });
    for (const { id } of lessons) {
      expect(await content.waitForEvent('lesson', id, 2)).toMatchObject({ type: 'deleted', state: null });
      expect((await content.call('GET', `/api/lessons/${id}`)).status).toBe(404);
    }
    expect((await content.call('GET', `/api/lessons/${unaffected.id}`)).status).toBe(200);
    expect((await content.call('DELETE', `/api/${path}/${mainLessonId}`)).status).toBe(404);
  });
});

describe('the lists of main lessons', () => {
  type List = { mainLessons: MainLesson[]; total: number };
  const list = async (query: string) => {
    const { body } = await content.call<List>('GET', `/api/main-lessons${query}`);
    return { titles: body.mainLessons.map(({ title }) => title), total: body.total };
  };

  beforeAll(async () => {
    await content.service.connection.collection('main_lessons').deleteMany({});
    for (let n = 1; n <= 18; n += 1)
      await content.createMainLesson({ title: `Course ${n}`, status: n % 3 === 0 ? 'published' : 'draft' });
    await content.createMainLesson({ title: 'Market', description: 'ខ្ញុំចង់ទៅផ្សារ', status: 'published' });
  });

  it('are complete and newest first without limit and offset', async () => {
    const { titles, total } = await list('');
    expect(total).toBe(19);
    expect(titles.slice(0, 3)).toEqual(['Market', 'Course 18', 'Course 17']);
    expect(titles).toHaveLength(19);
  });

  it('are paged, 15 rows by default', async () => {
    expect(await list('?limit=2&offset=1')).toEqual({ titles: ['Course 18', 'Course 17'], total: 19 });
    expect((await list('?offset=0')).titles).toHaveLength(15);
    expect((await list('?limit=15&offset=15')).titles).toEqual([
      'Course 4',
      'Course 3',
      'Course 2',
      'Course 1',
    ]);
    expect(await list('?limit=5&offset=100')).toEqual({ titles: [], total: 19 });
  });

  it('are filtered before they are paged', async () => {
    expect(await list('?status=published&limit=2&offset=1')).toEqual({
      titles: ['Course 18', 'Course 15'],
      total: 7,
    });
    expect((await list('?status=all&limit=1')).total).toBe(19);
    expect(await list('?search=course 1&status=published&limit=3')).toEqual({
      titles: ['Course 18', 'Course 15', 'Course 12'],
      total: 3,
    });
  });

  it('are searched by title and description', async () => {
    expect((await list('?search=ទៅផ្សារ')).titles).toEqual(['Market']);
    expect((await list('?search=mark')).titles).toEqual(['Market']);
    expect((await list('?search=nothing')).total).toBe(0);
  });

  it('reject invalid pages', async () => {
    for (const query of ['limit=1000000', 'offset=-1', 'limit=0', 'limit=x', 'status=gone'])
      expect((await content.call('GET', `/api/main-lessons?${query}`)).status).toBe(400);
  });
});

it('has in the pages of each order what the whole list has', async () => {
  const titles = ['ខ', 'Trip 10', 'trip 2', 'ក្រុម', 'ការ', 'trip 2', 'Zoo'];
  for (const [n, title] of titles.entries())
    await content.createMainLesson({
      title,
      description: 'sortable',
      status: n % 2 ? 'published' : 'draft',
      ...(n % 3 ? { free: false, price: 100 * (n % 4) + 99 } : {}),
    });
  await expectSortedPages(
    async (query) => {
      const path = `/api/main-lessons?${query}`;
      return (await content.call<{ mainLessons: MainLesson[] }>('GET', path)).body.mainLessons;
    },
    {
      title: ({ title, id }) => [buildSortKey(title), id],
      status: ({ status, id }) => [status, -id],
      price: ({ price, id }) => [price, id],
      updatedAt: ({ updatedAt, id }) => [updatedAt, id],
    },
    ['', '&search=sortable', '&search=sortable&status=draft'],
  );
});
