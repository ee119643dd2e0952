import { join } from 'node:path';
import {
  type ContentRelease,
  contentReleaseMessages,
  headerNames,
  type Lesson,
  type Principal,
  type Quiz,
  type ReleasedItem,
} from '@khmer-learning/contracts';
import { createInternalTokenSigner, localInternalPrivateKey } from '@khmer-learning/service-kit';
import {
  dropDatabase,
  eventually,
  type NodeProcess,
  runServer,
  testServiceSettings,
} from '@khmer-learning/test-kit';
import fc from 'fast-check';
import { mongo } from 'mongoose';

/** Both services as processes of their own, which are killed at each step of a release. */
const servers = {
  content: join(import.meta.dirname, '../server.ts'),
  quizzes: join(import.meta.dirname, '../../../quizzes/src/server.ts'),
};
type Name = keyof typeof servers;

const sessionExpiresAt = 4_102_444_800;
const teacher = (userId: number): Principal => ({
  ...{ kind: 'session', userId, role: 'teacher', sessionId: `s-${userId}`, sessionExpiresAt },
});
const app: Principal = { kind: 'apiKey', apiKeyId: 1 };
const waitOptions = { timeoutMs: 60_000 };
const sign = createInternalTokenSigner(localInternalPrivateKey);

let settings: Record<Name, Awaited<ReturnType<typeof testServiceSettings>>>;
const running = new Map<Name, NodeProcess>();
let client: mongo.MongoClient;
let lessonTypeId: number;

beforeAll(async () => {
  settings = {
    content: await testServiceSettings('content'),
    quizzes: await testServiceSettings('quizzes'),
  };
  await Promise.all([start('content'), start('quizzes')]);
  client = await new mongo.MongoClient(settings.content.MONGODB_URI).connect();
  const type = await call<{ id: number }>('content', 'POST', '/api/lesson-type', {
    icon: '📖',
    title: 'Type',
  });
  lessonTypeId = type.body.id;
});
afterAll(async () => {
  for (const run of running.values()) run.signal('SIGKILL');
  await client.close();
  for (const { MONGODB_URI } of Object.values(settings)) await dropDatabase(MONGODB_URI);
});

async function start(name: Name): Promise<void> {
  const { MONGODB_URI, NATS_URL } = settings[name];
  running.set(name, await runServer(name, servers[name], { env: { MONGODB_URI, NATS_URL } }));
}

async function kill(name: Name): Promise<void> {
  const run = running.get(name);
  run?.signal('SIGKILL');
  await run?.exited;
}

async function call<T>(
  name: Name,
  method: string,
  path: string,
  body?: object,
  principal: Principal = teacher(2),
): Promise<{ status: number; body: T }> {
  const lines = running.get(name)?.lines.join('\n') ?? '';
  const address = /"address":"(http:[^"]+)"/.exec(lines)?.[1];
  const answer = await fetch(`${address}${path}`, {
    method,
    headers: {
      [headerNames.internalToken]: sign({ audience: name, requestId: 'request-1', principal }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as T };
}

/** Creates or saves; an event that a service waits for may be on the way. */
const send = <T>(...[name, method, path, body]: Parameters<typeof call>) =>
  eventually(async () => {
    const answer = await call<T>(name, method, path, body);
    expect(answer.status).toBeLessThan(300);
    return answer.body;
  }, waitOptions);

/** Locks a row, so that no transaction which writes it can end until it is released. */
async function holdRow(name: Name, collection: string, _id: number): Promise<() => Promise<void>> {
  const other = await new mongo.MongoClient(settings[name].MONGODB_URI).connect();
  const session = other.startSession();
  session.startTransaction();
  await other
    .db()
    .collection<{ _id: number }>(collection)
    .updateOne({ _id }, { $set: { held: 1 } }, { session });
  return async () => {
    await session.abortTransaction().catch(() => undefined);
    await other.close();
  };
}

interface Shown {
  readonly lessons: readonly Lesson[];
  readonly quiz: Quiz;
  readonly items: readonly ReleasedItem[];
}

const lessonContents = ({ mainLessonId, description, level, image, sections }: Lesson, title: string) => ({
  contents: { mainLessonId, lessonTypeId, title, description, level, image, sections },
});
const quizContents = ({ lessonId, description, questions }: Quiz, title: string) => ({
  contents: { lessonId, title, description, questions },
});

/** Two published lessons and a quiz, called `old`, with working copies called `new`. */
async function createChanged(): Promise<Shown> {
  const main = { title: 'Main', description: 'Main', imageCover: 'cover.png', status: 'published' };
  const { id: mainLessonId } = await send<{ id: number }>('content', 'POST', '/api/main-lessons', main);
  const section = { title: 'Key words', content: 'Where? : នៅណា?' };
  const body = {
    ...{ mainLessonId, lessonTypeId, title: 'old', description: 'd', level: 'Beginner', sections: [section] },
    status: 'published',
  };
  const lessons = [
    await send<Lesson>('content', 'POST', '/api/lessons', body),
    await send<Lesson>('content', 'POST', '/api/lessons', body),
  ];
  const question = { question: 'What?', options: ['River', 'Boat'], correctAnswer: 'River' };
  const quiz = await send<Quiz>('quizzes', 'POST', '/api/quizzes', {
    ...{ lessonId: lessons[0]?.id, title: 'old', description: 'd', questions: [question], status: 'active' },
  });
  const items: ReleasedItem[] = [];
  for (const lesson of lessons) {
    const path = `/api/lessons/${lesson.id}/working-copy`;
    const { version } = await send<{ version: number }>(
      'content',
      'PUT',
      path,
      lessonContents(lesson, 'new'),
    );
    items.push({ entity: 'lesson', id: lesson.id, version, of: 'working-copy' });
  }
  const path = `/api/quizzes/${quiz.id}/working-copy`;
  const { version } = await send<{ version: number }>('quizzes', 'PUT', path, quizContents(quiz, 'new'));
  items.push({ entity: 'quiz', id: quiz.id, version, of: 'working-copy' });
  return { lessons, quiz, items };
}

/** What learners see of each. */
async function titlesShown({ lessons, quiz }: Shown): Promise<unknown[]> {
  const titleOf = async (name: Name, path: string) => {
    const { body } = await call<{ data?: { title?: string } }>(name, 'GET', path, undefined, app);
    return body.data?.title ?? body;
  };
  return [
    ...(await Promise.all(lessons.map(({ id }) => titleOf('content', `/api/v1/lessons/${id}`)))),
    await titleOf('quizzes', `/api/v1/quizzes/${quiz.id}`),
  ];
}

const release = (items: readonly ReleasedItem[]) =>
  call<ContentRelease>('content', 'POST', '/api/content-releases', { items, at: null });
/** The release of what was created, as it is stored. */
const releaseOf = ({ lessons: [lesson] }: Shown) =>
  client
    .db()
    .collection<{ state: string; quizTitles: string[] | null }>('content_releases')
    .findOne({ items: { $elemMatch: { entity: 'lesson', id: lesson?.id } } } as object);
const whenState = (shown: Shown, ...states: string[]) =>
  eventually(async () => expect(states).toContain((await releaseOf(shown))?.state), waitOptions);
const whenPrepared = (shown: Shown) =>
  eventually(async () => expect(await releaseOf(shown)).toMatchObject({ quizTitles: ['new'] }), waitOptions);

/** Begins a release whose quiz is held, and whose lessons cannot be published until they are freed. */
async function beginHeld(shown: Shown) {
  const freeQuiz = await holdRow('quizzes', 'quizzes', shown.quiz.id);
  const answered = release(shown.items).catch(() => undefined);
  await whenState(shown, 'preparing');
  const free = await holdRow('content', 'lessons', shown.lessons[0]?.id ?? 0);
  await freeQuiz();
  await whenPrepared(shown);
  return { answered, free };
}

const allOld = ['old', 'old', 'old'];
const allNew = ['new', 'new', 'new'];

it('publishes lessons and quizzes together, and holds the quizzes meanwhile', async () => {
  const shown = await createChanged();
  const { quiz } = shown;
  const { answered, free } = await beginHeld(shown);
  const path = `/api/quizzes/${quiz.id}/working-copy`;
  const refused = await call('quizzes', 'PUT', path, quizContents(quiz, 'later'), teacher(3));
  expect(refused).toMatchObject({ status: 409, body: { message: contentReleaseMessages.beingPublished } });
  await free();
  expect(await answered).toMatchObject({ status: 201 });
  await whenState(shown, 'done');
  expect(await titlesShown(shown)).toEqual(allNew);
  await send('quizzes', 'PUT', path, quizContents(quiz, 'later'));
});

it('says which quiz cannot be published, and publishes nothing', async () => {
  const shown = await createChanged();
  const items = shown.items.map((item) => (item.entity === 'quiz' ? { ...item, version: 99 } : item));
  expect(await release(items)).toMatchObject({
    status: 409,
    body: { issues: [{ path: 'items.2', message: 'This quiz was changed by someone else' }] },
  });
  expect(await titlesShown(shown)).toEqual(allOld);
});

it('is finished after a kill at each step', async () => {
  // Quizzes is killed before it has prepared.
  let shown = await createChanged();
  let free = await holdRow('quizzes', 'quizzes', shown.quiz.id);
  const answered = release(shown.items).catch(() => undefined);
  await whenState(shown, 'preparing');
  await kill('quizzes');
  await free();
  await start('quizzes');
  await answered;
  await whenState(shown, 'done');
  expect(await titlesShown(shown)).toEqual(allNew);

  // Content is killed before it has published.
  shown = await createChanged();
  ({ free } = await beginHeld(shown));
  await kill('content');
  await free();
  await start('content');
  await whenState(shown, 'done');
  expect(await titlesShown(shown)).toEqual(allNew);

  // Quizzes is killed before it has published, when learners see the lessons already.
  shown = await createChanged();
  ({ free } = await beginHeld(shown));
  await kill('quizzes');
  await free();
  await whenState(shown, 'committed');
  await start('quizzes');
  await whenState(shown, 'done');
  expect(await titlesShown(shown)).toEqual(allNew);
});

type Step = { readonly kill: Name | null; readonly afterMs: number; readonly saves: 0 | 1 | 2 | null };

it('shows learners all or nothing, whatever two people save and whoever is killed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record<Step>({
          kill: fc.constantFrom(null, 'content', 'quizzes'),
          afterMs: fc.integer({ min: 0, max: 400 }),
          saves: fc.constantFrom(null, 0, 1, 2),
        }),
        { minLength: 1, maxLength: 3 },
      ),
      async (steps) => {
        const shown = await createChanged();
        const answered = release(shown.items).catch(() => undefined);
        for (const step of steps) {
          await new Promise((resolve) => setTimeout(resolve, step.afterMs));
          const lesson = shown.lessons[step.saves ?? 0];
          // The other person saves a working copy, which learners do not see.
          if (step.saves !== null)
            await (lesson
              ? call(
                  'content',
                  'PUT',
                  `/api/lessons/${lesson.id}/working-copy`,
                  lessonContents(lesson, 'other'),
                  teacher(3),
                )
              : call(
                  'quizzes',
                  'PUT',
                  `/api/quizzes/${shown.quiz.id}/working-copy`,
                  quizContents(shown.quiz, 'other'),
                  teacher(3),
                )
            ).catch(() => undefined);
          if (!step.kill) continue;
          await kill(step.kill);
          await start(step.kill);
        }
        await answered;
        if (await releaseOf(shown)) await whenState(shown, 'done', 'failed');
        const isDone = (await releaseOf(shown))?.state === 'done';
        expect(await titlesShown(shown)).toEqual(isDone ? allNew : allOld);
      },
    ),
    { numRuns: depth(2, 15), endOnFailure: true },
  );
});
