import { setTimeout as delay } from 'node:timers/promises';
import { lessonLevels } from '@khmer-learning/contracts';
import { eventually } from '@khmer-learning/test-kit';
import fc from 'fast-check';
import type { RunningGateway } from '../gateway.fixture.ts';
import {
  type BrowserSession,
  callJson,
  createApiKey,
  signIn,
  startTestSystem,
  type TestSystem,
} from './test-system.fixture.ts';

/** After this time without a change, an answer is kept for a minute, so that a missing purge shows. */
const staleWindowMs = 1_600;

let system: TestSystem;
let gateway: RunningGateway;
/** A gateway that keeps nothing: its answers are those that the services give at that moment. */
let uncached: RunningGateway;
let console: BrowserSession;
let key: string;

beforeAll(async () => {
  system = await startTestSystem('users', 'content', 'quizzes');
  gateway = await system.startGateway();
  uncached = await system.startGateway({ env: { CACHE_MAX_BYTES: '0' } });
  console = await signIn(gateway);
  ({ key } = await createApiKey(console, gateway));
  await eventually(async () => expect((await read('/lessons?limit=1', uncached)).status).toBe(200));
});
afterAll(() => system.stop());

const read = (path: string, at = gateway) =>
  callJson(at, 'GET', `/api/v1${path}`, { headers: { 'x-api-key': key } });

async function write<T extends { id: number }>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await console.call<T>(method, path, body);
  if (answer.status >= 300)
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const mainLessonBody = (change: object) => ({
  title: 'Market',
  description: 'Buying food',
  imageCover: 'cover.png',
  free: true,
  status: 'published',
  ...change,
});
const lessonBody = (change: object) => ({
  title: 'Fruit',
  description: 'Names of fruit',
  level: 'Beginner',
  status: 'published',
  sections: [{ title: 'Key words', content: 'Mango [svaay] : ស្វាយ' }],
  ...change,
});
const quizBody = (change: object) => ({
  title: 'Fruit quiz',
  description: 'Do you know them?',
  status: 'active',
  questions: [
    { question: 'What is ស្វាយ?', options: ['Mango', 'Banana'], correctAnswer: 'Mango' },
    { kind: 'ordering', question: 'Put into order', parts: ['one', 'mango', 'a', 'day'] },
  ],
  ...change,
});

interface World {
  readonly mainLessons: readonly number[];
  readonly lessonTypes: readonly number[];
  readonly lessons: readonly number[];
  readonly quizzes: readonly number[];
}

async function createWorld(): Promise<World> {
  const add = async (path: string, body: object) => (await write('POST', path, body)).id;
  const types = ['Vocabulary', 'Reading'].map((title) => ({ title: `${title} ${Math.random()}`, icon: 'x' }));
  const lessonTypes = [];
  for (const type of types) lessonTypes.push(await add('/api/lesson-type', { ...type, iconMode: 'raw' }));
  const mainLessons = [];
  for (const change of [{}, { free: false, price: 499 }, { status: 'draft' }])
    mainLessons.push(await add('/api/main-lessons', mainLessonBody(change)));
  const lessons: number[] = [];
  const quizzes: number[] = [];
  for (const [index, mainLessonId] of [...mainLessons, ...mainLessons].entries()) {
    const lessonTypeId = lessonTypes[index % 2];
    lessons.push(await add('/api/lessons', lessonBody({ mainLessonId, lessonTypeId })));
    const lessonId = lessons.at(-1);
    quizzes.push(await eventually(() => add('/api/quizzes', quizBody({ lessonId }))));
  }
  return { mainLessons, lessonTypes, lessons, quizzes };
}

/** Every path whose answer an edit of the world can change. */
const pathsOf = ({ mainLessons, lessons, quizzes }: World) => [
  '/main-lessons?limit=50',
  '/lessons?limit=50',
  '/lessons?limit=1',
  '/lessons/level/beginner?limit=50',
  '/lessons?limit=50&search=mango',
  '/quizzes?limit=50',
  '/quizzes?limit=1',
  '/quizzes?limit=50&kinds=choice',
  '/quizzes?limit=50&search=banana',
  '/search?q=fruit',
  '/stats',
  ...mainLessons.flatMap((id) => [`/main-lessons/${id}`, `/main-lessons/${id}/lessons?limit=50`]),
  ...lessons.flatMap((id) => [
    `/lessons/${id}`,
    `/lessons/${id}?locked=403`,
    `/quizzes/lesson/${id}?limit=50`,
  ]),
  ...quizzes.flatMap((id) => [`/quizzes/${id}`, `/quizzes/${id}?kinds=choice`]),
];

type Edit = (world: World) => Promise<unknown>;

const at = fc.nat(20);
const pick = (ids: readonly number[], index: number) => ids[index % ids.length] ?? 0;
/** Edits of gone items are refused, which changes nothing. */
const call = (method: string, path: string, body?: unknown) => console.call(method, path, body);

const anyEdit: fc.Arbitrary<Edit> = fc.oneof(
  fc
    .tuple(
      at,
      fc.oneof(
        fc.record({ title: fc.constantFrom('Fruit', 'Mango', 'Nuts') }),
        fc.record({ level: fc.constantFrom(...lessonLevels) }),
        fc.record({ status: fc.constantFrom('draft', 'published') }),
      ),
    )
    .map(
      ([index, patch]): Edit =>
        ({ lessons }) =>
          call('PATCH', `/api/lessons/${pick(lessons, index)}`, patch),
    ),
  fc.tuple(at, at).map(
    ([index, parent]): Edit =>
      ({ lessons, mainLessons }) =>
        call('PATCH', `/api/lessons/${pick(lessons, index)}`, { mainLessonId: pick(mainLessons, parent) }),
  ),
  fc.tuple(at, at).map(
    ([index, after]): Edit =>
      ({ lessons }) =>
        call('PATCH', `/api/lessons/${pick(lessons, index)}/position`, { afterId: pick(lessons, after) }),
  ),
  fc
    .tuple(
      at,
      fc.oneof(
        fc.record({ status: fc.constantFrom('draft', 'published') }),
        fc.constantFrom<object>({ free: true }, { free: false, price: 499 }, { title: 'Street' }),
      ),
    )
    .map(
      ([index, patch]): Edit =>
        ({ mainLessons }) =>
          call('PATCH', `/api/main-lessons/${pick(mainLessons, index)}`, patch),
    ),
  fc.tuple(at, at).map(
    ([index, after]): Edit =>
      ({ mainLessons }) =>
        call('PATCH', `/api/main-lessons/${pick(mainLessons, index)}/position`, {
          afterId: pick(mainLessons, after),
        }),
  ),
  at.map(
    (index): Edit =>
      ({ lessonTypes }) =>
        call('PATCH', `/api/lesson-type/${pick(lessonTypes, index)}`, { title: `Renamed ${Math.random()}` }),
  ),
  fc
    .tuple(
      at,
      fc.oneof(
        fc.record({ title: fc.constantFrom('Fruit quiz', 'Banana') }),
        fc.record({ status: fc.constantFrom('draft', 'active') }),
        fc.record({ isPractice: fc.boolean() }),
      ),
    )
    .map(
      ([index, patch]): Edit =>
        ({ quizzes }) =>
          call('PATCH', `/api/quizzes/${pick(quizzes, index)}`, patch),
    ),
  fc.tuple(fc.constantFrom('lessons', 'quizzes'), at).map(
    ([kind, index]): Edit =>
      (world) =>
        call('DELETE', `/api/${kind}/${pick(world[kind as 'lessons'], index)}`),
  ),
);

async function expectEqualAnswers(paths: readonly string[]): Promise<void> {
  for (const path of paths)
    await eventually(async () => {
      const [kept, direct] = [await read(path), await read(path, uncached)];
      expect({ path, ...kept }).toEqual({ path, ...direct });
    });
}

it('every answer is the one that the services give, after any edits beside reads', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyEdit, { minLength: 10, maxLength: 10 }), async (edits) => {
      const world = await createWorld();
      const paths = pathsOf(world);
      for (const edit of edits) {
        await delay(staleWindowMs);
        await Promise.all(paths.map((path) => read(path)));
        // Reads continuously: an answer that was loaded during the edit must not stay either.
        let reading = true;
        const reader = (async () => {
          for (let index = 0; reading; index += 1) await read(paths[index % paths.length] ?? '');
        })();
        await edit(world);
        reading = false;
        await reader;
        await expectEqualAnswers(paths);
      }
    }),
    { numRuns: 1 },
  );
});

it('no answer is dropped while authors save drafts', async () => {
  const world = await createWorld();
  const draft = await write<{ id: number }>(
    'POST',
    '/api/lessons',
    lessonBody({ mainLessonId: world.mainLessons[0], lessonTypeId: world.lessonTypes[0], status: 'draft' }),
  );
  const hidden = world.lessons[2];
  const paths = pathsOf(world);
  const purged = async () => /^response_cache_purged_total\S* (\d+)$/m.exec(await gateway.metrics())?.[1];
  // The last events of the new world may still be on their way.
  await eventually(async () => {
    for (const path of paths) await read(path);
    const last = await purged();
    await delay(staleWindowMs);
    expect(await purged()).toBe(last);
  });
  for (const path of paths) await read(path);
  const before = await purged();
  for (let save = 0; save < 10; save += 1) {
    await write('PATCH', `/api/lessons/${draft.id}`, { title: `Draft ${save}` });
    await write('PATCH', `/api/lessons/${hidden}`, { title: `In a draft main lesson ${save}` });
    await write('PATCH', `/api/main-lessons/${world.mainLessons[2]}`, { title: `Draft ${save}` });
    for (const path of paths.slice(0, 5)) await read(path);
  }
  expect(await purged()).toBe(before);
  // The change after them has arrived, and so had they.
  await write('PATCH', `/api/lessons/${world.lessons[0]}`, { title: 'Published' });
  await eventually(async () => expect(await purged()).not.toBe(before));
  await expectEqualAnswers(paths);
});
