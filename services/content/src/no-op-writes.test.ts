import { findAuditRecords } from '@khmer-learning/test-kit';
import { section, startContent, type TestContent } from './content.test-kit.ts';

type Stored = { id: number; version: number };

let content: TestContent;
let mainLessonId: number;
let lessonTypeId: number;

beforeAll(async () => {
  content = await startContent();
  mainLessonId = (await content.createMainLesson({ status: 'published' })).id;
  lessonTypeId = (await content.createLessonType()).id;
});
afterAll(() => content.close());

/** Without the event that says that the service has filled the stream, which it publishes at its first start. */
const rows = () =>
  content.service.connection.collection('outbox').countDocuments({ subject: { $not: /\.republication\./ } });

describe('saving without a change', () => {
  it.each([
    ['a lesson', '/api/lessons', '/api/lessons'],
    ['a main lesson', '/api/main-lessons', '/api/main-lessons'],
    ['a lesson type', '/api/lesson-type', undefined],
  ] as const)('changes nothing of %s: no version, event or record', async (name, path, readAt) => {
    const make: Record<typeof name, () => Promise<Stored>> = {
      'a lesson': () =>
        content.createLesson({ mainLessonId, lessonTypeId, sections: [{ ...section, html: '<p>kept</p>' }] }),
      'a main lesson': () => content.createMainLesson({ free: false, price: 499 }),
      'a lesson type': () => content.createLessonType({ icon: 'a.svg', iconMode: 'file' }),
    };
    const before = await make[name]();
    const outboxRowsBefore = await rows();
    for (const patch of [{ ...before }, {}, { unknown: 1 }]) {
      const answer = await content.call<Stored>('PATCH', `${path}/${before.id}`, patch);
      expect(answer).toMatchObject({ status: 200, body: before });
      expect(answer.headers['x-event']).toBe(undefined);
    }
    const seen = await content.call('PATCH', `${path}/${before.id}`, { ...before }, seenVersion(0));
    expect(seen.status).toBe(409);
    expect(await rows()).toBe(outboxRowsBefore);
    if (readAt) expect((await content.call('GET', `${readAt}/${before.id}`)).body).toEqual(before);
  });

  it('compares the values as stored: a free main lesson without its price, and sanitised html', async () => {
    const free = await content.createMainLesson();
    const lesson = await content.createLesson({
      mainLessonId,
      lessonTypeId,
      sections: [{ ...section, html: 'a' }],
    });
    const outboxRowsBefore = await rows();
    await content.call('PATCH', `/api/main-lessons/${free.id}`, { free: true, price: 499 });
    const sections = [{ ...lesson.sections[0], html: 'a<script>alert(1)</script>' }];
    const { body } = await content.call<Stored>('PATCH', `/api/lessons/${lesson.id}`, { sections });
    expect(body.version).toBe(1);
    expect(await rows()).toBe(outboxRowsBefore);
  });

  it('records the one field that differs', async () => {
    const before = await content.createLesson({ mainLessonId, lessonTypeId });
    const { body, headers } = await content.call<Stored>('PATCH', `/api/lessons/${before.id}`, {
      ...before,
      level: 'Advanced',
    });
    expect(body.version).toBe(2);
    expect(headers['x-event']).toBe(`lesson.${before.id}@2`);
    expect(await findAuditRecords(content.service.connection)).toContainEqual(
      expect.objectContaining({ entity: 'lesson', entityId: String(before.id), fields: ['level'] }),
    );
  });
});

describe('moving something to its current position', () => {
  let parent: number;

  it.each([
    ['lessons', '/api/lessons', () => content.createLesson({ mainLessonId: parent, lessonTypeId })],
    ['main lessons', '/api/main-lessons', () => content.createMainLesson()],
  ] as const)('changes nothing: %s', async (_name, path, make) => {
    parent = (await content.createMainLesson()).id;
    const first = await make();
    const second = await make();
    const third = await make();
    const move = (id: number, afterId: number | null) =>
      content.call<Stored>('PATCH', `${path}/${id}/position`, { afterId });
    await move(first.id, null);
    await move(third.id, first.id);
    await move(second.id, third.id);
    const outboxRowsBefore = await rows();
    for (const [id, afterId] of [
      [first.id, null],
      [third.id, first.id],
      [second.id, third.id],
    ] as const) {
      const { status, headers } = await move(id, afterId);
      expect({ id, status, event: headers['x-event'] }).toEqual({ id, status: 200, event: undefined });
    }
    expect(await rows()).toBe(outboxRowsBefore);
    expect((await move(second.id, first.id)).headers['x-event']).toBeDefined();
  });
});

function seenVersion(version: number) {
  return { headers: { 'if-match': `"${version}"` } };
}
