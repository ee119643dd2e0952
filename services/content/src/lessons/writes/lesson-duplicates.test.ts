import type { Lesson, LessonSummary } from '@khmer-learning/contracts';
import { startContent, type TestContent } from '../../content.test-kit.ts';
import type { StoredLesson } from '../model/lesson.model.ts';

let content: TestContent;
let lessonTypeId: number;
let mainLessonId: number;

beforeAll(async () => {
  content = await startContent();
  lessonTypeId = (await content.createLessonType({ title: 'Vocabulary' })).id;
});
afterAll(() => content.close());
beforeEach(async () => {
  mainLessonId = (await content.createMainLesson({ status: 'published' })).id;
});

const lesson = (change: Record<string, unknown> = {}) =>
  content.createLesson({ mainLessonId, lessonTypeId, status: 'published', ...change });
const duplicate = (id: number) => content.call<Lesson>('POST', `/api/lessons/${id}/duplicate`);
const stored = (id: number) =>
  content.service.connection.collection<StoredLesson>('lessons').findOne({ _id: id });
const orderOf = async () =>
  (await content.call<LessonSummary[]>('GET', `/api/main-lessons-details/${mainLessonId}`)).body.map(
    ({ id }) => id,
  );

const sections = [
  { title: 'Key words', content: ' Where? [nouw-naa?] : នៅណា?\r\n\u200Bodd line', html: null, ops: null },
  {
    title: 'Talk',
    content: 'Hello',
    html: '<p>Hello <strong>ស្រី</strong></p>',
    ops: [{ insert: 'Hello ' }, { insert: 'ស្រី\n', attributes: { bold: true } }],
  },
];

describe('a duplicated lesson', () => {
  it('is an independent draft, right after the original', async () => {
    const original = await lesson({ sections, level: 'Advanced', image: 'market' });
    const next = await lesson();
    const { status, body, headers } = await duplicate(original.id);
    expect(status).toBe(201);
    expect(body).toEqual({
      ...original,
      id: next.id + 1,
      title: 'Asking the way (copy)',
      status: 'draft',
      position: original.id + 0.5,
      version: 1,
      createdAt: expect.any(String),
      updatedAt: body.createdAt,
    });
    expect(Date.parse(body.createdAt)).toBeGreaterThan(Date.parse(original.createdAt));
    expect(headers['x-event']).toBe(`lesson.${body.id}@1`);
    const event = await content.waitForEvent('lesson', body.id, 1);
    expect(event).toMatchObject({ actor: { id: 2, role: 'teacher' }, requestId: 'request-1' });
    const { lessonType: _type, version: _version, ...state } = body;
    expect(event.state).toEqual(state);
    expect(await orderOf()).toEqual([original.id, body.id, next.id]);
    expect((await content.call('GET', `/api/lessons/${original.id}`)).body).toEqual(original);
  });

  it('has byte-identical sections, whatever is stored', async () => {
    const { id } = await lesson();
    const odd = [{ ...sections[1], html: '<p onclick="x()">kept as stored', extra: 1 }];
    await content.service.connection
      .collection<{ _id: number }>('lessons')
      .updateOne({ _id: id }, { $set: { sections: odd } });
    const { body } = await duplicate(id);
    expect(JSON.stringify((await stored(body.id))?.sections)).toBe(JSON.stringify(odd));
  });

  it('is found by its own title', async () => {
    const { id } = await lesson({ title: 'Pagoda' });
    const { body } = await duplicate(id);
    const found = await content.call<{ lessons: Lesson[] }>('GET', '/api/lessons?search=pagoda copy&limit=5');
    expect(found.body.lessons.map((row) => row.id)).toEqual([body.id]);
  });

  it('has a title within the limit, truncated at a grapheme boundary', async () => {
    for (const [title, expected] of [
      ['a'.repeat(493), `${'a'.repeat(493)} (copy)`],
      ['a'.repeat(494), `${'a'.repeat(493)} (copy)`],
      [`${'a'.repeat(490)} bcdef`, `${'a'.repeat(490)} bc (copy)`],
      [`${'a'.repeat(492)}ស្រីស្រី`, `${'a'.repeat(492)} (copy)`],
      [`${'a'.repeat(492)}😀 smile`, `${'a'.repeat(492)} (copy)`],
    ] as const) {
      const { id } = await lesson({ title });
      const { body } = await duplicate(id);
      expect(body.title).toBe(expected);
      expect((await content.call('PATCH', `/api/lessons/${body.id}`, { title: body.title })).status).toBe(
        200,
      );
    }
  });

  it('can be made many times, even concurrently', async () => {
    const { id } = await lesson();
    const copies = await Promise.all(Array.from({ length: 8 }, () => duplicate(id)));
    expect(copies.map(({ status }) => status)).toEqual(Array(8).fill(201));
    const order = await orderOf();
    expect(order[0]).toBe(id);
    expect([...order].sort((a, b) => a - b)).toEqual(
      [id, ...copies.map(({ body }) => body.id)].sort((a, b) => a - b),
    );
  });

  it('needs an original', async () => {
    expect(await duplicate(999_999)).toMatchObject({ status: 404, body: { message: 'Lesson not found' } });
    const { id } = await lesson();
    await content.call('DELETE', `/api/main-lesson/${mainLessonId}`);
    expect((await duplicate(id)).status).toBe(404);
  });
});
