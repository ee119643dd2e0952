import { streams } from '@khmer-learning/contracts';
import { eventually } from '@khmer-learning/test-kit';
import { prepareContent } from '../app.ts';
import { lessonBody, startContent, type TestContent } from '../content.test-kit.ts';
import type { StoredLesson } from './lesson.model.ts';

let content: TestContent;
/** The same service once more, on the same database. */
let second: TestContent;

beforeAll(async () => {
  content = await startContent();
  second = await startContent({ share: content });
});
afterAll(async () => {
  await second.close();
  await content.close();
});

const lessons = () => content.service.connection.collection<StoredLesson>('lessons');

let lastCopy = 1_000_000;

/** Stores copies of a lesson without going through the service. Gives the last one's id. */
async function storeCopies(id: number, count: number, change: Partial<StoredLesson> = {}): Promise<number> {
  const lesson = await lessons().findOne({ _id: id });
  if (!lesson) throw new Error(`No lesson ${id}`);
  const copies = Array.from({ length: count }, (_, index) => ({
    ...lesson,
    ...change,
    _id: lastCopy + 1 + index,
  }));
  lastCopy += count;
  await lessons().insertMany(copies);
  return lastCopy;
}

const parent = async () => ({
  mainLessonId: (await content.mainLesson({ status: 'published' })).id,
  lessonTypeId: (await content.lessonType()).id,
});

afterEach(() => lessons().deleteMany({}));

describe('a parent with hundreds of lessons', () => {
  it.each([
    ['main lesson', 'mainLessonId', '/api/main-lesson', 'main-lesson'],
    ['lesson type', 'lessonTypeId', '/api/lesson-type', 'lesson-type'],
  ] as const)('takes them all along: %s', async (_name, field, path, entity) => {
    const ids = await parent();
    const { id } = await content.lesson(ids);
    const last = await storeCopies(id, 600);
    const { body, headers } = await content.call('DELETE', `${path}/${ids[field]}`);
    expect(body).toMatchObject({ deleted: { lessons: 601 } });
    expect(headers['x-event']).toBe(`${entity}.${ids[field]}@2`);
    expect(await lessons().countDocuments()).toBe(0);
    await content.event(entity, ids[field], 2);
    expect(await content.event('lesson', last, 2)).toMatchObject({ type: 'deleted', state: null });
  });

  it('hides and shows them with its status, unchanged otherwise', async () => {
    const ids = await parent();
    const { id } = await content.lesson({ ...ids, status: 'published' });
    await storeCopies(id, 5_000);
    const started = performance.now();
    const answer = await content.call('PATCH', `/api/main-lessons/${ids.mainLessonId}`, { status: 'draft' });
    expect(answer.status).toBe(200);
    expect(performance.now() - started).toBeLessThan(3_000);
    expect(await lessons().countDocuments({ visibility: 'hidden', version: 1 })).toBe(5_001);
    await content.call('PATCH', `/api/main-lessons/${ids.mainLessonId}`, { status: 'published' });
    expect(await lessons().countDocuments({ visibility: 'public', version: 1 })).toBe(5_001);
  });
});

describe('a lesson type with large lessons whose title changes', () => {
  const large = [{ title: 'Long', content: 'word '.repeat(40_000), html: null, ops: null }];

  it('renames the image of them all', async () => {
    const ids = await parent();
    const { id } = await content.lesson(ids);
    const last = await storeCopies(id, 60, { sections: large });
    const { status } = await content.call('PATCH', `/api/lesson-type/${ids.lessonTypeId}`, {
      title: 'Renamed',
    });
    expect(status).toBe(200);
    expect(await lessons().countDocuments({ image: 'renamed', version: 2 })).toBe(61);
    expect((await content.event('lesson', last, 2)).state).toMatchObject({
      image: 'renamed',
      sections: large,
    });
  });

  it('goes on after a stop in the middle', async () => {
    const ids = await parent();
    const { id } = await content.lesson({ ...ids, image: 'left behind' });
    await content.service.connection
      .collection<{ _id: number; formerImage: string | null }>('lesson_types')
      .updateOne({ _id: ids.lessonTypeId }, { $set: { formerImage: 'left behind', title: 'Taken Up' } });
    await prepareContent(content.service);
    const { body } = await content.call('GET', `/api/lessons/${id}`);
    expect(body).toMatchObject({ image: 'taken up', version: 2 });
    const stored = await content.service.connection
      .collection<{ _id: number }>('lesson_types')
      .findOne({ _id: ids.lessonTypeId });
    expect(stored).toMatchObject({ formerImage: null });
  });
});

describe('lessons created while their parent is deleted', () => {
  it.each([
    ['main lesson', 'mainLessonId', '/api/main-lesson'],
    ['lesson type', 'lessonTypeId', '/api/lesson-type'],
  ] as const)('leave no orphan: %s', async (_name, field, path) => {
    for (let round = 0; round < 6; round += 1) {
      const ids = await parent();
      const created: Promise<{ status: number }>[] = [];
      const writers = [content, second].map(async (instance) => {
        for (let n = 0; n < 30; n += 1) {
          created.push(instance.call('POST', '/api/lessons', lessonBody(ids)));
          if (n % 5 === round % 5) await new Promise((resolve) => setImmediate(resolve));
        }
      });
      const moved = await content.lesson(await parent());
      const moving = second.call('PATCH', `/api/lessons/${moved.id}`, ids);
      const deleting = content.call('DELETE', `${path}/${ids[field]}`);
      await Promise.all(writers);
      const answers = await Promise.all([...created, moving]);
      expect((await deleting).status).toBe(200);
      expect(answers.filter(({ status }) => ![200, 201, 400].includes(status))).toEqual([]);
      expect(await lessons().countDocuments({ [field]: ids[field] })).toBe(0);
      expect((await content.call('POST', '/api/lessons', lessonBody(ids))).status).toBe(400);
    }
  });

  it('have each its tombstone in the stream when they were created before', async () => {
    const ids = await parent();
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, () =>
        content.call<{ id: number }>('POST', '/api/lessons', lessonBody(ids)),
      ),
      content.call<{ id: number }>('DELETE', `/api/main-lesson/${ids.mainLessonId}`),
      ...Array.from({ length: 20 }, () =>
        second.call<{ id: number }>('POST', '/api/lessons', lessonBody(ids)),
      ),
    ]);
    const stored = answers.filter(({ status }) => status === 201).map(({ body }) => body.id);
    for (const id of stored) expect(await content.event('lesson', id, 2)).toMatchObject({ type: 'deleted' });
  });
});

describe('two instances', () => {
  it('create lessons of one main lesson side by side', async () => {
    const ids = await parent();
    const answers = await Promise.all(
      Array.from({ length: 80 }, (_, n) =>
        (n % 2 ? content : second).call<{ id: number }>('POST', '/api/lessons', lessonBody(ids)),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(80).fill(201));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(80);
    expect(await lessons().countDocuments({ mainLessonId: ids.mainLessonId })).toBe(80);
  });

  it('see a changed lesson type at once', async () => {
    const ids = await parent();
    const { id } = await content.lesson(ids);
    await second.call('GET', `/api/lessons/${id}`);
    await content.call('PATCH', `/api/lesson-type/${ids.lessonTypeId}`, { icon: '🆕' });
    expect((await second.call('GET', `/api/lessons/${id}`)).body).toMatchObject({
      lessonType: { icon: '🆕' },
    });
  });

  it('publish every event once', async () => {
    const manager = await (await content.service.nats.connected()).jetstreamManager();
    await eventually(async () => expect(await content.service.relay.backlog()).toMatchObject({ depth: 0 }));
    const { state } = await manager.streams.info(streams.events, { subjects_filter: 'events.content.>' });
    expect(Object.values(state.subjects ?? {}).every((count) => count === 1)).toBe(true);
  });
});
