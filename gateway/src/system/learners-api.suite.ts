import type {
  Lesson,
  MainLesson,
  Quiz,
  ResponseOf,
  v1LessonsGet,
  v1LessonsList,
  v1MainLessonsList,
  v1QuizzesGet,
  v1QuizzesList,
  v1Search,
  v1Stats,
} from '@khmer-learning/contracts';
import { eventually } from '@khmer-learning/test-kit';
import Ajv2020 from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import type { RunningGateway } from '../gateway.fixture.ts';
import {
  type BrowserSession,
  callJson,
  createApiKey,
  shareTestSystem,
  signIn,
  type TestSystem,
} from './test-system.fixture.ts';

let system: TestSystem;
let gateway: RunningGateway;
let console: BrowserSession;
let key: string;
let lessonTypeId: number;

beforeAll(async () => {
  system = await shareTestSystem();
  gateway = await system.startGateway();
  console = await signIn(gateway);
  ({ key } = await createApiKey(console, gateway));
  const type = await console.call<{ id: number }>('POST', '/api/lesson-type', {
    title: 'Reading',
    icon: 'fas fa-book',
    iconMode: 'raw',
  });
  lessonTypeId = type.body.id;
});
afterAll(() => system.stopGateways());

const read = async <T>(path: string) => {
  const { status, body } = await callJson<T>(gateway, 'GET', `/api/v1${path}`, {
    headers: { 'x-api-key': key },
  });
  return { status, body };
};

async function write<T extends { id: number }>(method: string, path: string, body?: unknown): Promise<T> {
  const answer = await console.call<T>(method, path, body);
  if (answer.status >= 300)
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const mainLesson = (change: Record<string, unknown> = {}) =>
  write<MainLesson>('POST', '/api/main-lessons', {
    title: 'Market',
    description: 'Buying food',
    imageCover: 'cover.png',
    free: true,
    status: 'published',
    ...change,
  });
const secret = 'opensesame';
const lesson = (mainLessonId: number, change: Record<string, unknown> = {}) =>
  write<Lesson>('POST', '/api/lessons', {
    mainLessonId,
    lessonTypeId,
    title: 'Fruit',
    description: 'Names of fruit',
    level: 'Beginner',
    status: 'published',
    sections: [{ title: 'Key words', content: `Mango ${secret} [svaay] : ស្វាយ` }],
    ...change,
  });
const quiz = (lessonId: number, change: Record<string, unknown> = {}) =>
  eventually(() =>
    write<Quiz>('POST', '/api/quizzes', {
      lessonId,
      title: 'Fruit quiz',
      description: 'Do you know them?',
      status: 'active',
      questions: [
        { question: `What is ${secret} ស្វាយ?`, options: ['Mango', 'Banana'], correctAnswer: 'Mango' },
      ],
      ...change,
    }),
  );

describe('through the cache', () => {
  // A response is cached for a minute, longer than these tests wait: only an event can remove it before.
  it('an edit in the console is visible as soon as its event arrives', async () => {
    const parent = await mainLesson();
    const { id } = await lesson(parent.id);
    const path = `/lessons/${id}`;
    for (const title of ['Fruit and nuts', 'Fruit only']) {
      for (let i = 0; i < 3; i += 1) await read(path);
      await write('PATCH', `/api/lessons/${id}`, { title });
      await eventually(async () => {
        const { body } = await read<ResponseOf<typeof v1LessonsGet>>(path);
        expect(body.data.title).toBe(title);
      });
    }
  });

  it('a quiz goes with its lesson and its main lesson, although another service has them', async () => {
    const parent = await mainLesson();
    const { id: lessonId } = await lesson(parent.id);
    const { id } = await quiz(lessonId);
    const isListed = async () => {
      const { body } = await read<ResponseOf<typeof v1QuizzesList>>('/quizzes');
      return body.data.some((row) => row.id === id);
    };
    const becomes = async (status: number) => {
      await eventually(async () => expect((await read(`/quizzes/${id}`)).status).toBe(status));
      await eventually(async () => expect(await isListed()).toBe(status === 200));
    };
    await becomes(200);
    for (let round = 0; round < 8; round += 1) {
      const [what, hidden] =
        round % 2 ? [`lessons/${lessonId}`, 'draft'] : [`main-lessons/${parent.id}`, 'draft'];
      // Reads continuously: a response built just before the other service got the event must not stay cached.
      let reading = true;
      const readers = Array.from({ length: 4 }, async () => {
        while (reading) await Promise.all([read(`/quizzes/${id}`), read('/quizzes')]);
      });
      await write('PATCH', `/api/${what}`, { status: hidden });
      await becomes(404);
      await write('PATCH', `/api/${what}`, { status: 'published' });
      await becomes(200);
      reading = false;
      await Promise.all(readers);
    }
  });
});

/** The test's model of the content, against which the API is checked. */
interface ContentState {
  readonly mainLessons: Map<number, { published: boolean; free: boolean }>;
  readonly lessons: Map<number, { mainLessonId: number; published: boolean; level: string }>;
  readonly quizzes: Map<number, { lessonId: number; active: boolean }>;
}

type Kind = 'mainLessons' | 'lessons' | 'quizzes';
type Step =
  | { readonly do: 'publish' | 'unpublish'; readonly what: Kind; readonly at: number }
  | { readonly do: 'free' | 'sell'; readonly at: number }
  | { readonly do: 'move'; readonly at: number; readonly to: number }
  | { readonly do: 'delete'; readonly what: 'lessons' | 'quizzes'; readonly at: number };

const anyNumber = fc.nat(5);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    do: fc.constantFrom('publish', 'unpublish'),
    what: fc.constantFrom('mainLessons', 'lessons', 'quizzes'),
    at: anyNumber,
  }),
  fc.record({ do: fc.constantFrom('free', 'sell'), at: anyNumber }),
  fc.record({ do: fc.constant('move' as const), at: anyNumber, to: anyNumber }),
  fc.record({
    do: fc.constant('delete' as const),
    what: fc.constantFrom('lessons', 'quizzes'),
    at: anyNumber,
  }),
);

const nth = <V>(map: ReadonlyMap<number, V>, at: number): [number, V] | undefined => [...map][at % map.size];

async function applyStep(world: ContentState, step: Step): Promise<void> {
  const { mainLessons, lessons, quizzes } = world;
  switch (step.do) {
    case 'free':
    case 'sell': {
      const [id, it] = nth(mainLessons, step.at) ?? [];
      if (!id || !it) return;
      it.free = step.do === 'free';
      await write('PATCH', `/api/main-lessons/${id}`, it.free ? { free: true } : { free: false, price: 499 });
      return;
    }
    case 'move': {
      const [id, it] = nth(lessons, step.at) ?? [];
      const [mainLessonId] = nth(mainLessons, step.to) ?? [];
      if (!id || !it || !mainLessonId) return;
      it.mainLessonId = mainLessonId;
      await write('PATCH', `/api/lessons/${id}`, { mainLessonId });
      return;
    }
    case 'delete': {
      const [id] = nth<unknown>(world[step.what], step.at) ?? [];
      if (!id) return;
      world[step.what].delete(id);
      await write('DELETE', `/api/${step.what}/${id}`);
      if (step.what === 'quizzes') return;
      for (const [quizId, it] of quizzes) if (it.lessonId === id) quizzes.delete(quizId);
      return;
    }
    default:
      await setShown(world, step.what, step.at, step.do === 'publish');
  }
}

async function setShown(world: ContentState, what: Kind, at: number, shown: boolean): Promise<void> {
  if (what === 'quizzes') {
    const [id, it] = nth(world.quizzes, at) ?? [];
    if (!id || !it) return;
    it.active = shown;
    await write('PATCH', `/api/quizzes/${id}`, { status: shown ? 'active' : 'draft' });
    return;
  }
  const [id, it] = nth<{ published: boolean }>(world[what], at) ?? [];
  if (!id || !it) return;
  it.published = shown;
  const path = what === 'lessons' ? 'lessons' : 'main-lessons';
  await write('PATCH', `/api/${path}/${id}`, { status: shown ? 'published' : 'draft' });
}

/** The part of a world that is public. */
function visible({ mainLessons, lessons, quizzes }: ContentState) {
  const openMain = [...mainLessons].filter(([, it]) => it.published).map(([id]) => id);
  const openLessons = [...lessons].filter(([, it]) => it.published && openMain.includes(it.mainLessonId));
  const lessonIds = openLessons.map(([id]) => id);
  const openQuizzes = [...quizzes].filter(([, it]) => it.active && lessonIds.includes(it.lessonId));
  const isFree = (lessonId: number) =>
    mainLessons.get(lessons.get(lessonId)?.mainLessonId ?? 0)?.free === true;
  return {
    mainLessons: openMain,
    lessons: lessonIds,
    locked: lessonIds.filter((id) => !isFree(id)),
    quizzes: openQuizzes.map(([id]) => id),
    lockedQuizzes: openQuizzes.filter(([, it]) => !isFree(it.lessonId)).map(([id]) => id),
    beginners: openLessons.filter(([, it]) => it.level === 'Beginner').length,
  };
}

const sorted = (ids: readonly number[]) => [...ids].sort((one, other) => one - other);

/** Checks that the API returns exactly the public part of a world. */
async function check(world: ContentState): Promise<void> {
  const { mainLessons, lessons, quizzes } = world;
  const seen = visible(world);
  const ofWorld = <V>(map: ReadonlyMap<number, V>, rows: readonly { id: number }[]) =>
    sorted(rows.map(({ id }) => id).filter((id) => map.has(id)));
  const texts: string[] = [];
  const get = async <T>(path: string) => {
    const { status, body } = await read<T>(path);
    texts.push(JSON.stringify(body));
    return { status, body };
  };

  const lists = await get<ResponseOf<typeof v1MainLessonsList>>('/main-lessons');
  expect(ofWorld(mainLessons, lists.body.data)).toEqual(sorted(seen.mainLessons));
  const rows = (await get<ResponseOf<typeof v1LessonsList>>('/lessons')).body.data;
  expect(ofWorld(lessons, rows)).toEqual(sorted(seen.lessons));
  expect(
    ofWorld(
      lessons,
      rows.filter(({ locked }) => locked),
    ),
  ).toEqual(sorted(seen.locked));
  expect(rows.every((row) => !('sections' in row))).toBe(true);
  const quizRows = (await get<ResponseOf<typeof v1QuizzesList>>('/quizzes')).body.data;
  expect(ofWorld(quizzes, quizRows)).toEqual(sorted(seen.quizzes));

  for (const id of mainLessons.keys()) {
    const open = seen.mainLessons.includes(id);
    expect([id, (await get(`/main-lessons/${id}`)).status]).toEqual([id, open ? 200 : 404]);
    expect([id, (await get(`/main-lessons/${id}/lessons`)).status]).toEqual([id, open ? 200 : 404]);
  }
  for (const id of lessons.keys()) {
    const { status, body } = await get<ResponseOf<typeof v1LessonsGet>>(`/lessons/${id}`);
    expect([id, status]).toEqual([id, seen.lessons.includes(id) ? 200 : 404]);
    if (status !== 200) continue;
    const locked = seen.locked.includes(id);
    expect([id, body.data.locked, body.data.sections.length]).toEqual([id, locked, locked ? 0 : 1]);
    expect(JSON.stringify(body).includes(secret)).toBe(!locked);
  }
  for (const id of quizzes.keys()) {
    const { status, body } = await get<ResponseOf<typeof v1QuizzesGet>>(`/quizzes/${id}`);
    const expected = seen.lockedQuizzes.includes(id) ? 403 : seen.quizzes.includes(id) ? 200 : 404;
    expect([id, status]).toEqual([id, expected]);
    if (status === 200) expect(body.data.questions).toHaveLength(1);
  }

  const found = (await get<ResponseOf<typeof v1Search>>('/search?q=fruit&limit=100')).body;
  expect(ofWorld(lessons, found.data.lessons)).toEqual(sorted(seen.lessons));
  expect(ofWorld(quizzes, found.data.quizzes)).toEqual(sorted(seen.quizzes));
  expect(found.total).toBe(found.data.lessons.length + found.data.quizzes.length);
  // The search neither finds nor counts the contents of locked lessons.
  const inside = (await get<ResponseOf<typeof v1Search>>(`/search?q=${secret}&limit=100`)).body;
  const open = seen.lessons.filter((id) => !seen.locked.includes(id));
  const openQuizzes = seen.quizzes.filter((id) => !seen.lockedQuizzes.includes(id));
  expect(ofWorld(lessons, inside.data.lessons)).toEqual(sorted(open));
  expect(ofWorld(quizzes, inside.data.quizzes)).toEqual(sorted(openQuizzes));
  expect(inside.total).toBe(inside.data.lessons.length + inside.data.quizzes.length);
  const { data } = (await get<ResponseOf<typeof v1Stats>>('/stats')).body;
  expect(data).toMatchObject({
    mainLessons: lists.body.data.length,
    lessons: rows.length,
    quizzes: quizRows.length,
  });
  expect(data.lessonsByLevel.Beginner).toBe(rows.filter(({ level }) => level === 'Beginner').length);

  for (const text of texts)
    expect(text).not.toMatch(/correctAnswer|"status"|visibility|searchKeys|"version"|"ops"/);
}

it('never shows drafts, locked sections or right answers, whatever happens in the console', async () => {
  const world: ContentState = { mainLessons: new Map(), lessons: new Map(), quizzes: new Map() };
  for (const free of [true, false, true]) {
    const parent = await mainLesson(free ? {} : { free, price: 499 });
    world.mainLessons.set(parent.id, { published: true, free });
    for (const level of ['Beginner', 'Advanced']) {
      const made = await lesson(parent.id, { level });
      world.lessons.set(made.id, { mainLessonId: parent.id, published: true, level });
      world.quizzes.set((await quiz(made.id)).id, { lessonId: made.id, active: true });
    }
  }
  await eventually(() => check(world));
  for (const steps of fc.sample(fc.array(anyStep, { minLength: 1, maxLength: 4 }), {
    numRuns: depth(3, 12),
    seed: 20261121,
  })) {
    for (const step of steps) await applyStep(world, step);
    await eventually(() => check(world));
  }
  // Guards against a vacuous test: something is visible.
  expect(visible(world)).not.toEqual({
    mainLessons: [],
    lessons: [],
    locked: [],
    quizzes: [],
    lockedQuizzes: [],
  });
});

describe('the description', () => {
  interface Described {
    readonly content?: Readonly<Record<string, { readonly schema: object }>>;
  }
  interface Document {
    readonly paths: Readonly<
      Record<string, Record<string, { responses: Record<string, Described & { $ref?: string }> }>>
    >;
    readonly components: { readonly responses: Readonly<Record<string, Described>> };
  }
  const validator = new Ajv2020({ strict: false });
  addFormats(validator);

  it('matches the actual responses, also errors', async () => {
    const document = (await (await gateway.call('/api/v1/openapi.json')).json()) as Document;
    const { id: lessonId } = await lesson((await mainLesson()).id);
    const { id: quizId } = await quiz(lessonId);
    const withKey = { 'x-api-key': key };
    const json = { ...withKey, 'content-type': 'application/json' };
    const large = JSON.stringify({ answers: 'x'.repeat(1_100_000) });
    const known = { ...withKey, 'if-none-match': '*' };
    const submit = '/api/v1/quizzes/{id}/submit';
    // Waits until the quizzes service has replicated both lessons.
    await eventually(async () => expect((await read(`/quizzes/${quizId}`)).status).toBe(200));

    for (const [path, id, status, init] of [
      ['/api/v1/main-lessons', '', 200, { headers: withKey }],
      ['/api/v1/lessons', '', 304, { headers: known }],
      ['/api/v1/lessons/{id}', lessonId, 200, { headers: withKey }],
      ['/api/v1/lessons/{id}', 999_999, 404, { headers: withKey }],
      ['/api/v1/lessons/{id}', 'x', 400, { headers: withKey }],
      ['/api/v1/lessons/{id}', lessonId, 401, {}],
      ['/api/v1/lessons/level/{level}', 'Beginner', 200, { headers: withKey }],
      ['/api/v1/lessons/level/{level}', 'Hard', 400, { headers: withKey }],
      ['/api/v1/quizzes/{id}', quizId, 200, { headers: withKey }],
      ['/api/v1/stats', '', 200, { headers: withKey }],
      ['/api/v1/me', '', 401, { headers: withKey }],
      ['/api/v1/openapi.json', '', 200, {}],
      ['/api/v1/purchases', '', 401, { headers: withKey }],
      [submit, quizId, 200, { method: 'POST', headers: json, body: '{"answers":[]}' }],
      [submit, quizId, 400, { method: 'POST', headers: json, body: '{' }],
      [submit, 999_999, 404, { method: 'POST', headers: json, body: '{"answers":[]}' }],
      [
        submit,
        quizId,
        200,
        { method: 'POST', headers: { ...json, 'idempotency-key': '"one"' }, body: '{"answers":[]}' },
      ],
      [
        submit,
        quizId,
        422,
        {
          method: 'POST',
          headers: { ...json, 'idempotency-key': '"one"' },
          body: '{"answers":[{"questionId":1,"selectedAnswer":"Mango"}]}',
        },
      ],
      [submit, quizId, 413, { method: 'POST', headers: json, body: large }],
      [submit, quizId, 415, { method: 'POST', headers: withKey, body: '{"answers":[]}' }],
      ['/api/auth/login', '', 400, { method: 'POST', headers: json, body: '{}' }],
    ] as const) {
      const answer = await gateway.call(path.replace(/\{\w+\}/, String(id)), init);
      const method = 'method' in init ? 'post' : 'get';
      const described = document.paths[path]?.[method]?.responses[answer.status];
      const { content } = described?.$ref
        ? (document.components.responses[described.$ref.split('/').at(-1) ?? ''] ?? {})
        : (described ?? {});
      const type = answer.headers.get('content-type')?.split(';')[0] ?? '';
      const schema = content?.[type]?.schema;
      const text = await answer.text();
      const fits = schema ? validator.validate(schema, JSON.parse(text)) : text === '';
      expect({ path, status: answer.status, isDescribed: described !== undefined, fits }).toEqual({
        path,
        status,
        isDescribed: true,
        fits: true,
      });
    }
  });
});
