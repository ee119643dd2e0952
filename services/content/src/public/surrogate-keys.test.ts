import { headerNames, lessonLevels, parseSurrogateKeys } from '@khmer-learning/contracts';
import fc from 'fast-check';
import { startContent, type TestContent } from '../content.test-kit.ts';
import { lessonChangeKeys, lessonDeletionKeys } from '../lessons/writes/lesson.kind.ts';
import { mainLessonChangeKeys } from '../main-lessons/main-lesson.kind.ts';

let content: TestContent;

beforeAll(async () => {
  content = await startContent();
});
afterAll(() => content.close());

interface Answer {
  readonly status: number;
  readonly body: unknown;
  readonly keys: readonly string[];
}

async function read(path: string): Promise<Answer> {
  const { status, body, headers } = await content.call('GET', `/api/v1${path}`, undefined, { as: 'app' });
  const keys = parseSurrogateKeys(headers[headerNames.surrogateKey] as string | undefined);
  if (!keys) throw new Error(`${path} has no surrogate keys`);
  return { status, body, keys };
}

interface SentRow {
  readonly _id: string;
  readonly surrogateKeys?: string;
}

const seen = new Set<string>();
/** What the events since the last call purge. `all` for an event that does not say. */
async function purgedKeys(): Promise<ReadonlySet<string>> {
  const rows = await content.service.connection
    .collection<SentRow>('outbox')
    .find({ subject: /^events\./ }, { projection: { surrogateKeys: 1 } })
    .toArray();
  const purged = rows
    .filter(({ _id }) => !seen.has(_id))
    .flatMap((row) => parseSurrogateKeys(row.surrogateKeys) ?? ['all']);
  for (const { _id } of rows) seen.add(_id);
  return new Set(purged);
}

type Patch = Readonly<Record<string, unknown>>;
type Edit =
  | { readonly do: 'lesson'; readonly at: number; readonly patch: (world: World) => Patch }
  | { readonly do: 'mainLesson'; readonly at: number; readonly patch: Patch }
  | { readonly do: 'lessonType'; readonly at: number; readonly patch: Patch }
  | { readonly do: 'moveLesson' | 'moveMainLesson'; readonly at: number; readonly after: number }
  | { readonly do: 'create' | 'deleteLesson' | 'deleteMainLesson' | 'deleteLessonType'; readonly at: number };

interface World {
  mainLessons: number[];
  lessons: number[];
  lessonTypes: number[];
}

const at = fc.nat(20);
const word = fc.constantFrom('river', 'boat', 'mango', 'market');
const status = fc.constantFrom('draft', 'published');
const anyPatch: fc.Arbitrary<(world: World) => Patch> = fc.oneof(
  fc.record({ title: word }).map((patch) => () => patch),
  fc.record({ content: word }).map(({ content: text }) => () => ({
    sections: [{ title: 'Words', content: text }],
  })),
  fc.record({ level: fc.constantFrom(...lessonLevels) }).map((patch) => () => patch),
  fc.record({ status }).map((patch) => () => patch),
  at.map((index) => (world: World) => ({ mainLessonId: pick(world.mainLessons, index) })),
  at.map((index) => (world: World) => ({ lessonTypeId: pick(world.lessonTypes, index) })),
);
const anyEdit: fc.Arbitrary<Edit> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('lesson' as const), at, patch: anyPatch }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('mainLesson' as const),
      at,
      patch: fc.oneof(
        fc.record({ title: word }),
        fc.record({ status }),
        fc.constantFrom({ free: true }, { free: false, price: 499 }, { free: false, price: 999 }),
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('lessonType' as const),
      at,
      patch: fc.oneof(
        fc.record({ icon: word }),
        fc.nat(1_000).map((n) => ({ title: `Renamed ${n}` })),
      ),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('moveLesson', 'moveMainLesson'), at, after: at }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('create' as const), at }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constantFrom('deleteLesson', 'deleteMainLesson', 'deleteLessonType'), at }),
  },
);

const pick = (ids: readonly number[], index: number) => ids[index % ids.length] ?? 0;

async function apply(world: World, edit: Edit): Promise<void> {
  const lesson = pick(world.lessons, edit.at);
  const mainLesson = pick(world.mainLessons, edit.at);
  const lessonType = pick(world.lessonTypes, edit.at);
  switch (edit.do) {
    case 'lesson':
      await content.call('PATCH', `/api/lessons/${lesson}`, edit.patch(world));
      return;
    case 'mainLesson':
      await content.call('PATCH', `/api/main-lessons/${mainLesson}`, edit.patch);
      return;
    case 'lessonType':
      await content.call('PATCH', `/api/lesson-type/${lessonType}`, edit.patch);
      return;
    case 'moveLesson':
      await content.call('PATCH', `/api/lessons/${lesson}/position`, {
        afterId: pick(world.lessons, edit.after),
      });
      return;
    case 'moveMainLesson':
      await content.call('PATCH', `/api/main-lessons/${mainLesson}/position`, {
        afterId: pick(world.mainLessons, edit.after),
      });
      return;
    case 'create': {
      const created = await content.createLesson({
        mainLessonId: mainLesson,
        lessonTypeId: lessonType,
        status: edit.at % 2 ? 'published' : 'draft',
      });
      world.lessons.push(created.id);
      return;
    }
    case 'deleteLesson':
      await content.call('DELETE', `/api/lessons/${lesson}`);
      return;
    case 'deleteMainLesson':
      if (world.mainLessons.length <= 2) return;
      await content.call('DELETE', `/api/main-lessons/${mainLesson}`);
      world.mainLessons = world.mainLessons.filter((id) => id !== mainLesson);
      return;
    case 'deleteLessonType':
      if (world.lessonTypes.length <= 1) return;
      await content.call('DELETE', `/api/lesson-type/${lessonType}`);
      world.lessonTypes = world.lessonTypes.filter((id) => id !== lessonType);
  }
}

async function createWorld(): Promise<World> {
  const mainLessons = [
    await content.createMainLesson({ status: 'published' }),
    await content.createMainLesson({ status: 'published', free: false, price: 499 }),
    await content.createMainLesson({ status: 'draft' }),
  ].map(({ id }) => id);
  const lessonTypes = [await content.createLessonType(), await content.createLessonType()].map(
    ({ id }) => id,
  );
  const lessons: number[] = [];
  for (const [index, mainLessonId] of [...mainLessons, ...mainLessons].entries()) {
    const lessonTypeId = pick(lessonTypes, index);
    const lessonStatus = index === 4 ? 'draft' : 'published';
    lessons.push((await content.createLesson({ mainLessonId, lessonTypeId, status: lessonStatus })).id);
  }
  return { mainLessons, lessonTypes, lessons };
}

/** Every path whose answer an edit of the world can change. */
async function pathsOf({ mainLessons, lessons, lessonTypes }: World): Promise<string[]> {
  const { body } = await content.call<{ title: string }>('GET', `/api/lesson-type/${lessonTypes[0]}`);
  const pagedLists = [
    '/main-lessons?limit=1',
    '/lessons?limit=2',
    ...mainLessons.map((id) => `/main-lessons/${id}/lessons?limit=1`),
  ];
  const nextPages: string[] = [];
  for (const path of pagedLists) {
    const { nextCursor } = (await read(path)).body as { nextCursor?: string };
    if (nextCursor !== undefined) nextPages.push(`${path}&cursor=${nextCursor}`);
  }
  return [
    ...pagedLists,
    ...nextPages,
    '/main-lessons?limit=50',
    '/main-lessons?limit=1&offset=1',
    '/lessons?limit=50',
    '/lessons?limit=2&level=Beginner',
    '/lessons/level/advanced?limit=50',
    '/lessons?limit=50&search=river',
    '/lessons?limit=50&search=mango&level=Beginner',
    `/lessons?limit=50&type=${encodeURIComponent(body.title)}`,
    `/lessons?limit=50&mainLessonId=${mainLessons[0]}&level=Advanced`,
    ...mainLessons.flatMap((id) => [`/main-lessons/${id}`, `/main-lessons/${id}/lessons?limit=50`]),
    ...lessons.flatMap((id) => [`/lessons/${id}`, `/lessons/${id}?locked=403`]),
  ];
}

it('purges every answer that an edit changes, and nothing when only drafts change', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyEdit, { minLength: 10, maxLength: 10 }), async (edits) => {
      const world = await createWorld();
      let known: ReadonlyMap<string, Answer> = new Map();
      for (const edit of edits) {
        const before = new Map<string, Answer>();
        for (const path of await pathsOf(world)) before.set(path, known.get(path) ?? (await read(path)));
        await purgedKeys();
        await apply(world, edit);
        const purged = await purgedKeys();
        let changed = 0;
        const answers = new Map<string, Answer>();
        for (const [path, { status, body, keys }] of before) {
          const after = await read(path);
          answers.set(path, after);
          if (after.status === status && JSON.stringify(after.body) === JSON.stringify(body)) continue;
          changed += 1;
          const isPurged = purged.has('all') || keys.some((key) => purged.has(key));
          expect({ path, edit, isPurged }).toEqual({ path, edit, isPurged: true });
        }
        known = answers;
        // All of the public lists are read: what changes none of them is not public.
        if (purged.size > 0 && !purged.has('all') && edit.do !== 'lessonType')
          expect({ edit, purged: [...purged], changed: changed > 0 }).toMatchObject({ changed: true });
      }
    }),
    // A counterexample of ten edits says enough: each step of shrinking would take as long as all runs.
    { numRuns: depth(2, 5), endOnFailure: true },
  );
});

it('purges the refusal of a locked lesson when its main lesson becomes free', async () => {
  const { id: mainLessonId } = await content.createMainLesson({
    status: 'published',
    free: false,
    price: 499,
  });
  const { id: lessonTypeId } = await content.createLessonType();
  const lesson = await content.createLesson({ mainLessonId, lessonTypeId, status: 'published' });
  const { status, keys } = await read(`/lessons/${lesson.id}?locked=403`);
  expect(status).toBe(403);
  await purgedKeys();
  await content.call('PATCH', `/api/main-lessons/${mainLessonId}`, { free: true });
  const purged = await purgedKeys();
  expect(keys.filter((key) => purged.has(key))).toEqual([`main-lesson:${mainLessonId}:access`]);
});

it('purges the number of lessons of a main lesson when one of them is published', async () => {
  const { id: mainLessonId } = await content.createMainLesson({ status: 'published' });
  const { id: lessonTypeId } = await content.createLessonType();
  const lesson = await content.createLesson({ mainLessonId, lessonTypeId, status: 'draft' });
  const answers = [await read(`/main-lessons/${mainLessonId}`), await read('/main-lessons')];
  expect(answers[0]?.body).toMatchObject({ data: { lessonCount: 0, comingSoon: true } });
  await purgedKeys();
  await content.call('PATCH', `/api/lessons/${lesson.id}`, { status: 'published' });
  const purged = await purgedKeys();
  for (const { keys } of answers)
    expect(keys.filter((key) => purged.has(key))).toEqual([`main-lesson:${mainLessonId}:lessons`]);
});

it('names the paid main lessons whose ownership decides about access to them', async () => {
  const paid = await content.createMainLesson({ status: 'published', free: false, price: 499 });
  const free = await content.createMainLesson({ status: 'published' });
  for (const [path, checked] of [
    [`/main-lessons/${paid.id}`, [String(paid.id)]],
    [`/main-lessons/${free.id}`, []],
  ] as const) {
    const { headers } = await content.call('GET', `/api/v1${path}`, undefined, { as: 'app' });
    expect(String(headers[headerNames.checkedOwnership]).split(' ').filter(Boolean)).toEqual(checked);
  }
  const { headers } = await content.call('GET', '/api/v1/main-lessons', undefined, { as: 'app' });
  expect(String(headers[headerNames.checkedOwnership]).split(' ')).toContain(String(paid.id));
});

describe('what a change purges', () => {
  const lesson = {
    _id: 42,
    mainLessonId: 3,
    lessonTypeId: 5,
    title: 'Fruit',
    description: 'Names',
    level: 'Beginner',
    position: 42,
    sections: [],
    visibility: 'public',
  } as const;

  it('is nothing for a draft, and for a lesson of an unpublished main lesson', () => {
    for (const visibility of ['draft', 'hidden'] as const) {
      const hidden = { ...lesson, sections: [], visibility };
      expect(lessonChangeKeys(null, hidden)).toEqual([]);
      expect(lessonChangeKeys(hidden, { ...hidden, title: 'Nuts', mainLessonId: 4, position: 1 })).toEqual(
        [],
      );
      expect(lessonDeletionKeys(hidden)).toEqual([]);
    }
    const draft = { _id: 3, status: 'draft', free: true, position: 3 } as const;
    expect(mainLessonChangeKeys(draft, { ...draft, free: false, position: 9 })).toEqual([]);
    expect(mainLessonChangeKeys(draft, null)).toEqual([]);
  });

  it('is the lesson alone, with the answers that show it, when no list can gain or lose it', () => {
    const before = { ...lesson, sections: [] };
    expect(lessonChangeKeys(before, { ...before })).toEqual(['lesson:42', 'lesson:*']);
    expect(lessonChangeKeys(before, { ...before, title: 'Nuts' })).toEqual([
      'lesson:42',
      'lesson:*',
      'lessons:texts',
    ]);
  });
});
