import { join } from 'node:path';
import {
  headerNames,
  type Import,
  type Lesson,
  type LessonType,
  type MainLesson,
  type Principal,
} from '@khmer-learning/contracts';
import { createInternalTokenSigner, localInternalPrivateKey } from '@khmer-learning/service-kit';
import {
  createTransferClient,
  eventually,
  multipartBody,
  multipartContentType,
  type NodeProcess,
  runServer,
  type TransferClient,
} from '@khmer-learning/test-kit';
import { section, startContent, type TestContent } from '../content.test-kit.ts';

let content: TestContent;
let transfers: TransferClient;
let main: MainLesson;
let type: LessonType;

beforeAll(async () => {
  content = await startContent();
  transfers = createTransferClient(content.call);
});
afterAll(() => content.close());
beforeEach(async () => {
  for (const name of ['lessons', 'main_lessons', 'lesson_types'])
    await content.service.connection.collection(name).deleteMany({});
  main = await content.createMainLesson({ title: 'Here' });
  type = await content.createLessonType({ title: 'Reading' });
});

/** Enough words that a few dozen lessons fill a transaction. */
const long = Array.from({ length: 60 }, (_, word) => `Word${word} [sound${word}] : ពាក្យ${word}`).join('\n');

function newLessons(count: number, change: Record<string, unknown> = {}): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, index) => ({
    mainLesson: 'Here',
    lessonType: 'Reading',
    title: `Lesson ${index}`,
    description: 'One of many',
    level: 'Beginner',
    sections: [{ title: 'Words', content: long }],
    ...change,
  }));
}

const fileOf = (lessons: readonly object[], mainLessons: readonly object[] = []) =>
  JSON.stringify({ format: 'khmer-learning/lessons', version: 1, mainLessons, lessonTypes: [], lessons });

const titles = async () => (await lessonRows()).map(({ title }) => title);
const lessonRows = () =>
  content.service.connection.collection<Lesson>('lessons').find().sort({ _id: 1 }).toArray();

/** A stored lesson, and the change that a file makes to it. */
async function storedLesson(): Promise<{ lesson: Lesson; changed: Record<string, unknown> }> {
  const lesson = await content.createLesson({
    mainLessonId: main.id,
    lessonTypeId: type.id,
    title: 'Stored',
    sections: [section],
  });
  const { id, createdAt } = lesson;
  return { lesson, changed: { ...newLessons(1)[0], id, createdAt, title: 'Changed' } };
}

const elsewhere = { title: 'Elsewhere', description: 'New', imageCover: 'cover.png' };

it('rolls back everything it wrote when a parent was deleted since the check', async () => {
  const { lesson, changed } = await storedLesson();
  const { id: goingId } = await content.createMainLesson({ title: 'Going' });
  const lessons = [
    changed,
    ...newLessons(90, { mainLesson: 'Elsewhere' }),
    ...newLessons(1, { mainLesson: 'Going', title: 'Last' }),
  ];
  const { id, counts } = await transfers.uploadAndCheck('lessons', fileOf(lessons, [elsewhere]));
  expect(counts).toEqual({ create: 92, change: 1, unchanged: 0, refuse: 0 });
  await content.call('DELETE', `/api/main-lesson/${goingId}`);
  await content.call('POST', `/api/imports/${id}/apply`);

  const failed = await transfers.waitForState(id, ['failed']);
  expect(failed.problem).toMatch(
    /^Content has changed since the check\. Check the file again \(lesson "[^"]+": Main lesson not found\)$/,
  );
  const { body } = await content.call<Lesson>('GET', `/api/lessons/${lesson.id}`);
  const { version: _version, updatedAt: _at, ...before } = lesson;
  expect(body).toMatchObject({ ...before, version: 3 });
  expect(await titles()).toEqual(['Stored']);
  const { body: parents } = await content.call<{ mainLessons: MainLesson[] }>('GET', '/api/main-lessons');
  expect(parents.mainLessons.map(({ title }) => title)).toEqual(['Here']);
  expect(await content.call('POST', `/api/imports/${id}/apply`)).toMatchObject({ status: 409 });
});

it('does not overwrite a lesson that was changed since the check', async () => {
  const { lesson, changed } = await storedLesson();
  const { id } = await transfers.uploadAndCheck('lessons', fileOf([...newLessons(3), changed]));
  await content.call('PATCH', `/api/lessons/${lesson.id}`, { title: 'Mine' });
  await content.call('POST', `/api/imports/${id}/apply`);
  const { problem } = await transfers.waitForState(id, ['failed']);
  expect(problem).toContain('This lesson was changed by someone else');
  expect(await lessonRows()).toMatchObject([{ title: 'Mine', version: 2 }]);
});

it('rolls back many large lessons that it shortened, although the undo writes their former state', async () => {
  const large = [1, 2, 3].map((n) => ({ title: `Long ${n}`, content: 'word '.repeat(50_000) }));
  const stored: Lesson[] = [];
  const count = depth(4, 12);
  for (let n = 0; n < count; n += 1)
    stored.push(
      await content.createLesson({ mainLessonId: main.id, lessonTypeId: type.id, sections: large }),
    );
  const lessons = stored.map(({ id, createdAt }) => ({ ...newLessons(1)[0], id, createdAt }));
  const { id: goingId } = await content.createMainLesson({ title: 'Going' });
  const file = fileOf([...lessons, ...newLessons(1, { mainLesson: 'Going', title: 'Last' })]);
  const { id, counts } = await transfers.uploadAndCheck('lessons', file);
  expect(counts).toMatchObject({ change: count, create: 1, refuse: 0 });
  await content.call('DELETE', `/api/main-lesson/${goingId}`);
  await content.call('POST', `/api/imports/${id}/apply`);

  expect(await transfers.waitForState(id, ['failed'], 60_000)).toMatchObject({
    problem: expect.stringMatching(/^Content has changed since the check/),
  });
  expect(await lessonRows()).toMatchObject(stored.map(() => ({ version: 3, sections: large })));
});

it('keeps what others have changed or added meanwhile when it is rolled back, and reports that', async () => {
  const first = await storedLesson();
  const last = await storedLesson();
  const lessons = [first.changed, ...newLessons(250, { mainLesson: 'Elsewhere' }), last.changed];
  const { id } = await transfers.uploadAndCheck('lessons', fileOf(lessons, [elsewhere]));
  await content.call('PATCH', `/api/lessons/${last.lesson.id}`, { title: 'Mine' });
  // The import cannot come to the lesson that makes it fail before the others have written.
  const release = await content.holdRows('import_writes', { importId: id, title: 'Lesson 249' });
  await content.call('POST', `/api/imports/${id}/apply`);

  const parent = await eventually(async () => {
    const { body } = await content.call<{ mainLessons: MainLesson[] }>('GET', '/api/main-lessons');
    const found = body.mainLessons.find(({ title }) => title === 'Elsewhere');
    if (!found) throw new Error('Not yet');
    return found;
  });
  await content.createLesson({ mainLessonId: parent.id, lessonTypeId: type.id, title: 'A guest' });
  await eventually(async () => {
    const { body } = await content.call<Lesson>('GET', `/api/lessons/${first.lesson.id}`);
    expect(body.title).toBe('Changed');
  });
  await content.call('PATCH', `/api/lessons/${first.lesson.id}`, { title: 'Changed again' });
  await release();

  const { problem } = await transfers.waitForState(id, ['failed'], 50_000);
  expect(problem).toContain('main lesson "Elsewhere"');
  expect(problem).toContain('lesson "Changed"');
  expect((await titles()).sort()).toEqual(['A guest', 'Changed again', 'Mine']);
});

it('is applied once when two instances are called at the same time', async () => {
  const second = await startContent({ share: content });
  try {
    const { id } = await transfers.uploadAndCheck('lessons', fileOf(newLessons(120)));
    const answers = await Promise.all(
      [content, second, content, second].map(({ call }) => call<Import>('POST', `/api/imports/${id}/apply`)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await transfers.waitForState(id, ['applied', 'failed'])).toMatchObject({
      state: 'applied',
      progress: { done: 120, total: 120 },
    });
    expect(await titles()).toEqual(newLessons(120).map(({ title }) => title));
  } finally {
    await second.close();
  }
});

deep.describe('a service that is killed', () => {
  const server = join(import.meta.dirname, '../server.ts');
  const teacher: Principal = {
    kind: 'session',
    userId: 2,
    role: 'teacher',
    sessionId: 's-2',
    sessionExpiresAt: 4_102_444_800,
  };
  const count = 800;

  /** The service as a separate process; the instance in this process only observes. */
  async function start(): Promise<{
    run: NodeProcess;
    call: (method: string, path: string, body?: Buffer) => Promise<Import>;
  }> {
    const { MONGODB_URI, NATS_URL } = own.service.config;
    const run = await runServer('content', server, { env: { MONGODB_URI, NATS_URL } });
    const address = /"address":"(http:[^"]+)"/.exec(run.lines.join('\n'))?.[1];
    const sign = createInternalTokenSigner(localInternalPrivateKey);
    return {
      run,
      async call(method, path, body) {
        const token = sign({ audience: 'content', requestId: 'request-1', principal: teacher });
        const answer = await fetch(`${address}${path}`, {
          method,
          headers: {
            [headerNames.internalToken]: token,
            ...(body ? { 'content-type': multipartContentType } : {}),
          },
          ...(body ? { body } : {}),
        });
        return (await answer.json()) as Import;
      },
    };
  }

  let own: TestContent;
  beforeAll(async () => {
    own = await startContent();
    await own.createMainLesson({ title: 'Here' });
    await own.createLessonType({ title: 'Reading' });
    // From here on only the separate process works on imports.
    await own.app.close();
  });
  afterAll(() => own.close());

  it('in the middle of a check and of an apply resumes after its restart, and everything is stored once', async () => {
    let { run, call } = await start();
    const file = multipartBody({ name: 'lessons.json', content: fileOf(newLessons(count)) });
    const { id } = await call('POST', '/api/import/lessons', file);
    run.signal('SIGKILL');

    ({ run, call } = await start());
    const reached = (state: string) =>
      eventually(async () => expect((await call('GET', `/api/imports/${id}`)).state).toBe(state));
    await reached('checked');
    expect(await call('GET', `/api/imports/${id}`)).toMatchObject({ counts: { create: count, refuse: 0 } });

    // The import cannot end before the process is killed.
    const release = await own.holdRows('import_writes', { importId: id, title: `Lesson ${count - 1}` });
    await call('POST', `/api/imports/${id}/apply`);
    const lessons = own.service.connection.collection('lessons');
    await eventually(async () => expect(await lessons.countDocuments()).toBeGreaterThan(count / 10));
    run.signal('SIGKILL');
    expect(await lessons.countDocuments()).toBeLessThan(count);
    await release();

    ({ run, call } = await start());
    await reached('applied');
    expect(await lessons.countDocuments()).toBe(count);
    expect(await lessons.distinct('title')).toHaveLength(count);
    const events = own.service.connection.collection('outbox');
    expect(await events.countDocuments({ subject: /^events\.content\.lesson\./ })).toBe(count);
    run.signal('SIGKILL');
  });
});
