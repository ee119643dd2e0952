import { utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { lessonEvent, lessonTypeEvent, mainLessonEvent, StateOf } from '@khmer-learning/contracts';
import { createQueryProfiler, eventually, startTcpProxy, testNatsUrl } from '@khmer-learning/test-kit';
import { createImage, startMedia, type TestMedia } from '../media.fixture.ts';
import { createVoice, createWav } from '../recordings/sound.fixture.ts';

const dayMs = 24 * 60 * 60 * 1_000;
const at = '2026-01-01T00:00:00.000Z';

const mainLesson = (imageCover: string): StateOf<typeof mainLessonEvent> => ({
  id: 1,
  title: 'First Words',
  description: 'The first week',
  imageCover,
  free: true,
  price: null,
  status: 'published',
  createdAt: at,
  updatedAt: at,
});

const lessonType = (icon: string): StateOf<typeof lessonTypeEvent> => ({
  id: 1,
  title: 'Reading',
  icon,
  iconMode: 'file',
  createdAt: at,
  updatedAt: at,
});

const lesson = (html: string): StateOf<typeof lessonEvent> => ({
  id: 1,
  mainLessonId: 1,
  lessonTypeId: 1,
  title: 'Greetings',
  description: 'Say hello',
  level: 'Beginner',
  image: 'reading',
  sections: [{ title: 'Words', content: 'hello', html, ops: null }],
  status: 'draft',
  createdAt: at,
  updatedAt: at,
});

let today: number;
let media: TestMedia;
let png: Buffer;
beforeAll(async () => {
  png = await createImage('png', { width: 200, height: 100 });
});
beforeEach(async () => {
  today = Date.parse('2026-06-01T00:00:00Z');
  media = await startMedia({ now: () => new Date(today) });
});
afterEach(() => media.close());

/** Advances the clock by some days, then runs a garbage collection. */
async function advanceDays(days: number): Promise<void> {
  today += days * dayMs;
  await media.collectGarbage();
}

/** Collects until these files are left: a run deletes nothing if NATS tells it too late that all uses are known. */
async function expectLeft(...names: readonly string[]): Promise<void> {
  await eventually(async () => {
    await media.collectGarbage();
    expect(await media.listFilesOnDisk()).toEqual([...names].sort());
  });
}

const isServed = async (name: string) => (await media.fetchFile(name)).status === 200;

it('deletes an upload that has been unused for 90 days, with its thumbnails', async () => {
  const name = await media.uploadFile(png);
  await (await media.fetchFile(`${name}?w=64`)).text();
  await advanceDays(89.9);
  expect(await isServed(name)).toBe(true);
  await advanceDays(0.2);
  await expectLeft();
  expect(await media.files.countDocuments()).toBe(0);
  expect((await media.fetchFile(name)).status).toBe(404);
});

it('never removes a cover, an icon or a picture in a lesson while it is used', async () => {
  const [cover, icon, inHtml] = [
    await media.uploadFile(png),
    await media.uploadFile(png),
    await media.uploadFile(png),
  ];
  await media.publishEntityState({
    entity: 'main-lesson',
    entityId: '1',
    version: 1,
    state: mainLesson(cover),
  });
  await media.publishEntityState({
    entity: 'lesson-type',
    entityId: '1',
    version: 1,
    state: lessonType(icon),
  });
  await media.publishEntityState({
    entity: 'lesson',
    entityId: '1',
    version: 1,
    state: lesson(`<p><img src="/uploads/${inHtml}" /></p>`),
  });
  await advanceDays(400);
  expect(await media.listFilesOnDisk()).toEqual([cover, icon, inHtml].sort());
});

it('keeps the recordings of a lesson and of a quiz while they have them, and deletes them 90 days later', async () => {
  const wav = createWav(createVoice({ sampleRate: 8_000 }));
  const record = async () => (await media.sendRecording(wav)).body.data.filename;
  const [ofLesson, ofQuiz, replaced] = [await record(), await record(), await record()];
  const publish = async (version: number, lessonFiles: string[], quizFiles: string[]) => {
    const toRecordings = (files: string[]) =>
      files.map((file) => ({ language: 'en' as const, text: 'Water', file }));
    const section = { title: 'Words', content: 'x', html: null, ops: null };
    await media.publishEntityState({
      entity: 'lesson',
      entityId: '1',
      version,
      state: { ...lesson(''), sections: [{ ...section, recordings: toRecordings(lessonFiles) }] },
    });
    const question = { id: 1, question: 'Water', options: ['a', 'b'], correctAnswer: 'a' };
    const questions = [{ ...question, recordings: toRecordings(quizFiles) }];
    const quiz = { id: 1, lessonId: 1, title: 'T', description: 'D', status: 'draft', questions };
    await media.publishEntityState(
      { entity: 'quiz', entityId: '1', version, state: { ...quiz, createdAt: at, updatedAt: at } },
      'quizzes',
    );
  };
  await publish(1, [ofLesson, replaced], [ofQuiz]);
  await advanceDays(400);
  expect(await media.listFilesOnDisk()).toEqual([ofLesson, ofQuiz, replaced].sort());
  await publish(2, [ofLesson], [ofQuiz]);
  await advanceDays(90.1);
  await expectLeft(ofLesson, ofQuiz);
  await publish(3, [ofQuiz], []);
  await advanceDays(90.1);
  await expectLeft(ofQuiz);
});

it('keeps the pictures of a working copy until that ends', async () => {
  const [cover, inHtml] = [await media.uploadFile(png), await media.uploadFile(png)];
  const { id, ...contents } = lesson(`<p><img src="/uploads/${inHtml}" /></p>`);
  const [lessonCopy, mainLessonCopy] = ['lesson-working-copy', 'main-lesson-working-copy'];
  const common = { id, baseVersion: 1, savedAt: at };
  await media.publishEntityState({
    entity: lessonCopy,
    entityId: '1',
    version: 1,
    state: { ...common, contents },
  });
  await media.publishEntityState({
    entity: mainLessonCopy,
    entityId: '1',
    version: 1,
    state: { ...common, contents: { imageCover: cover } },
  });
  await advanceDays(400);
  expect(await media.listFilesOnDisk()).toEqual([cover, inHtml].sort());
  for (const entity of [lessonCopy, mainLessonCopy])
    await media.publishEntityState({ entity, entityId: '1', version: 2, state: null });
  await advanceDays(91);
  await expectLeft();
});

it('counts the 90 days from when the last use ends', async () => {
  const name = await media.uploadFile(png);
  await media.publishEntityState({
    entity: 'main-lesson',
    entityId: '1',
    version: 1,
    state: mainLesson(name),
  });
  await media.publishEntityState({
    entity: 'main-lesson',
    entityId: '2',
    version: 1,
    state: mainLesson(name),
  });
  await advanceDays(100);
  await media.publishEntityState({ entity: 'main-lesson', entityId: '1', version: 2, state: null });
  await advanceDays(100);
  expect(await isServed(name)).toBe(true);
  await media.publishEntityState({
    entity: 'main-lesson',
    entityId: '2',
    version: 2,
    state: mainLesson('other.png'),
  });
  await advanceDays(89.9);
  expect(await isServed(name)).toBe(true);
  await advanceDays(0.2);
  await expectLeft();
});

it('keeps a file that is used again in time', async () => {
  const name = await media.uploadFile(png);
  await media.publishEntityState({
    entity: 'main-lesson',
    entityId: '1',
    version: 1,
    state: mainLesson(name),
  });
  await media.publishEntityState({ entity: 'main-lesson', entityId: '1', version: 2, state: null });
  await advanceDays(80);
  await media.publishEntityState({
    entity: 'main-lesson',
    entityId: '2',
    version: 1,
    state: mainLesson(name),
  });
  await advanceDays(100);
  expect(await isServed(name)).toBe(true);
});

it('handles duplicate and late events', async () => {
  const name = await media.uploadFile(png);
  await media.publishEntityState({
    entity: 'lesson',
    entityId: '1',
    version: 2,
    state: lesson(`<img src="/uploads/${name}">`),
  });
  await media.publishEntityState({ entity: 'lesson', entityId: '1', version: 1, state: null });
  await advanceDays(100);
  expect(await isServed(name)).toBe(true);
});

describe('files put into the storage by other means', () => {
  beforeEach(async () => {
    const file = join(media.uploadsDir, 'cover-of-old.png');
    await writeFile(file, png);
    await utimes(file, 1_000, 1_000);
  });

  it('count from when they are first seen', async () => {
    await advanceDays(0);
    await advanceDays(89.9);
    expect(await isServed('cover-of-old.png')).toBe(true);
    await advanceDays(0.2);
    await expectLeft();
  });

  it.each([
    ['before', true],
    ['after', false],
  ])('are kept while something uses them, used %s they are seen', async (_when, usedFirst) => {
    const tell = () =>
      media.publishEntityState({
        entity: 'main-lesson',
        entityId: '1',
        version: 1,
        state: mainLesson('cover-of-old.png'),
      });
    if (usedFirst) await tell();
    await advanceDays(0);
    if (!usedFirst) await tell();
    await advanceDays(400);
    expect(await isServed('cover-of-old.png')).toBe(true);
    await media.publishEntityState({ entity: 'main-lesson', entityId: '1', version: 2, state: null });
    await advanceDays(90.1);
    await expectLeft();
  });
});

describe('deletes nothing while usages may be unknown', () => {
  it('because NATS is disconnected', async () => {
    const proxy = await startTcpProxy(await testNatsUrl());
    const distant = await startMedia({
      now: () => new Date(today),
      settings: { NATS_URL: `nats://127.0.0.1:${proxy.port}` },
    });
    try {
      const name = await distant.uploadFile(png);
      const [consumer] = distant.service.consumers;
      await eventually(() => expect(consumer?.hasCaughtUp()).toBe(true));
      proxy.cut();
      await eventually(() => expect(distant.service.nats.isConnected()).toBe(false));
      today += 120 * dayMs;
      await distant.collectGarbage();
      expect(await distant.listFilesOnDisk()).toEqual([name]);
    } finally {
      proxy.resume();
      await distant.close();
      await proxy.close();
    }
  });

  it('because an event is a dead letter', async () => {
    const name = await media.uploadFile(png);
    await media.publishEntityState({
      entity: 'main-lesson',
      entityId: '2',
      version: 1,
      state: mainLesson('other.png'),
    });
    const client = await media.service.nats.whenConnected();
    await client.jetstream().publish('events.content.main-lesson.1', '{}');
    await eventually(async () =>
      expect(await media.readMetric('dead_letter_events{durable="media-uses"')).toBe(1),
    );
    await advanceDays(100);
    expect(await media.listFilesOnDisk()).toEqual([name]);
  });
});

it('deletes what a killed process has left: a partial upload, and a thumbnail without its picture', async () => {
  const half = join(media.uploadsDir, '.incoming', 'half');
  await media.uploadFile(png);
  await writeFile(half, 'half a pic');
  await utimes(half, 1_000, 1_000);
  const name = await media.uploadFile(png);
  await (await media.fetchFile(`${name}?w=64`)).text();
  await media.files.deleteOne({ _id: name });
  await media.collectGarbage();
  expect((await media.listFilesOnDisk()).filter((file) => file.includes('half'))).toEqual([]);
  await advanceDays(90.1);
  await expectLeft();
});

it('measures the stored bytes', async () => {
  await media.uploadFile(png);
  await writeFile(join(media.uploadsDir, 'more.png'), png);
  await media.collectGarbage();
  expect(await media.readMetric('storage_bytes')).toBe(2 * png.length);
});

it('reads a limited number of the lessons that use a picture, and keeps the picture for the others', async () => {
  const [shared, own] = [await media.uploadFile(png), await media.uploadFile(png)];
  const { connection } = media.service;
  const uses = connection.collection<{ _id: string; names: string[] }>('uses');
  const others = Array.from({ length: 3_000 }, (_, n) => ({
    _id: `content.lesson.${1_000 + n}`,
    names: [shared],
  }));
  await uses.insertMany(others);
  const html = (...names: string[]) => names.map((name) => `<p><img src="/uploads/${name}" /></p>`).join('');
  const lessonOf = { entity: 'lesson', entityId: '1' } as const;
  await media.publishEntityState({ ...lessonOf, version: 1, state: lesson(html(shared, own)) });
  const profile = await createQueryProfiler(connection, ['uses']);
  const reads = await profile.captureReads(() =>
    media.publishEntityState({ ...lessonOf, version: 2, state: lesson('') }),
  );
  await profile.stop();
  const examined = reads.reduce((sum, { docsExamined = 0 }) => sum + docsExamined, 0);
  expect(examined).toBeGreaterThan(0);
  expect(examined).toBeLessThan(600);
  await advanceDays(100);
  await expectLeft(shared);
});
