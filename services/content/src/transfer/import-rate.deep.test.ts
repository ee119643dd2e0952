import { createTransferClient, eventually } from '@khmer-learning/test-kit';
import { buildLessonBody, startContent, type TestContent } from '../content.test-kit.ts';

const count = 300;
/** The number of concurrent authors in the comparison. */
const authors = 16;
const words = Array.from({ length: 40 }, (_, n) => `Word ${n} [sound ${n}] : ពាក្យ${n}`).join('\n');
const sections = [{ title: 'Words', content: words }];

let content: TestContent;

beforeAll(async () => {
  content = await startContent();
  // Large enough for all commands of the test; by default, the profile keeps only the last of them.
  await content.service.connection.createCollection('system.profile', {
    capped: true,
    size: 64 * 1024 * 1024,
  });
});
afterAll(() => content.close());

/** The number of insert commands for lessons and events: two per transaction, which waits for the disk. */
async function insertsDuring(work: () => Promise<unknown>): Promise<number> {
  const { db } = content.service.connection;
  if (!db) throw new Error('Not connected');
  const ts = { $gte: new Date() };
  await db.command({ profile: 2 });
  await work();
  await db.command({ profile: 0 });
  const ns = { $in: ['lessons', 'outbox'].map((name) => `${db.databaseName}.${name}`) };
  return db.collection('system.profile').countDocuments({ ts, ns, op: 'insert' });
}

it('writes new lessons with fewer commands than saving as many concurrently', async () => {
  const main = await content.createMainLesson({ title: 'Here' });
  const type = await content.createLessonType({ title: 'Reading' });
  const transfers = createTransferClient(content.call);

  let next = 0;
  const saving = await insertsDuring(() =>
    Promise.all(
      Array.from({ length: authors }, async () => {
        while (next < count) {
          next += 1;
          const body = buildLessonBody({ mainLessonId: main.id, lessonTypeId: type.id, sections });
          // Calls that a busy machine rejects for lack of time are retried.
          await eventually(async () =>
            expect((await content.call('POST', '/api/lessons', body)).status).toBe(201),
          );
        }
      }),
    ),
  );

  const { mainLessonId: _main, lessonTypeId: _type, ...fields } = buildLessonBody({ sections });
  const lessons = Array.from({ length: count }, (_, n) => ({
    ...fields,
    title: `Lesson ${n}`,
    mainLesson: 'Here',
    lessonType: 'Reading',
  }));
  const file = JSON.stringify({
    format: 'khmer-learning/lessons',
    version: 1,
    mainLessons: [],
    lessonTypes: [],
    lessons,
  });
  const importing = await insertsDuring(async () =>
    expect(await transfers.importFile('lessons', file)).toMatchObject({ state: 'applied' }),
  );

  expect(await content.service.connection.collection('lessons').countDocuments()).toBe(2 * count);
  expect(importing).toBeLessThan(saving);
});
