import type { Lesson, LessonType } from '@khmer-learning/contracts';
import { startContent, type TestContent } from '../content.test-kit.ts';

let content: TestContent;

beforeAll(async () => {
  content = await startContent();
});
afterAll(() => content.close());

const create = (body: Record<string, unknown>) => content.call<LessonType>('POST', '/api/lesson-type', body);
const change = (id: number, patch: Record<string, unknown>, headers: Record<string, string> = {}) =>
  content.call<LessonType>('PATCH', `/api/lesson-type/${id}`, patch, { headers });

const reserved = '“All” is a reserved title. Choose a different one';

describe('a new lesson type', () => {
  it('has a text icon by default', async () => {
    const { status, body, headers } = await create({ icon: '🗣', title: 'Speaking' });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      title: 'Speaking',
      icon: '🗣',
      iconMode: 'raw',
      iconUrl: null,
      version: 1,
      createdAt: body.createdAt,
      updatedAt: body.createdAt,
    });
    expect(headers['x-event']).toBe(`lesson-type.${body.id}@1`);
    const { iconUrl: _iconUrl, version: _version, ...state } = body;
    expect((await content.waitForEvent('lesson-type', body.id, 1)).state).toEqual(state);
  });

  it('has the URL of its icon file', async () => {
    const { body } = await create({ icon: 'reading.svg', iconMode: 'file', title: 'Reading' });
    expect(body).toMatchObject({ icon: 'reading.svg', iconMode: 'file', iconUrl: '/uploads/reading.svg' });
  });

  it.each([
    [{ icon: '' }, 'icon', 'Icon is required'],
    [{ icon: undefined }, 'icon', 'Icon is required'],
    [{ icon: '📖', iconMode: 'file' }, 'icon', 'Icon must be an uploaded file'],
    [{ title: '' }, 'title', 'Title is required'],
    [{ title: { $ne: null } }, 'title', 'Title must be text'],
    [{ title: 'All' }, 'title', reserved],
    [{ title: ' ALL ' }, 'title', reserved],
    [{ title: 'a\u200Bll' }, 'title', reserved],
    [{ title: 'a\u00ADll\u200E' }, 'title', reserved],
    [{ title: '\u00AD\u200E\uFE0F' }, 'title', 'Title is required'],
  ])('is refused with %j', async (wrong, path, message) => {
    const { status, body } = await create({ icon: '📖', title: 'Wrong', ...wrong });
    expect(status).toBe(400);
    expect(body).toMatchObject({ message, issues: [{ path, message }] });
  });

  it.each([
    ['Grammar', 'GRAMMAR'],
    ['ភាសា\u1781\u17D2\u1798\u17C2\u179A', 'ភាសា\u1781\u17C2\u17D2\u1798\u179A'],
    ['ផ្សារ', 'ផ្សា\u200Bរ '],
    ['Caf\u00E9  talk', 'cafe\u0301 talk'],
    ['Jos\u00E9', 'Jose'],
    ['Def', 'Def\u200E'],
    ['Walking', 'Walk\u00ADing'],
    ['ប៊ិច', 'ប៉ិច'],
    ['ម្ដាយ', 'ម្តាយ'],
    ['មេរៀន ១០', 'មេរៀន 10'],
  ])('is refused when its title %j exists as %j', async (title, same) => {
    expect((await create({ icon: '1', title })).status).toBe(201);
    const { status, body } = await create({ icon: '2', title: same });
    expect({ status, body }).toMatchObject({
      status: 409,
      body: { message: 'A lesson type with this title already exists' },
    });
  });

  it('is created once by two concurrent requests', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => create({ icon: '1', title: 'At once' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409]);
  });
});

describe('a changed lesson type', () => {
  it('has a new version, and a unique title', async () => {
    const before = await content.createLessonType({ title: 'Listening' });
    await content.createLessonType({ title: 'Watching' });
    const { body } = await change(before.id, { title: 'LISTENING', icon: '👂' });
    expect(body).toMatchObject({ title: 'LISTENING', icon: '👂', version: 2 });
    expect((await change(before.id, { title: 'watching' })).status).toBe(409);
    expect((await content.waitForEvent('lesson-type', before.id, 2)).state).toMatchObject({
      title: 'LISTENING',
    });
  });

  it('cannot get the reserved title "all"; a stored one with it is found by id and can be renamed', async () => {
    const { id: mainLessonId } = await content.createMainLesson();
    const { id } = await content.createLessonType();
    expect(await change(id, { title: 'ALL' })).toMatchObject({ status: 400, body: { message: reserved } });
    const types = content.service.connection.collection<{ _id: number }>('lesson_types');
    await types.updateOne({ _id: id }, { $set: { title: 'All', titleKey: 'all' } });
    const lesson = await content.createLesson({ mainLessonId, lessonTypeId: id });
    const { body } = await content.call<{ lessons: Lesson[] }>('GET', `/api/lessons?lessonTypeId=${id}`);
    expect(body.lessons.map((it) => it.id)).toEqual([lesson.id]);
    expect((await change(id, { icon: '🗂' })).body).toMatchObject({ title: 'All', icon: '🗂' });
    expect((await change(id, { title: 'Everything' })).body).toMatchObject({ title: 'Everything' });
  });

  it('needs an icon file in file mode, in the same update or stored before', async () => {
    const { id } = await content.createLessonType();
    expect(await change(id, { iconMode: 'file' })).toMatchObject({
      status: 400,
      body: { message: 'Icon must be an uploaded file', issues: [{ path: 'icon' }] },
    });
    expect((await change(id, { iconMode: 'file', icon: 'a.png' })).body.iconUrl).toBe('/uploads/a.png');
    expect((await change(id, { icon: '📖' })).status).toBe(400);
  });

  it('is rejected with a stale version', async () => {
    const { id } = await content.createLessonType();
    await change(id, { icon: '1' });
    expect(await change(id, { icon: '2' }, { 'if-match': '"1"' })).toMatchObject({
      status: 409,
      body: { message: 'This lesson type was changed by someone else' },
    });
  });

  it('gives its lessons the image of its new title', async () => {
    const { id: mainLessonId } = await content.createMainLesson();
    const { id: lessonTypeId } = await content.createLessonType({ title: 'Old Name' });
    const lesson = await content.createLesson({ mainLessonId, lessonTypeId });
    const own = await content.createLesson({ mainLessonId, lessonTypeId, image: 'a picture' });
    expect(lesson.image).toBe('old name');

    const { headers } = await change(lessonTypeId, { title: 'New Name' });
    expect(headers['x-event']).toBe(`lesson-type.${lessonTypeId}@2`);
    const renamed = await content.call<Lesson>('GET', `/api/lessons/${lesson.id}`);
    expect(renamed.body).toMatchObject({ image: 'new name', version: 2, lessonType: { title: 'New Name' } });
    expect((await content.waitForEvent('lesson', lesson.id, 2)).state).toMatchObject({
      image: 'new name',
      title: lesson.title,
      sections: lesson.sections,
    });
    const unaffected = await content.call<Lesson>('GET', `/api/lessons/${own.id}`);
    expect(unaffected.body).toMatchObject({ image: 'a picture', version: 1 });
  });

  it('must exist', async () => {
    for (const answer of [
      await change(999_999, { title: 'A' }),
      await content.call('GET', '/api/lesson-type/999999'),
      await content.call('DELETE', '/api/lesson-type/999999'),
    ])
      expect(answer).toMatchObject({ status: 404, body: { message: 'Lesson type not found' } });
  });
});

describe('a deleted lesson type', () => {
  it('is deleted with its lessons', async () => {
    const { id: mainLessonId } = await content.createMainLesson();
    const { id: lessonTypeId } = await content.createLessonType();
    const lesson = await content.createLesson({ mainLessonId, lessonTypeId });
    const { body, headers } = await content.call('DELETE', `/api/lesson-type/${lessonTypeId}`);
    expect(body).toEqual({ message: 'Lesson type deleted successfully', deleted: { lessons: 1 } });
    expect(headers['x-event']).toBe(`lesson-type.${lessonTypeId}@2`);
    expect(await content.waitForEvent('lesson', lesson.id, 2)).toMatchObject({
      type: 'deleted',
      state: null,
    });
    expect(await content.waitForEvent('lesson-type', lessonTypeId, 2)).toMatchObject({ type: 'deleted' });
  });
});

describe('the list of lesson types', () => {
  beforeAll(async () => {
    await content.service.connection.collection('lesson_types').deleteMany({});
    for (const title of ['Greetings', 'Market', 'ខ្ញុំចង់ទៅផ្សារ']) await content.createLessonType({ title });
  });

  it.each([
    ['', ['ខ្ញុំចង់ទៅផ្សារ', 'Market', 'Greetings']],
    ['?search=greet', ['Greetings']],
    ['?search=ផ្សារ', ['ខ្ញុំចង់ទៅផ្សារ']],
    ['?search=eeting', []],
  ])('answers %j with %j, newest first', async (query, titles) => {
    const { body } = await content.call<LessonType[]>('GET', `/api/lesson-type${query}`);
    expect(body.map(({ title }) => title)).toEqual(titles);
  });

  it('answers an id with the lessons of that type', async () => {
    const { id: mainLessonId } = await content.createMainLesson();
    const { id: lessonTypeId } = await content.createLessonType();
    const [first, second] = [
      await content.createLesson({ mainLessonId, lessonTypeId }),
      await content.createLesson({ mainLessonId, lessonTypeId }),
    ];
    const { body } = await content.call<Lesson[]>('GET', `/api/lesson-type/${lessonTypeId}`);
    expect(body.map(({ id }) => id)).toEqual([second.id, first.id]);
    expect(body[0]).not.toHaveProperty('sections');
    const page = await content.call<Lesson[]>('GET', `/api/lesson-type/${lessonTypeId}?limit=1&offset=1`);
    expect(page.body.map(({ id }) => id)).toEqual([first.id]);
  });
});
