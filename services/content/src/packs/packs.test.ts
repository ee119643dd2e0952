import { createHash } from 'node:crypto';
import { type packContentGet, packLimits, purchaseEvent, type ResponseOf } from '@khmer-learning/contracts';
import {
  buildEntityEvent,
  buildPurchaseState,
  createQueryProfiler,
  isScanOrSort,
  publishEvents,
  summarizeCommand,
} from '@khmer-learning/test-kit';
import fc from 'fast-check';
import { section, startContent, type TestContent } from '../content.test-kit.ts';

type Answer = ResponseOf<typeof packContentGet>;
type Part = NonNullable<Answer['part']>;

const learnerId = 3;
let content: TestContent;
let lessonTypeId: number;

beforeAll(async () => {
  content = await startContent();
  lessonTypeId = (await content.createLessonType()).id;
});
afterAll(() => content.close());

const course = (change: Record<string, unknown> = {}) =>
  content.createMainLesson({ status: 'published', ...change });
const lesson = (mainLessonId: number, change: Record<string, unknown> = {}) =>
  content.createLesson({ mainLessonId, lessonTypeId, status: 'published', ...change });

async function ask(mainLessonId: number, since: string | null = null, learner = false, of = content) {
  const body = { mainLessonId, since, learnerId: learner ? learnerId : null };
  const answer = await of.call<Answer>('POST', '/internal/packs/content', body, { as: 'gateway' });
  expect(answer.status).toBe(200);
  return answer.body;
}
async function read(mainLessonId: number, since: string | null = null): Promise<Part> {
  const { part, refusal } = await ask(mainLessonId, since);
  if (!part) throw new Error(`Refused: ${JSON.stringify(refusal)}`);
  return part;
}
const change = async (method: 'PATCH' | 'DELETE', path: string, body?: object) => {
  const { status } = await content.call(method, `/api/${path}`, body && { ...body });
  expect({ method, path, status }).toEqual({ method, path, status: 200 });
};
/** The body of a response, byte for byte. */
const bodyOf = async (path: string) =>
  (await content.call<string>('GET', `/api/v1${path}`, undefined, { as: 'app', text: true })).body;
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** An app that keeps a pack. */
function createClient(mainLessonId: number) {
  const lessons = new Map<number, { hash: string; order: number }>();
  const files = new Set<string>();
  let version: string | null = null;
  return {
    async update() {
      const part = await read(mainLessonId, version);
      if (part.full) {
        lessons.clear();
        files.clear();
      }
      for (const id of part.removed.lessons) lessons.delete(id);
      for (const name of part.removed.files) files.delete(name);
      for (const { id, hash, order } of part.lessons) lessons.set(id, { hash, order });
      for (const name of part.files) files.add(name);
      ({ version } = part);
      return part;
    },
    held: () => ({
      lessons: [...lessons]
        .sort(([one, first], [other, second]) => first.order - second.order || one - other)
        .map(([id, { hash }]) => ({ id, hash })),
      files: [...files].sort(),
    }),
  };
}

/** What a pack has to consist of: what the public API answers. */
async function published(mainLessonId: number) {
  const listed = JSON.parse(await bodyOf(`/main-lessons/${mainLessonId}/lessons`)) as {
    data: { id: number }[];
  };
  const bodies = [await bodyOf(`/main-lessons/${mainLessonId}`)];
  const lessons = [];
  for (const { id } of listed.data) {
    const body = await bodyOf(`/lessons/${id}`);
    bodies.push(body);
    lessons.push({ id, hash: sha256(body) });
  }
  const files = bodies.flatMap((body) =>
    [...body.matchAll(/\/uploads\/(\w+\.\w+)/g)].map(([, name]) => name),
  );
  return { lessons, files: [...new Set(files)].sort() };
}

const anyEdit = fc.record({
  kind: fc.constantFrom(
    'create',
    'write',
    'write',
    'status',
    'course',
    'place',
    'delete',
    'type',
    'cover',
    'publish',
  ),
  at: fc.nat(9),
  choice: fc.nat(3),
});

it('base and deltas make the same pack as a full one, after any edits and however old the base is', async () => {
  const courses = [(await course()).id, (await course()).id] as const;
  const types = [(await content.createLessonType()).id, (await content.createLessonType()).id];
  const [watched] = courses;
  const lessons: number[] = [];
  let count = 0;
  const sectionWith = (picture: number) => ({
    title: 'ពាក្យ "quoted" \\ \u2028',
    content: `Hello ${count} [x] : សួស្តី`,
    html: `<p>🙂</p><img src="/uploads/picture${picture}.png">`,
  });

  async function edit({ kind, at, choice }: { kind: string; at: number; choice: number }): Promise<void> {
    count += 1;
    const id = lessons[at % Math.max(1, lessons.length)];
    if (kind === 'type') {
      // A new title also changes the lessons of the type; a new icon does not.
      const fields =
        choice === 0 ? { title: `Renamed ${count}` } : { icon: `icon${choice}.svg`, iconMode: 'file' };
      return change('PATCH', `lesson-type/${types[at % 2]}`, fields);
    }
    if (kind === 'cover')
      return change('PATCH', `main-lessons/${watched}`, { imageCover: `cover${choice}.png` });
    if (kind === 'publish') {
      await change('PATCH', `main-lessons/${watched}`, { status: 'draft' });
      expect(await ask(watched)).toMatchObject({ refusal: { status: 404 } });
      return change('PATCH', `main-lessons/${watched}`, { status: 'published' });
    }
    if (kind === 'create' || id === undefined) {
      const created = await lesson(courses[choice === 0 ? 1 : 0], {
        lessonTypeId: types[at % 2],
        status: choice === 1 ? 'draft' : 'published',
        sections: [sectionWith(choice)],
      });
      lessons.push(created.id);
      return;
    }
    if (kind === 'delete') {
      lessons.splice(lessons.indexOf(id), 1);
      return change('DELETE', `lessons/${id}`);
    }
    if (kind === 'place') return change('PATCH', `lessons/${id}/position`, { afterId: null });
    const fields = {
      write: { title: `Written ${count}`, sections: [sectionWith(choice)] },
      status: { status: choice % 2 === 0 ? 'draft' : 'published' },
      course: { mainLessonId: courses[choice % 2] },
    }[kind];
    return change('PATCH', `lessons/${id}`, fields);
  }

  // One app updates after every round, one after every third, and one only at the end.
  const [eager, slow, last] = [createClient(watched), createClient(watched), createClient(watched)];
  await last.update();
  const rounds = fc.sample(fc.array(anyEdit, { minLength: 1, maxLength: 5 }), {
    numRuns: depth(5, 24),
    seed: 20_261_123,
  });
  for (const [round, edits] of rounds.entries()) {
    for (const one of edits) await edit(one);
    const fresh = createClient(watched);
    expect((await fresh.update()).full).toBe(true);
    await eager.update();
    if (round % 3 === 0) await slow.update();
    await read(courses[1]);
    const expected = await published(watched);
    expect({ round, edits, held: fresh.held() }).toEqual({ round, edits, held: expected });
    expect({ round, edits, held: eager.held() }).toEqual({ round, edits, held: expected });
  }
  expect(await slow.update()).toMatchObject({ full: false });
  expect(await last.update()).toMatchObject({ full: false });
  const expected = await published(watched);
  expect(expected.lessons.length).toBeGreaterThan(0);
  expect([slow.held(), last.held()]).toEqual([expected, expected]);
});

describe('a delta', () => {
  it('has one entry after one edit or one move of a lesson, and none without a change', async () => {
    const { id } = await course();
    const lessons = [];
    for (let count = 0; count < 12; count += 1) lessons.push(await lesson(id));
    const base = await read(id);
    expect([base.full, base.lessons.length, base.files]).toEqual([true, 12, ['cover.png']]);
    expect(await read(id, base.version)).toMatchObject({ version: base.version, lessons: [], files: [] });

    const { id: edited } = lessons[4] ?? { id: 0 };
    const nothing = { files: [], removed: { lessons: [], files: [] }, full: false };
    await change('PATCH', `lessons/${edited}`, { description: 'Changed' });
    const delta = await read(id, base.version);
    expect(delta).toMatchObject({ ...nothing, lessons: [{ id: edited }] });
    expect(delta.lessons[0]?.hash).toBe(sha256(await bodyOf(`/lessons/${edited}`)));

    await change('PATCH', `lessons/${edited}/position`, { afterId: null });
    expect(await read(id, delta.version)).toMatchObject({ ...nothing, lessons: [{ id: edited }] });

    await change('DELETE', `lessons/${edited}`);
    expect(await read(id, base.version)).toMatchObject({
      lessons: [],
      removed: { lessons: [edited], files: [] },
    });
  });

  it('is everything for a version that is not known', async () => {
    const { id } = await course();
    const one = await lesson(id);
    const { version } = await read(id);
    const [epoch = ''] = version.split('.');
    for (const unknown of ['', 'x', '0.1', `${epoch}.`, `${epoch}.99`, `${epoch}.0`, `${epoch}.1e0`, '$.{}'])
      expect({ unknown, ...(await read(id, unknown)) }).toMatchObject({
        unknown,
        version,
        full: true,
        lessons: [{ id: one.id }],
      });
  });

  it('is the same on two instances that are asked at once, and reading writes nothing', async () => {
    const { id } = await course();
    const { id: edited } = await lesson(id);
    const other = await startContent({ share: content });
    const packs = content.service.connection.collection<{ _id: number }>('packs');
    try {
      const { version } = await read(id);
      for (let round = 0; round < 5; round += 1) {
        await change('PATCH', `lessons/${edited}`, { title: `Round ${round}` });
        const answers = await Promise.all(
          [content, other, content, other].map((one) => ask(id, version, false, one)),
        );
        expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
        expect(answers[0]?.part?.lessons).toMatchObject([{ id: edited }]);
      }
      const stored = await packs.findOne({ _id: id });
      for (let call = 0; call < 3; call += 1) await read(id);
      expect(await packs.findOne({ _id: id })).toEqual(stored);
    } finally {
      await other.close();
    }
  });

  it('reads the texts of the changed lesson alone, by an index', async () => {
    const { id } = await course();
    const lessons = [];
    for (let count = 0; count < 5; count += 1) lessons.push((await lesson(id)).id);
    const { version } = await read(id);
    await change('PATCH', `lessons/${lessons[2]}`, { title: 'Other' });
    const collections = ['lessons', 'main_lessons', 'lesson_types', 'packs', 'owning_purchases'];
    const profiler = await createQueryProfiler(content.service.connection, collections);
    const commands = await profiler.captureReads(() => read(id, version));
    await profiler.stop();
    expect(commands.length).toBeGreaterThan(0);
    expect(commands.filter(isScanOrSort).map(summarizeCommand)).toEqual([]);
    const byId = commands.filter(
      ({ ns, command }) => ns.endsWith('.lessons') && Object.hasOwn(command.filter ?? {}, '_id'),
    );
    expect(byId.map(({ command }) => command.filter)).toEqual([
      { _id: { $in: [lessons[2]] }, visibility: 'public' },
    ]);
  });
});

describe('the pack of a paid main lesson', () => {
  let purchases = 0;
  async function announce(id: number, version: number, state: Parameters<typeof buildPurchaseState>[0]) {
    purchases += 1;
    const marker = buildEntityEvent(purchaseEvent, 1_000_000 + purchases, 1, null);
    const event = buildEntityEvent(purchaseEvent, id, version, buildPurchaseState({ id, ...state }));
    await publishEvents(content.service.nats, [event, marker]);
    const [consumer] = content.service.consumers;
    expect(await consumer?.waitForVersion(purchaseEvent, marker.entityId, 1, 40_000)).toBe(true);
  }

  it('is only for a learner who owns it, until the refund', async () => {
    const { id } = await course({ free: false, price: 499 });
    const { id: lessonId } = await lesson(id);
    const locked = {
      refusal: {
        status: 403,
        code: 'locked',
        message: 'This offline pack belongs to a paid main lesson',
      },
    };
    expect(await ask(id)).toEqual(locked);
    expect(await ask(id, null, true)).toEqual(locked);

    await announce(1, 1, { mainLessonId: id });
    expect(await ask(id)).toEqual(locked);
    const { part } = await ask(id, null, true);
    expect(part?.mainLesson).toMatchObject({ id, hasAccess: true, lessonCount: 1 });
    const owned = await content.call<string>('GET', `/api/v1/lessons/${lessonId}`, undefined, {
      as: 'learner',
      text: true,
    });
    expect(owned.body).toContain(section.title);
    expect(part?.lessons).toMatchObject([{ id: lessonId, hash: sha256(owned.body) }]);

    await announce(1, 2, { mainLessonId: id, paymentStatus: 'refunded', refundedAmount: 499 });
    expect(await ask(id, part?.version ?? null, true)).toEqual(locked);
  });
});

it('is refused for a main lesson that is unknown, a draft or too large', async () => {
  const missing = { refusal: { status: 404, code: 'not_found', message: 'Main lesson not found' } };
  expect(await ask(999_999)).toEqual(missing);
  expect(await ask((await content.createMainLesson()).id)).toEqual(missing);

  const { id } = await course();
  const { id: model } = await lesson(id);
  const lessons = content.service.connection.collection<{ _id: number }>('lessons');
  const stored = await lessons.findOne({ _id: model });
  const copies = Array.from({ length: packLimits.lessons }, (_, at) => ({ ...stored, _id: 5_000_000 + at }));
  await lessons.insertMany(copies);
  expect(await ask(id)).toEqual({
    refusal: {
      status: 422,
      code: 'unprocessable',
      message: 'This main lesson is too large for an offline pack',
    },
  });
  await lessons.deleteMany({ _id: { $gte: 5_000_000 } });
  expect(await read(id)).toMatchObject({ lessons: [{ id: model }] });
});

it('is answered to the gateway alone', async () => {
  const body = { mainLessonId: 1, learnerId: null, since: null };
  for (const as of ['admin', 'app', 'learner', 'nobody'] as const)
    expect((await content.call('POST', '/internal/packs/content', body, { as })).status).toBe(403);
});
