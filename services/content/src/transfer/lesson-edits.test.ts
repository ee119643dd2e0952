import { join } from 'node:path';
import {
  headerNames,
  type ItemEdits,
  itemEditMessages,
  type Lesson,
  type LessonSummary,
  type VersionEntry,
} from '@khmer-learning/contracts';
import { createInternalTokenSigner, localInternalPrivateKey } from '@khmer-learning/service-kit';
import { eventually, findAuditRecords, runServer } from '@khmer-learning/test-kit';
import { buildLessonBody, startContent, type TestContent } from '../content.test-kit.ts';

let content: TestContent;
let here: number;
let there: number;
let lessonTypeId: number;
let otherTypeId: number;

beforeAll(async () => {
  content = await startContent();
  lessonTypeId = (await content.createLessonType()).id;
  otherTypeId = (await content.createLessonType({ title: 'Songs' })).id;
});
afterAll(() => content.close());
beforeEach(async () => {
  here = (await content.createMainLesson({ status: 'published' })).id;
  there = (await content.createMainLesson({ title: 'There' })).id;
});

const create = (title: string, fields = {}) =>
  content.createLesson({ mainLessonId: here, lessonTypeId, title, ...fields });
const begin = (edits: readonly object[]) =>
  content.call<ItemEdits & { message?: string; issues?: unknown }>('POST', '/api/lesson-edits', { edits });
/** Waits for the outcome, however busy the machine is. */
async function whenOver({ id }: ItemEdits): Promise<ItemEdits> {
  return eventually(async () => {
    const { body } = await content.call<ItemEdits>('GET', `/api/lesson-edits/${id}`);
    expect(['applying', 'undoing']).not.toContain(body.state);
    return body;
  });
}
async function edit(edits: readonly object[]) {
  const { status, body } = await begin(edits);
  return { status, body: status === 201 ? await whenOver(body) : body };
}
const undo = async (id: number) =>
  whenOver((await content.call<ItemEdits>('POST', `/api/lesson-edits/${id}/undo`)).body);
const read = async (id: number) => (await content.call<Lesson>('GET', `/api/lessons/${id}`)).body;
const lessonsOf = async (mainLessonId: number) =>
  (await content.call<LessonSummary[]>('GET', `/api/main-lessons-details/${mainLessonId}`)).body;
const titlesOf = async (mainLessonId: number) => (await lessonsOf(mainLessonId)).map(({ title }) => title);

/** What a call answers, and the audit records that it makes. */
async function withRecords<T>(call: () => Promise<T>): Promise<T & { records: object[] }> {
  const records = () => findAuditRecords(content.service.connection);
  const before = new Set((await records()).map(({ id }) => id));
  const answer = await call();
  return { ...answer, records: (await records()).filter(({ id }) => !before.has(id)) };
}

/** Many lessons of `here`; the last ones are not in the first transaction of an edit. */
async function createMany(count: number): Promise<readonly number[]> {
  const { id } = await create('Lesson 0');
  const rows = content.service.connection.collection<{ _id: number; title: string; position: number }>(
    'lessons',
  );
  const like = await rows.findOne({ _id: id });
  if (!like) throw new Error(`No lesson ${id}`);
  const ids = Array.from({ length: count }, (_, n) => (n === 0 ? id : here * 100_000 + n));
  await rows.insertMany(
    ids.slice(1).map((_id, n) => ({ ...like, _id, position: _id, title: `Lesson ${n + 1}` })),
  );
  return ids;
}

it('edits lessons with one record in the audit log, and takes it back', async () => {
  const first = await create('First', { status: 'published' });
  const second = await create('Second');
  const third = await create('Third');
  const { status, body, records } = await withRecords(() =>
    edit([
      { id: first.id, version: 1, title: 'ទីមួយ', lessonTypeId: otherTypeId, level: 'Advanced' },
      { id: second.id, version: 1, mainLessonId: there, description: 'Elsewhere' },
    ]),
  );
  expect({ status, body }).toMatchObject({ status: 201, body: { state: 'applied', items: 2, done: 2 } });
  const { title, level, lessonType, image, version } = await read(first.id);
  expect({ title, level, type: lessonType.title, image, version }).toEqual({
    ...{ title: 'ទីមួយ', level: 'Advanced', type: 'Songs', image: 'songs', version: 2 },
  });
  expect(await titlesOf(here)).toEqual(['ទីមួយ', 'Third']);
  expect(await titlesOf(there)).toEqual(['Second']);
  expect(records).toMatchObject([
    {
      ...{ action: 'edited-together', title: 'First, Second', detail: '2 items', actor: { role: 'teacher' } },
      fields: ['title', 'lessonTypeId', 'level', 'description', 'mainLessonId'],
    },
  ]);
  const { body: history } = await content.call<{ versions: VersionEntry[] }>(
    'GET',
    `/api/lessons/${first.id}/versions`,
  );
  expect(JSON.stringify(history)).toContain('lessonTypeId');

  const list = async () =>
    (await content.call<{ data: ItemEdits[] }>('GET', '/api/lesson-edits')).body.data.map(({ id }) => id);
  expect(await list()).toEqual([body.id]);
  const others = content.call('POST', `/api/lesson-edits/${body.id}/undo`, undefined, { as: 'admin' });
  expect(await others).toMatchObject({ status: 404 });
  expect(await undo(body.id)).toMatchObject({ state: 'undone', problem: null, titles: 'First, Second' });
  expect(await list()).toEqual([]);
  expect(await titlesOf(here)).toEqual(['First', 'Second', 'Third']);
  expect(await read(first.id)).toMatchObject({ level: first.level, image: first.image, lessonTypeId });
  expect(await read(third.id)).toEqual(third);
  expect(await content.call('POST', `/api/lesson-edits/${body.id}/undo`)).toMatchObject({
    ...{ status: 409, body: { message: itemEditMessages.notUndoable } },
  });
});

it('changes nothing when a lesson cannot be edited, and names each', async () => {
  const good = await create('Good');
  const stale = await create('Stale');
  await content.call('PATCH', `/api/lessons/${stale.id}`, { title: 'Newer' });
  const reworked = await create('Reworked', { status: 'published' });
  const contents = buildLessonBody({ mainLessonId: here, lessonTypeId, title: 'Later' });
  await content.call('PUT', `/api/lessons/${reworked.id}/working-copy`, { contents });
  const gone = await create('Gone');
  await content.call('DELETE', `/api/lessons/${gone.id}`);
  const edits = [good, stale, reworked, gone].map(({ id }) => ({ id, version: 1, level: 'Advanced' }));
  expect(await edit(edits)).toMatchObject({
    status: 409,
    body: {
      message: itemEditMessages.refused,
      issues: [
        { path: 'edits.1', message: 'This lesson was changed by someone else' },
        { path: 'edits.2', message: itemEditMessages.hasWorkingCopy },
        { path: 'edits.3', message: 'Lesson not found' },
      ],
    },
  });
  expect(await edit([{ id: good.id, version: 1, mainLessonId: 999_999 }])).toMatchObject({
    ...{ status: 400, body: { issues: [{ path: 'edits.0', message: 'Main lesson not found' }] } },
  });
  expect(await read(good.id)).toEqual(good);
});

it('publishes and unpublishes with what is not published yet, in one record each, and takes it back', async () => {
  const draft = await create('Draft');
  const reworked = await create('Reworked', { status: 'published' });
  const contents = buildLessonBody({ mainLessonId: there, lessonTypeId, title: 'Later' });
  const rework = (title: string) =>
    content.call('PUT', `/api/lessons/${reworked.id}/working-copy`, { contents: { ...contents, title } });
  const copy = async () =>
    (await content.call<{ contents: object }>('GET', `/api/lessons/${reworked.id}/working-copy`)).body
      .contents;
  const present = async () =>
    (await Promise.all([draft, reworked].map(({ id }) => read(id)))).map(({ title, status }) => [
      title,
      status,
    ]);
  const all = async (status: string) => {
    const lessons = await Promise.all([draft, reworked].map(({ id }) => read(id)));
    const edits = lessons.map(({ id, version }) => ({ id, version, status }));
    const { body, records } = await withRecords(() => edit(edits));
    return { ...body, records };
  };
  await rework('Later');
  const published = await all('published');
  expect(published).toMatchObject({ state: 'applied', change: 'published' });
  expect(await present()).toEqual([
    ['Draft', 'published'],
    ['Later', 'published'],
  ]);
  expect(await copy()).toBeUndefined();
  expect(await titlesOf(there)).toEqual(['Later']);
  expect(published.records).toMatchObject([
    { action: 'status', title: 'Draft, Reworked', detail: 'published, 2 items', fields: ['status'] },
  ]);
  await undo(published.id);
  expect(await present()).toEqual([
    ['Draft', 'draft'],
    ['Reworked', 'published'],
  ]);
  expect(await copy()).toMatchObject({ title: 'Later' });
  expect(await titlesOf(here)).toEqual(['Draft', 'Reworked']);

  const unpublished = await all('draft');
  expect(unpublished).toMatchObject({ state: 'applied', change: 'unpublished' });
  expect(await present()).toEqual([
    ['Draft', 'draft'],
    ['Later', 'draft'],
  ]);
  await undo(unpublished.id);
  expect(await present()).toEqual([
    ['Draft', 'draft'],
    ['Reworked', 'published'],
  ]);
  expect(await copy()).toMatchObject({ title: 'Later' });

  // Begun since, changes stay.
  const again = await all('published');
  await rework('Newer');
  expect(await undo(again.id)).toMatchObject({
    problem: 'Kept because someone has changed it since: lesson "Reworked"',
  });
  expect(await copy()).toMatchObject({ title: 'Newer' });
});

it('deletes with one record in the audit log, and restores each in its place', async () => {
  const lessons = [await create('One'), await create('Two', { status: 'published' }), await create('Three')];
  const [one, two] = lessons;
  const edits = [one, two].map((lesson) => ({ id: lesson?.id, version: 1, deleted: true }));
  const { body, records } = await withRecords(() => edit(edits));
  expect(body).toMatchObject({ state: 'applied', change: 'deleted', items: 2 });
  expect(await titlesOf(here)).toEqual(['Three']);
  expect(records).toMatchObject([
    { action: 'deleted', title: 'One, Two', detail: 'deleted, 2 items', fields: [] },
  ]);
  const deletedIds = async () =>
    (await content.call<{ data: { id: number }[] }>('GET', '/api/deleted-lessons')).body.data.map(
      ({ id }) => id,
    );
  expect(await deletedIds()).toEqual(expect.arrayContaining([one?.id, two?.id]));
  expect(await undo(body.id)).toMatchObject({ state: 'undone', problem: null });
  expect(await titlesOf(here)).toEqual(['One', 'Two', 'Three']);
  expect(await read(two?.id ?? 0)).toMatchObject({ status: 'published', version: 3 });
  expect(await deletedIds()).not.toContain(one?.id);
});

it.each([
  ['no lesson', [], itemEditMessages.items],
  ['nothing to change', [{ id: 1, version: 1 }], itemEditMessages.nothing],
  [
    'a change of what is deleted',
    [{ id: 1, version: 1, deleted: true, status: 'draft' }],
    itemEditMessages.deletedOnly,
  ],
  ['a blank title', [{ id: 1, version: 1, title: ' ' }], 'Title is required'],
  [
    'a lesson twice',
    [
      { id: 1, version: 1, level: 'Advanced' },
      { id: 1, version: 1, level: 'Advanced' },
    ],
    itemEditMessages.twice,
  ],
  [
    'too many lessons',
    Array.from({ length: 1_001 }, (_, n) => ({ id: n + 1, version: 1, level: 'Advanced' })),
    itemEditMessages.tooMany,
  ],
])('refuses %s', async (_what, edits, message) => {
  expect(await edit(edits)).toMatchObject({ status: 400, body: { message } });
});

it('leaves alone what was changed since when an edit is taken back', async () => {
  const lessons = [await create('One'), await create('Two')];
  const { body } = await edit(lessons.map(({ id }) => ({ id, version: 1, level: 'Advanced' })));
  await content.call('PATCH', `/api/lessons/${lessons[1]?.id}`, { title: 'Mine' });
  expect(await undo(body.id)).toMatchObject({
    ...{ state: 'undone', problem: 'Kept because someone has changed it since: lesson "Two"' },
  });
  expect((await lessonsOf(here)).map(({ title, level }) => [title, level])).toEqual([
    ['One', 'Beginner'],
    ['Mine', 'Advanced'],
  ]);
});

describe('an edit that takes several transactions', () => {
  let ids: readonly number[];
  let answer: ReturnType<typeof begin>;
  let release: () => Promise<void>;

  beforeEach(async () => {
    ids = await createMany(60);
    // The second transaction waits.
    release = await content.holdRows('lessons', { _id: ids[55] });
    answer = begin(
      ids.map((id, n) => ({ id, version: 1, level: 'Advanced', ...(n === 59 && { mainLessonId: there }) })),
    );
    await eventually(async () => expect((await read(ids[0] ?? 0)).level).toBe('Advanced'));
  });
  afterEach(() => release());

  /** The edit as it is stored. */
  const last = () =>
    content.service.connection.collection<{ _id: number }>('imports').findOne({}, { sort: { _id: -1 } });
  const levels = async () => new Set((await lessonsOf(here)).map(({ level }) => level));

  it('is taken back when a lesson cannot be edited anymore', async () => {
    await content.call('DELETE', `/api/main-lesson/${there}`);
    await release();
    await answer;
    await eventually(async () =>
      expect(await last()).toMatchObject({
        state: 'failed',
        problem: 'Nothing was changed, because of one item (lesson "Lesson 59": Main lesson not found)',
      }),
    );
    expect(await levels()).toEqual(new Set(['Beginner']));
  });

  it('is cancelled', async () => {
    const { _id: id = 0 } = (await last()) ?? {};
    const cancelled = undo(id);
    await release();
    expect(await cancelled).toMatchObject({ id, state: 'undone' });
    await answer;
    expect(await levels()).toEqual(new Set(['Beginner']));
  });
});

deep.it('is finished by a running instance when another one is killed', async () => {
  const { MONGODB_URI, NATS_URL } = content.service.config;
  const server = join(import.meta.dirname, '../server.ts');
  const run = await runServer('content', server, { env: { MONGODB_URI, NATS_URL } });
  const ids = await createMany(300);
  const release = await content.holdRows('lessons', { _id: ids[250] });
  const address = /"address":"(http:[^"]+)"/.exec(run.lines.join('\n'))?.[1];
  const token = createInternalTokenSigner(localInternalPrivateKey)({
    audience: 'content',
    requestId: 'killed',
    principal: {
      kind: 'session',
      userId: 2,
      role: 'teacher',
      sessionId: 's-2',
      sessionExpiresAt: 4_102_444_800,
    },
  });
  const sent = fetch(`${address}/api/lesson-edits`, {
    method: 'POST',
    headers: { [headerNames.internalToken]: token, 'content-type': 'application/json' },
    body: JSON.stringify({ edits: ids.map((id) => ({ id, version: 1, level: 'Advanced' })) }),
  }).catch(() => undefined);
  await eventually(async () => expect((await read(ids[0] ?? 0)).level).toBe('Advanced'));
  run.signal('SIGKILL');
  await release();
  await Promise.all([run.exited, sent]);
  await eventually(
    async () =>
      expect(
        (await lessonsOf(here)).filter(({ level, version }) => level === 'Advanced' && version === 2),
      ).toHaveLength(300),
    { timeoutMs: 100_000 },
  );
});
