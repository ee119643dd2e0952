import {
  type ContentRelease,
  contentReleaseLimits,
  contentReleaseMessages,
  type EntityEvent,
  headerNames,
  type Issue,
  type Lesson,
  quizReleaseEvent,
  type ReleasedItem,
  scheduleMessages,
} from '@khmer-learning/contracts';
import { createInternalTokenSigner, localInternalPrivateKey } from '@khmer-learning/service-kit';
import {
  buildEntityEvent,
  captureTransactionSizes,
  eventually,
  findAuditRecords,
  publishEvents,
  republishAll,
} from '@khmer-learning/test-kit';
import { startContent, type TestContent } from '../content.test-kit.ts';

const path = '/api/content-releases';
let content: TestContent;
let lessonTypeId: number;

beforeAll(async () => {
  content = await startContent();
  lessonTypeId = (await content.createLessonType()).id;
});
afterAll(() => content.close());

const releases = () =>
  content.service.connection.collection<{ _id: number; heldUntil: Date; at: Date; failures?: number }>(
    'content_releases',
  );
const soon = () => new Date(Date.now() + 3_600_000).toISOString();
const read = async (lesson: { id: number }) =>
  (await content.call<Lesson>('GET', `/api/lessons/${lesson.id}`)).body;
const statusInV1 = async ({ id }: { id: number }) =>
  (await content.call('GET', `/api/v1/lessons/${id}`, undefined, { as: 'app' })).status;
const get = async (id: number) => (await content.call<ContentRelease>('GET', `${path}/${id}`)).body;

const item = (
  { id, version }: { id: number; version: number },
  entity: ReleasedItem['entity'] = 'lesson',
): ReleasedItem => ({ entity, id, version, of: 'item' });

type Refused = { message: string; issues?: readonly Issue[] };
const release = <T = ContentRelease>(items: readonly ReleasedItem[], at: string | null = null) =>
  content.call<T>('POST', path, { items, at });

async function createLesson(
  mainLesson: { id: number } | null = null,
  overrides: Record<string, unknown> = {},
): Promise<Lesson> {
  const mainLessonId = (mainLesson ?? (await content.createMainLesson({ status: 'published' }))).id;
  return content.createLesson({ mainLessonId, lessonTypeId, ...overrides });
}

/** A published lesson with a working copy of another title. */
async function createChanged(title: string): Promise<ReleasedItem> {
  const lesson = await createLesson(null, { status: 'published' });
  return saveCopy(lesson, title);
}

async function saveCopy(
  lesson: Omit<Lesson, 'sections'> & { sections: readonly object[] },
  title: string,
): Promise<ReleasedItem> {
  const { mainLessonId, description, level, image, sections } = lesson;
  const contents = { mainLessonId, lessonTypeId, title, description, level, image, sections };
  const saved = await content.call<{ version: number }>('PUT', `/api/lessons/${lesson.id}/working-copy`, {
    contents,
  });
  expect(saved.status).toBe(200);
  return { entity: 'lesson', id: lesson.id, version: saved.body.version, of: 'working-copy' };
}

/** Makes what is scheduled due. */
async function passTime(id: number): Promise<void> {
  await releases().updateOne({ _id: id }, { $set: { at: new Date(0), heldUntil: new Date(0) } });
  // A commit hastens the next look.
  await content.createLessonType();
}

/** Answers as quizzes would. */
const answer = (id: number, version: number, state: object | null) =>
  publishEvents(content.service.nats, [buildEntityEvent(quizReleaseEvent, id, version, state)]);

/** The last event of a release, when it has a version. */
async function request(id: number, version: number): Promise<EntityEvent> {
  return eventually(async () => {
    const row = await content.service.connection
      .collection('outbox')
      .findOne({ subject: `events.content.content-release.${id}`, version });
    if (!row) throw new Error(`No version ${version}`);
    return JSON.parse(String(row.payload)) as EntityEvent;
  });
}

const recordsOf = async (entity: string, id: number) =>
  (await findAuditRecords(content.service.connection))
    .filter((record) => record.entity === entity && record.entityId === String(id))
    .sort((one, other) => one.at.localeCompare(other.at));

describe('a release of lessons and main lessons', () => {
  it('publishes drafts and working copies in one transaction, and says so of each and of all', async () => {
    const mainLesson = await content.createMainLesson({ title: 'The market' });
    const lesson = await createLesson(mainLesson, { title: 'Fruit' });
    const changed = await createChanged('Vegetables');
    const { status, headers, body } = await release([item(lesson), item(mainLesson, 'main-lesson'), changed]);
    expect({ status, body }).toMatchObject({ status: 201, body: { state: 'done', at: null, failure: null } });
    expect(headers['x-event']).toBe(`main-lesson.${mainLesson.id}@2`);
    expect(await statusInV1(lesson)).toBe(200);
    expect(await read(changed)).toMatchObject({ title: 'Vegetables', version: 2 });
    expect(await read(changed)).not.toHaveProperty('workingCopy');
    const detail = expect.stringContaining(`release ${body.id}`) as string;
    expect((await recordsOf('lesson', lesson.id)).at(-1)).toMatchObject({ action: 'status', detail });
    expect((await recordsOf('lesson', changed.id)).at(-1)).toMatchObject({
      action: 'working-copy-published',
      detail,
      actor: { id: 2 },
    });
    expect(await recordsOf('content-release', body.id)).toMatchObject([
      { action: 'released', title: 'Fruit, The market, Vegetables', actor: { id: 2 } },
    ]);
  });

  it('publishes nothing when one item is stale, gone or has nothing to publish, and says which', async () => {
    const good = await createLesson();
    const stale = await createLesson();
    await content.call('PATCH', `/api/lessons/${stale.id}`, { title: 'Newer' });
    const published = await createLesson(null, { status: 'published' });
    const gone = { id: 999_999, version: 1 };
    const refused = await release<Refused>([item(good), item(stale), item(gone), item(published)]);
    expect(refused).toMatchObject({ status: 409, body: { message: contentReleaseMessages.refused } });
    expect(refused.body.issues).toEqual([
      { path: 'items.1', message: 'This lesson was changed by someone else' },
      { path: 'items.2', message: 'Lesson not found' },
      { path: 'items.3', message: 'This lesson was changed by someone else' },
    ]);
    const nothing = await release<Refused>([{ ...item(published), of: 'working-copy' }]);
    expect(nothing.body.issues).toEqual([{ path: 'items.0', message: scheduleMessages.isPublished }]);
    expect(await read(good)).toMatchObject({ status: 'draft', version: 1 });
  });

  it('refuses a working copy whose lesson was saved since', async () => {
    const changed = await createChanged('Mine');
    await content.call('PATCH', `/api/lessons/${changed.id}`, { title: 'Theirs' });
    const refused = await release<Refused>([changed]);
    expect(refused.body.issues).toEqual([
      { path: 'items.0', message: 'This lesson was saved since its working copy was begun' },
    ]);
  });

  it('checks its size: at most 50 items, and what one transaction can have', async () => {
    const some = item({ id: 1, version: 1 });
    expect(await release([])).toMatchObject({ status: 400 });
    expect(await release([some, some])).toMatchObject({ status: 400 });
    const many = Array.from({ length: contentReleaseLimits.items + 1 }, (_, index) => ({
      ...some,
      id: index + 1,
    }));
    expect(await release<Refused>(many)).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'items', message: contentReleaseMessages.tooMany }] },
    });
    const mainLesson = await content.createMainLesson({ status: 'published' });
    // As large as a lesson may be, with many different words.
    const large = async () => {
      const text = Array.from({ length: 15_000 }, (_, index) => `${(index % 5_000).toString(36)}w`).join(' ');
      const sections = Array.from({ length: 12 }, (_, n) => ({ title: `Part ${n}`, content: text }));
      const lesson = await content.createLesson({
        mainLessonId: mainLesson.id,
        lessonTypeId,
        status: 'published',
      });
      return saveCopy({ ...lesson, sections }, 'Large');
    };
    const perLesson = 800_000;
    const lessons: ReleasedItem[] = [];
    while (lessons.length < Math.floor(contentReleaseLimits.bytes / perLesson)) lessons.push(await large());
    const sizes = await captureTransactionSizes(content.service.connection, 'lessons', async () => {
      expect(await release(lessons)).toMatchObject({ status: 201 });
    });
    expect(Math.max(...sizes.map(({ bytes }) => bytes))).toBeLessThan(16_000_000);
    const more = [await large(), await large(), await large(), await large()];
    expect(await release<Refused>(more)).toMatchObject({
      status: 400,
      body: { message: contentReleaseMessages.tooLarge },
    });
  });

  it('is for those who may publish', async () => {
    const session = { kind: 'session', userId: 2, role: 'teacher', sessionId: 's' } as const;
    const principal = {
      ...session,
      sessionExpiresAt: 4_102_444_800,
      rights: { canPublish: false, mainLessonIds: null },
    };
    const sign = createInternalTokenSigner(localInternalPrivateKey);
    const token = sign({ audience: 'content', requestId: 'request-1', principal });
    const headers = { [headerNames.internalToken]: token };
    const lesson = await createLesson();
    const body = { items: [item(lesson)], at: soon() };
    expect((await content.call('POST', path, body, { headers })).status).toBe(403);
    const { id } = (await release([item(lesson)], soon())).body;
    expect((await content.call('PATCH', `${path}/${id}`, { at: soon() }, { headers })).status).toBe(403);
    expect((await content.call('DELETE', `${path}/${id}`, undefined, { headers })).status).toBe(403);
    expect((await content.call('GET', `${path}/${id}`, undefined, { headers })).status).toBe(200);
  });
});

describe('a release at a time', () => {
  it('publishes what was saved last, ends the schedules of its items, and can be listed, moved and cancelled', async () => {
    const lesson = await createLesson(null, { title: 'First' });
    const at = soon();
    const own = { action: 'publish', at, version: 1 };
    expect((await content.call('PUT', `/api/lessons/${lesson.id}/schedule`, own)).status).toBe(200);
    const { body } = await release([item(lesson)], at);
    expect(body).toMatchObject({ state: 'scheduled', at, createdBy: { id: 2 } });
    await content.call('PATCH', `/api/lessons/${lesson.id}`, { title: 'Last' });
    const list = async () => {
      const query = `from=${new Date(0).toISOString()}&until=${new Date(Date.now() + 1e9).toISOString()}`;
      const { body: listed } = await content.call<{ data: ContentRelease[] }>('GET', `${path}?${query}`);
      return listed.data.find(({ id }) => id === body.id);
    };
    expect(await list()).toEqual(body);
    const later = new Date(Date.now() + 7_200_000).toISOString();
    expect(await content.call('PATCH', `${path}/${body.id}`, { at: later })).toMatchObject({
      status: 200,
      body: { at: later, state: 'scheduled' },
    });
    await passTime(body.id);
    await eventually(async () => expect(await get(body.id)).toMatchObject({ state: 'done' }));
    const published = await read(lesson);
    expect(published).toMatchObject({ title: 'Last', status: 'published' });
    expect(published).not.toHaveProperty('schedule');
    expect(await list()).toBeUndefined();
    expect((await recordsOf('content-release', body.id)).map(({ action }) => action)).toEqual([
      'scheduled',
      'scheduled',
      'released',
    ]);
    expect(await content.call('DELETE', `${path}/${body.id}`)).toMatchObject({ status: 409 });

    const other = await release([item(await createLesson())], at);
    expect(await content.call('DELETE', `${path}/${other.body.id}`)).toMatchObject({
      status: 200,
      body: { message: contentReleaseMessages.cancelled },
    });
    expect((await content.call('GET', `${path}/${other.body.id}`)).status).toBe(404);
  });

  it('fails as a whole with the reason, and is tried again at another time', async () => {
    const [lesson, deleted] = [await createLesson(), await createLesson()];
    const { body } = await release([item(lesson), item(deleted)], soon());
    await content.call('DELETE', `/api/lessons/${deleted.id}`);
    await passTime(body.id);
    const failure = {
      message: contentReleaseMessages.refused,
      items: [{ entity: 'lesson', id: deleted.id, title: '', message: 'Lesson not found' }],
    };
    await eventually(async () => expect(await get(body.id)).toMatchObject({ state: 'failed', failure }));
    expect(await read(lesson)).toMatchObject({ status: 'draft' });

    await content.call('POST', `/api/deleted-lessons/${deleted.id}/restore`);
    const moved = await content.call<ContentRelease>('PATCH', `${path}/${body.id}`, { at: soon() });
    expect(moved.body).toMatchObject({ state: 'scheduled', failure: null });
    await passTime(body.id);
    await eventually(async () => expect(await get(body.id)).toMatchObject({ state: 'done' }));
    expect(await read(deleted)).toMatchObject({ status: 'published' });
  });
});

it('grants the reviews of what it publishes', async () => {
  const [draft, changed] = [await createLesson(), await createLesson(null, { status: 'published' })];
  const copy = await saveCopy(changed, 'Reworked');
  for (const { id, version } of [item(draft), copy])
    expect((await content.call('PUT', `/api/lessons/${id}/review`, { version })).status).toBe(200);
  expect((await release([item(draft), copy])).body).toMatchObject({ state: 'done' });
  for (const { id } of [draft, changed]) {
    expect(await read({ id })).not.toHaveProperty('review');
    const records = await recordsOf('lesson', id);
    expect(records.map(({ action }) => action)).toContain('review-granted');
  }
});

describe('what somebody has saved since who may not publish', () => {
  const names = () => content.service.connection.collection<{ _id: number }>('user_names');
  const rightOf2 = (mayPublish: boolean) =>
    names().updateOne({ _id: 2 }, { $set: { mayPublish } }, { upsert: true });
  afterEach(() => rightOf2(true));

  it('is not published, of drafts and of working copies', async () => {
    for (const isPublished of [false, true]) {
      const lesson = await createLesson(null, isPublished ? { status: 'published' } : {});
      const released = isPublished ? await saveCopy(lesson, 'Seen') : item(lesson);
      const { body } = await release([released], soon());
      if (isPublished) await saveCopy(lesson, 'Unseen');
      else await content.call('PATCH', `/api/lessons/${lesson.id}`, { title: 'Unseen' });
      await rightOf2(false);
      await passTime(body.id);
      const failure = { items: [{ id: lesson.id, message: contentReleaseMessages.savedByOther }] };
      await eventually(async () => expect(await get(body.id)).toMatchObject({ state: 'failed', failure }));
      expect((await read(lesson)).status).toBe(isPublished ? 'published' : 'draft');
      await rightOf2(true);
    }
  });
});

describe('a release with quizzes', () => {
  const quiz: ReleasedItem = { entity: 'quiz', id: 7, version: 3, of: 'item' };

  /** Begins a release at once, whose outcome is awaited. */
  async function begin(lesson: Lesson) {
    const answered = release<ContentRelease & Refused>([item(lesson), quiz]);
    const row = await eventually(async () => {
      const found = await releases().findOne({ 'items.id': lesson.id } as object);
      if (!found) throw new Error('Not stored');
      return found;
    });
    return { id: row._id, answered };
  }

  it('asks quizzes first, publishes the others when they are held, and is done when they are published', async () => {
    const lesson = await createLesson(null, { title: 'Fruit' });
    const { id, answered } = await begin(lesson);
    expect(await request(id, 1)).toMatchObject({
      state: { id, step: 'prepare', quizzes: [quiz], isVersionBound: true },
      actor: { id: 2 },
    });
    expect(await read(lesson)).toMatchObject({ status: 'draft' });
    await answer(id, 1, { id, titles: ['Fruit quiz'], failure: null });
    expect(await answered).toMatchObject({ status: 201, body: { state: 'committed' } });
    expect(await statusInV1(lesson)).toBe(200);
    expect(await request(id, 2)).toMatchObject({ state: { step: 'commit' } });
    expect((await recordsOf('content-release', id)).at(-1)).toMatchObject({ title: 'Fruit, Fruit quiz' });
    await answer(id, 2, null);
    await eventually(async () => expect(await get(id)).toMatchObject({ state: 'done' }));
    expect(await request(id, 3)).toMatchObject({ type: 'deleted' });
    const { before, after } = await republishAll(content.service, 'content');
    expect(after).toEqual(before);
  });

  it('publishes nothing when quizzes refuses, and says which quiz', async () => {
    const lesson = await createLesson();
    const { id, answered } = await begin(lesson);
    const items = [{ entity: 'quiz', id: 7, title: 'Fruit quiz', message: 'Quiz not found' }];
    await answer(id, 1, { id, titles: [], failure: { message: contentReleaseMessages.refused, items } });
    expect(await answered).toMatchObject({
      status: 409,
      body: { issues: [{ path: 'items.1', message: 'Quiz not found' }] },
    });
    expect(await read(lesson)).toMatchObject({ status: 'draft' });
    expect(await request(id, 2)).toMatchObject({ type: 'deleted' });
  });

  it('publishes nothing when a lesson was saved meanwhile', async () => {
    const lesson = await createLesson();
    const { id, answered } = await begin(lesson);
    await content.call('PATCH', `/api/lessons/${lesson.id}`, { title: 'Newer' });
    await answer(id, 1, { id, titles: [], failure: null });
    expect(await answered).toMatchObject({ status: 409, body: { issues: [{ path: 'items.0' }] } });
    expect(await read(lesson)).toMatchObject({ status: 'draft', title: 'Newer' });
    expect(await request(id, 2)).toMatchObject({ type: 'deleted' });
  });

  it('fails when quizzes does not answer in time; its late answer changes nothing', async () => {
    const lesson = await createLesson();
    const { id, answered } = await begin(lesson);
    await releases().updateOne({ _id: id }, { $set: { heldUntil: new Date(0) } });
    await content.createLessonType();
    expect(await answered).toMatchObject({
      status: 409,
      body: { message: contentReleaseMessages.unanswered },
    });
    await answer(id, 1, { id, titles: [], failure: null });
    await eventually(async () => {
      for (const consumer of content.service.consumers)
        if (consumer.durable === 'content-quiz-releases') expect(await consumer.isUpToDate()).toBeDefined();
    });
    expect(await get(id)).toMatchObject({ state: 'failed' });
    expect(await read(lesson)).toMatchObject({ status: 'draft' });
  });
});
