import type { Lesson } from '@khmer-learning/contracts';
import { buildLessonBody, section, startContent, type TestContent } from '../content.test-kit.ts';

type List<T> = { success: true; data: T[]; total: number };
type One<T> = { success: true; data: T };
type Row = { id: number; locked: boolean; title: string };
type Course = { id: number; lessonCount: number; comingSoon: boolean; order: number };

let content: TestContent;
let free: number;
let paid: number;
let draft: number;
let lessonTypeId: number;

const read = async <T>(path: string) =>
  (await content.call<T>('GET', `/api/v1${path}`, undefined, { as: 'app' })).body;
const ids = async (path: string) => (await read<List<Row>>(path)).data.map(({ id }) => id);
const lesson = (mainLessonId: number, change: Record<string, unknown> = {}) =>
  content.createLesson({ mainLessonId, lessonTypeId, status: 'published', ...change });
const setStatus = (id: number, status: string) =>
  content.call('PATCH', `/api/main-lessons/${id}`, { status });

beforeAll(async () => {
  content = await startContent();
  free = (await content.createMainLesson({ status: 'published', title: 'Free' })).id;
  paid = (await content.createMainLesson({ status: 'published', title: 'Paid', free: false, price: 499 })).id;
  draft = (await content.createMainLesson({ title: 'Draft' })).id;
  lessonTypeId = (await content.createLessonType({ title: 'Vocabulary' })).id;
});
afterAll(() => content.close());

describe('/api/v1/main-lessons', () => {
  it('shows those that are published, in the order of the catalogue', async () => {
    const { data, total, success } = await read<List<Record<string, unknown>>>('/main-lessons');
    expect({ success, total }).toEqual({ success: true, total: 2 });
    expect(data.map(({ id }) => id)).toEqual([free, paid]);
    expect(data[1]).toEqual({
      id: paid,
      title: 'Paid',
      description: 'The first week',
      imageCoverUrl: '/uploads/cover.png',
      free: false,
      price: 499,
      isFree: false,
      hasAccess: false,
      thumbnailUrl: 'cover.png',
      lessonCount: 0,
      order: paid,
      comingSoon: true,
      createdAt: expect.any(String),
      updatedAt: expect.any(String),
    });
    expect(await ids('/main-lessons?limit=1&offset=1')).toEqual([paid]);
    expect((await read<One<Row>>(`/main-lessons/${free}`)).data.title).toBe('Free');
  });

  it('counts published lessons, and says of a main lesson without any that it is coming soon', async () => {
    const { id } = await content.createMainLesson({ status: 'published', title: 'Counted' });
    const shown = async () => {
      const one = (await read<One<Course>>(`/main-lessons/${id}`)).data;
      const listed = (await read<List<Course>>('/main-lessons')).data.find((row) => row.id === id);
      expect(listed).toEqual(one);
      return [one.lessonCount, one.comingSoon];
    };
    expect(await shown()).toEqual([0, true]);
    const unfinished = await lesson(id, { status: 'draft' });
    expect(await shown()).toEqual([0, true]);
    await lesson(id);
    await lesson(id, { level: 'Advanced' });
    expect(await shown()).toEqual([2, false]);
    await content.call('PATCH', `/api/lessons/${unfinished.id}`, { status: 'published' });
    expect(await shown()).toEqual([3, false]);
    await content.call('DELETE', `/api/main-lessons/${id}`);
  });

  it('has an order that sorts it as the catalogue does', async () => {
    const { id } = await content.createMainLesson({ status: 'published', title: 'Moved' });
    expect((await content.call('PATCH', `/api/main-lessons/${id}/position`, { afterId: free })).status).toBe(
      200,
    );
    const { data } = await read<List<Course>>('/main-lessons');
    expect(data.map((row) => row.id)).toEqual([free, id, paid]);
    const orders = data.map(({ order }) => order);
    expect(orders).toEqual([...orders].sort((one, other) => one - other));
    await content.call('DELETE', `/api/main-lessons/${id}`);
  });

  it('answers 404 for a draft', async () => {
    for (const path of [`/main-lessons/${draft}`, `/main-lessons/${draft}/lessons`, '/main-lessons/999999'])
      expect(await content.call('GET', `/api/v1${path}`, undefined, { as: 'app' })).toMatchObject({
        status: 404,
        body: { success: false, error: 'Main lesson not found' },
      });
  });
});

describe('/api/v1/lessons', () => {
  let open: Lesson;
  let locked: Lesson;
  let hidden: Lesson;
  let unfinished: Lesson;

  beforeAll(async () => {
    open = await lesson(free, { level: 'Advanced', sections: [{ ...section, html: '<b>x</b>' }] });
    locked = await lesson(paid);
    hidden = await lesson(draft);
    unfinished = await lesson(free, { status: 'draft' });
  });

  it('shows published lessons of published main lessons, without sections', async () => {
    const { data, total } = await read<List<Row>>('/lessons');
    expect(total).toBe(2);
    expect(data.map(({ id, locked }) => ({ id, locked }))).toEqual([
      { id: locked.id, locked: true },
      { id: open.id, locked: false },
    ]);
    expect(data[1]).toEqual({
      id: open.id,
      mainLessonId: free,
      lessonTypeId,
      lessonType: open.lessonType,
      title: open.title,
      description: open.description,
      level: 'Advanced',
      image: 'vocabulary',
      locked: false,
      createdAt: open.createdAt,
      updatedAt: open.updatedAt,
    });
  });

  it('is filtered and paged', async () => {
    expect(await ids('/lessons?level=advanced')).toEqual([open.id]);
    expect(await ids('/lessons/level/ADVANCED')).toEqual([open.id]);
    expect(await ids('/lessons/level/beginner?limit=5')).toEqual([locked.id]);
    expect(await ids('/lessons?type=vocabulary&limit=1&offset=1')).toEqual([open.id]);
    expect(await ids('/lessons?type=nothing')).toEqual([]);
    expect(await ids(`/lessons?mainLessonId=${paid}`)).toEqual([locked.id]);
    expect(await ids(`/lessons?mainLessonId=${draft}`)).toEqual([]);
    expect(await ids(`/main-lessons/${free}/lessons`)).toEqual([open.id]);
    expect((await read<List<Row>>('/lessons?limit=1')).total).toBe(2);
  });

  it('rejects invalid filters', async () => {
    for (const path of ['/lessons?limit=101', '/lessons?offset=-1', '/lessons/level/expert', '/lessons/x'])
      expect(await content.call('GET', `/api/v1${path}`, undefined, { as: 'app' })).toMatchObject({
        status: 400,
        body: { success: false, error: expect.any(String) },
      });
  });

  it('gives a lesson with its sections and their words', async () => {
    const { data } = await read<One<Lesson>>(`/lessons/${open.id}`);
    expect(data).toMatchObject({ id: open.id, locked: false });
    expect(data.sections).toEqual([
      {
        title: 'Key words',
        content: section.content,
        html: '<b>x</b>',
        items: [
          {
            ...{ english: 'Where?', phonemic: '[nouw-naa?]', khmer: 'នៅណា?' },
            recordings: { en: null, km: null },
          },
        ],
      },
    ]);
  });

  it('withholds the sections of lessons in a paid main lesson', async () => {
    expect((await read<One<Lesson>>(`/lessons/${locked.id}`)).data).toMatchObject({
      locked: true,
      sections: [],
    });
    await content.call('PATCH', `/api/main-lessons/${paid}`, { free: true });
    expect((await read<One<Lesson>>(`/lessons/${locked.id}`)).data).toMatchObject({ locked: false });
    await content.call('PATCH', `/api/main-lessons/${paid}`, { free: false, price: 499 });
    expect((await read<One<Lesson>>(`/lessons/${locked.id}`)).data.sections).toEqual([]);
  });

  it('refuses a locked lesson with a code to whoever asks for that, and no other', async () => {
    const get = (id: number, query: string) =>
      content.call('GET', `/api/v1/lessons/${id}${query}`, undefined, { as: 'app' });
    const error = 'This lesson belongs to a paid main lesson';
    expect(await get(locked.id, '?locked=403')).toMatchObject({
      status: 403,
      body: { success: false, error, message: error, code: 'locked' },
    });
    for (const query of ['', '?locked=', '?locked=true', '?other=403'])
      expect((await get(locked.id, query)).status).toBe(200);
    expect(await get(open.id, '?locked=403')).toMatchObject({ status: 200, body: { data: { id: open.id } } });
    expect((await get(hidden.id, '?locked=403')).status).toBe(404);
  });

  it('answers 404 for drafts and for lessons of draft main lessons', async () => {
    for (const id of [hidden.id, unfinished.id, 999_999])
      expect(await content.call('GET', `/api/v1/lessons/${id}`, undefined, { as: 'app' })).toMatchObject({
        status: 404,
        body: { success: false, error: 'Lesson not found' },
      });
  });

  it('follows the status of lesson and main lesson, and moves between main lessons', async () => {
    const { id } = await lesson(draft);
    const known = async () => (await ids('/lessons')).includes(id);
    expect(await known()).toBe(false);
    await setStatus(draft, 'published');
    expect(await known()).toBe(true);
    await content.call('PATCH', `/api/lessons/${id}`, { status: 'draft' });
    expect(await known()).toBe(false);
    await setStatus(draft, 'draft');
    await content.call('PATCH', `/api/lessons/${id}`, { status: 'published' });
    expect(await known()).toBe(false);
    await content.call('PATCH', `/api/lessons/${id}`, { mainLessonId: free });
    expect(await known()).toBe(true);
    const { body } = await content.call<Lesson>('GET', `/api/lessons/${id}`);
    // A change of visibility by the main lesson is not a change of the lesson itself.
    expect(body.version).toBe(4);
  });

  it('accepts only API keys, and the console endpoints only sessions', async () => {
    expect((await content.call('GET', '/api/v1/lessons')).status).toBe(401);
    expect(await content.call('GET', '/api/v1/lessons', undefined, { as: 'nobody' })).toMatchObject({
      status: 401,
      body: { success: false, error: 'Invalid or missing API key' },
    });
    expect((await content.call('GET', '/api/lessons', undefined, { as: 'app' })).status).toBe(401);
  });
});

describe('a main lesson whose status changes while lessons are written', () => {
  it('leaves every lesson with the right visibility', async () => {
    const target = (await content.createMainLesson({ status: 'published' })).id;
    const lessons = content.service.connection.collection('lessons');
    for (let round = 0; round < 10; round += 1) {
      const status = round % 2 === 0 ? 'draft' : 'published';
      const moving = await lesson(free);
      const turning = await lesson(target, { status: 'draft' });
      const writes = await Promise.all([
        lesson(target),
        content.call('PATCH', `/api/lessons/${moving.id}`, { mainLessonId: target }),
        setStatus(target, status),
        content.call('PATCH', `/api/lessons/${turning.id}`, { status: 'published' }),
        lesson(target),
        content.call('POST', '/api/lessons', buildLessonBody({ mainLessonId: target, lessonTypeId })),
      ]);
      expect(writes).toHaveLength(6);
      const wrong = status === 'draft' ? 'public' : 'hidden';
      expect(await lessons.countDocuments({ mainLessonId: target, visibility: wrong })).toBe(0);
    }
    expect(await ids(`/lessons?mainLessonId=${target}`)).toHaveLength(40);
  });
});
