import { join } from 'node:path';
import {
  type Lesson,
  type MainLesson,
  type Schedule,
  type ScheduledItem,
  scheduleMessages,
  specificErrorCodes,
  type VersionEntry,
} from '@khmer-learning/contracts';
import { eventually, findAuditRecords, runServer } from '@khmer-learning/test-kit';
import fc from 'fast-check';
import { startContent, type TestContent } from './content.test-kit.ts';

const minute = 60_000;
const hour = 60 * minute;

let content: TestContent;
let parents: { mainLessonId: number; lessonTypeId: number };

beforeAll(async () => {
  content = await startContent();
  await profileQueries();
});
afterAll(() => content.close());

// The clock of the process alone: instances still wait for their next look in real time.
beforeEach(async () => {
  jest.useFakeTimers({
    advanceTimers: true,
    now: performance.timeOrigin + performance.now(),
    doNotFake: [
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'setImmediate',
      'clearImmediate',
      'setInterval',
      'clearInterval',
      'setTimeout',
      'clearTimeout',
    ],
  });
  parents = {
    mainLessonId: (await content.createMainLesson({ status: 'published' })).id,
    lessonTypeId: (await content.createLessonType()).id,
  };
});
afterEach(() => jest.useRealTimers());

const collection = <T extends object = { _id: string }>(name: string) =>
  content.service.connection.collection<T>(name);
const schedules = () => collection<{ _id: string; at: Date; heldUntil: Date; holder?: string }>('schedules');
const inAnHour = () => new Date(Date.now() + hour);

/** A query of an instance that looks for due schedules. */
interface Poll {
  readonly ts: Date;
  readonly command: { readonly filter: { readonly at: { readonly $lte: Date } } };
  readonly keysExamined: number;
  readonly docsExamined: number;
}

async function profileQueries(): Promise<void> {
  const { db } = content.service.connection;
  await db?.createCollection('system.profile', { capped: true, size: 64 * 1024 * 1024 });
  await db?.command({ profile: 2 });
}

const findProfiled = <T>(where: object) =>
  collection('system.profile')
    .find({ ns: `${content.service.connection.name}.schedules`, ...where })
    .toArray() as Promise<unknown> as Promise<T[]>;
const findPolls = () => findProfiled<Poll>({ op: 'query', 'command.filter.at': { $exists: true } });

/** Counts the looks of the instance for rows of all its jobs that may be due. */
async function countLooks(): Promise<number> {
  const ns = `${content.service.connection.name}.outbox`;
  const commands = await collection('system.profile').find({ ns, op: 'command' }).toArray();
  return commands.filter((command) => JSON.stringify(command).includes('"from":"schedules"')).length;
}

/** Waits until every instance, of which there is one, has looked for due schedules twice since: a commit hastens that. */
async function afterTwoPolls(): Promise<void> {
  for (let looks = 0; looks < 2; looks += 1) {
    const before = await countLooks();
    await content.createLessonType();
    await eventually(async () => expect(await countLooks()).toBeGreaterThan(before));
  }
}

const get = async <T = Lesson>(path: string) => (await content.call<T>('GET', path)).body;
const put = <T>(path: string, body: object) => content.call<T>('PUT', path, body as Record<string, unknown>);

/** Schedules an item as it is, in an hour by default. */
async function schedule(
  path: string,
  changes: { action?: string; at?: Date; version?: number; isPinned?: boolean } = {},
) {
  const item = await get(path);
  const version = item.workingCopy?.version ?? item.version;
  const body = { action: 'publish', at: inAnHour(), version, ...changes };
  const answer = await put<Schedule>(`${path}/schedule`, { ...body, at: body.at.toISOString() });
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
}

/** Waits until nothing is scheduled for an item any more. */
const whenDone = (path: string, expected: Partial<Lesson>) =>
  eventually(async () => {
    const item = { workingCopy: null, schedule: null, ...(await get(path)) };
    expect(item).toMatchObject({ schedule: null, ...expected });
    return item;
  });

async function createLesson(overrides: Record<string, unknown> = {}) {
  const lesson = await content.createLesson({ ...parents, ...overrides });
  return { ...lesson, path: `/api/lessons/${lesson.id}` };
}

/** Creates a published lesson with a working copy, which changes the title. */
async function createWorkingCopy(title: string) {
  const lesson = await createLesson({ status: 'published', title: 'Published' });
  await saveWorkingCopy(lesson.path, title);
  return lesson;
}

async function saveWorkingCopy(path: string, title: string, baseVersion?: number): Promise<void> {
  const { mainLessonId, lessonTypeId, description, level, image, sections } = await get(path);
  const contents = { mainLessonId, lessonTypeId, title, description, level, image, sections };
  const body = { contents, ...(baseVersion && { baseVersion }) };
  expect(await put(`${path}/working-copy`, body)).toMatchObject({ status: 200 });
}

/** The audit records of a lesson, oldest first. */
async function recordsOf(id: number) {
  const records = await findAuditRecords(content.service.connection);
  return records
    .filter(({ entity, entityId }) => entity === 'lesson' && entityId === String(id))
    .sort((one, other) => one.at.localeCompare(other.at));
}
const countEvents = (id: number) =>
  collection('outbox').countDocuments({ subject: `events.content.lesson.${id}` } as object);
const statusInV1 = async (id: number) =>
  (await content.call('GET', `/api/v1/lessons/${id}`, undefined, { as: 'app' })).status;

describe('a schedule', () => {
  it('publishes a draft at its time, and learners see it then', async () => {
    const { id, path } = await createLesson();
    const at = inAnHour();
    const set = await schedule(path, { at });
    const expected = { action: 'publish', at: at.toISOString(), version: 1, of: 'item', failure: null };
    expect(set).toMatchObject({ ...expected, scheduledBy: { id: 2 } });
    expect((await get(path)).schedule).toEqual(set);
    const { lessons } = await get<{ lessons: Lesson[] }>('/api/lessons?limit=1');
    expect(lessons[0]?.schedule).toEqual(set);
    expect((await get<Lesson[]>(`/api/main-lessons-details/${parents.mainLessonId}`))[0]?.schedule).toEqual(
      set,
    );
    expect((await get<Lesson[]>(`/api/lesson-type/${parents.lessonTypeId}`))[0]?.schedule).toEqual(set);

    jest.setSystemTime(at.getTime() - minute);
    await afterTwoPolls();
    expect(await get(path)).toMatchObject({ status: 'draft', version: 1 });
    expect(await statusInV1(id)).toBe(404);

    jest.setSystemTime(at.getTime() + 1);
    await whenDone(path, { status: 'published', version: 2 });
    expect(await statusInV1(id)).toBe(200);
    const event = await content.waitForEvent('lesson', id, 2);
    expect(event).toMatchObject({ actor: { id: 2, role: 'teacher' }, requestId: 'request-1' });
    expect(event.state).not.toHaveProperty('schedule');
    expect((await recordsOf(id)).slice(1)).toMatchObject([
      { action: 'scheduled', detail: `publish at ${at.toISOString()}`, actor: { id: 2 } },
      {
        action: 'status',
        fields: ['status'],
        detail: `published, scheduled for ${at.toISOString()}`,
        actor: { id: 2 },
        requestId: 'request-1',
      },
    ]);
  });

  it('is done at the first look after its time, which reads no schedule that is not due', async () => {
    const later = await Promise.all(Array.from({ length: 20 }, () => createLesson()));
    await Promise.all(later.map(({ path }) => schedule(path, { at: new Date(Date.now() + 9 * hour) })));
    const at = inAnHour();
    const { path } = await createLesson();
    await schedule(path, { at });
    const before = (await findPolls()).length;
    await afterTwoPolls();
    jest.setSystemTime(at);
    await whenDone(path, { status: 'published' });

    const [removal] = (await findProfiled<Poll>({ op: 'remove' })).slice(-1);
    const polls = (await findPolls()).slice(before);
    const due = polls.filter(({ ts, command }) => command.filter.at.$lte >= at && ts <= (removal?.ts ?? 0));
    expect(due).toHaveLength(1);
    expect(due[0]?.docsExamined).toBe(1);
    const others = polls.filter((poll) => !due.includes(poll));
    expect(others.filter(({ docsExamined }) => docsExamined > 0)).toEqual([]);
    expect(Math.max(...polls.map(({ keysExamined }) => keysExamined))).toBeLessThanOrEqual(2);
    for (const one of later) await content.call('DELETE', `${one.path}/schedule`);
  });

  it('is read with the working copies of a page that has any, in one command, and not for learners', async () => {
    const { path } = await createLesson({ status: 'published' });
    const countReads = async () => {
      const copies = `${content.service.connection.name}.lesson_working_copies`;
      const commands = await collection('system.profile').find({ ns: copies, op: 'command' }).toArray();
      return commands.filter((command) => JSON.stringify(command).includes('"from":"schedules"')).length;
    };
    const before = await countReads();
    await content.call('GET', '/api/v1/lessons', undefined, { as: 'app' });
    expect(await countReads()).toBe(before);
    await get('/api/lessons?limit=1');
    expect(await countReads()).toBe(before);
    await schedule(path, { action: 'unpublish', at: inAnHour() });
    const read = await countReads();
    const [listed] = (await get<{ lessons: Lesson[] }>('/api/lessons?limit=1')).lessons;
    expect(listed?.schedule).toMatchObject({ action: 'unpublish' });
    expect(await countReads()).toBe(read + 1);
  });

  it('unpublishes an item', async () => {
    const { id, path } = await createLesson({ status: 'published' });
    const { at } = await schedule(path, { action: 'unpublish' });
    jest.setSystemTime(new Date(at));
    await whenDone(path, { status: 'draft', version: 2 });
    expect(await statusInV1(id)).toBe(404);
    expect((await recordsOf(id)).at(-1)).toMatchObject({
      action: 'status',
      detail: `draft, scheduled for ${at}`,
    });
  });

  it('publishes a main lesson with its lessons', async () => {
    const { id } = await content.createMainLesson();
    const lesson = await createLesson({ mainLessonId: id, status: 'published' });
    const path = `/api/main-lessons/${id}`;
    const { at } = await schedule(path);
    const { mainLessons } = await get<{ mainLessons: MainLesson[] }>('/api/main-lessons?limit=1');
    expect(mainLessons[0]?.schedule).toMatchObject({ action: 'publish', at });
    expect(await statusInV1(lesson.id)).toBe(404);
    jest.setSystemTime(new Date(at));
    await whenDone(path, { status: 'published', version: 2 });
    await eventually(async () => expect(await statusInV1(lesson.id)).toBe(200));
  });

  it.each([
    ['a time that has passed', { at: () => new Date(Date.now() - 1) }, 400, scheduleMessages.past],
    ['an unpublication of a draft', { action: 'unpublish' }, 400, scheduleMessages.isDraft],
    ['a version that is not the present one', { version: 7 }, 409, 'This lesson was changed by someone else'],
    ['another action', { action: 'delete' }, 400, expect.any(String)],
  ] as const)('is refused for %s', async (_name, changes, status, message) => {
    const { path } = await createLesson();
    const at = 'at' in changes ? changes.at() : inAnHour();
    const body = { action: 'publish', version: 1, ...changes, at: at.toISOString() };
    expect(await put(`${path}/schedule`, body)).toMatchObject({ status, body: { message } });
    expect((await get(path)).schedule).toBeUndefined();
  });

  it('is refused for what is published already, and for what does not exist', async () => {
    const { path } = await createLesson({ status: 'published' });
    const body = { action: 'publish', at: inAnHour().toISOString(), version: 1 };
    expect(await put(`${path}/schedule`, body)).toMatchObject({
      status: 400,
      body: { message: scheduleMessages.isPublished },
    });
    expect((await put('/api/lessons/999999/schedule', body)).status).toBe(404);
    expect((await content.call('DELETE', `${path}/schedule`)).status).toBe(404);
  });

  it('is replaced by setting it again, and cancelled', async () => {
    const { id, path } = await createLesson();
    const first = await schedule(path);
    const second = await schedule(path, { at: new Date(Date.now() + 2 * hour) });
    jest.setSystemTime(new Date(first.at));
    await afterTwoPolls();
    expect(await get(path)).toMatchObject({ status: 'draft', schedule: second });
    const cancelled = await content.call('DELETE', `${path}/schedule`);
    expect(cancelled).toMatchObject({ status: 200, body: { message: scheduleMessages.cancelled } });
    jest.setSystemTime(new Date(second.at));
    await afterTwoPolls();
    await whenDone(path, { status: 'draft', version: 1 });
    expect((await recordsOf(id)).at(-1)).toMatchObject({
      action: 'schedule-cancelled',
      detail: `publish at ${second.at}`,
    });
  });

  it('is moved to another time, as it is, and tried again if it has failed', async () => {
    const { id, path } = await createWorkingCopy('Scheduled');
    await schedule(path, { isPinned: true });
    await saveWorkingCopy(path, 'Newer');
    const at = new Date(Date.now() + 3 * hour);
    const move = (time: Date) =>
      content.call<Schedule>('PATCH', `${path}/schedule`, { at: time.toISOString() }, { as: 'admin' });
    expect(await move(new Date(Date.now() - 1))).toMatchObject({
      status: 400,
      body: { message: scheduleMessages.past },
    });
    await schedules().updateOne({ _id: `lesson.${id}` }, { $set: { failure: 'Refused' } as object });
    expect(await move(at)).toMatchObject({
      status: 200,
      body: { at: at.toISOString(), isPinned: true, version: 1, failure: null, scheduledBy: { id: 2 } },
    });
    const scheduled = (await recordsOf(id)).filter(({ action }) => action === 'scheduled');
    expect(scheduled.map(({ actor }) => actor?.id).sort()).toEqual([1, 2]);
    jest.setSystemTime(Date.now() + 2 * hour);
    await afterTwoPolls();
    expect(await get(path)).toMatchObject({ title: 'Published' });
    jest.setSystemTime(at);
    await whenDone(path, { title: 'Scheduled' });
    expect((await move(inAnHour())).status).toBe(404);
  });

  it('is listed by its time, with the title of its item', async () => {
    const start = Date.now() + 100 * hour;
    const at = (hours: number) => new Date(start + hours * hour);
    const later = await createLesson({ title: 'Later' });
    const sooner = await createLesson({ title: 'Sooner' });
    await schedule(later.path, { at: at(5) });
    await schedule(sooner.path, { at: at(1), isPinned: true });
    await schedule((await createLesson()).path, { at: at(10) });
    await schedule(`/api/main-lessons/${parents.mainLessonId}`, { action: 'unpublish', at: at(2) });
    const list = (kind: string, from: number, until: number) =>
      get<{ data: ScheduledItem[]; isComplete: boolean }>(
        `/api/${kind}/schedules?from=${at(from).toISOString()}&until=${at(until).toISOString()}`,
      );
    expect(await list('lessons', 1, 10)).toMatchObject({
      data: [
        { id: sooner.id, title: 'Sooner', action: 'publish', at: at(1).toISOString(), isPinned: true },
        { id: later.id, title: 'Later', at: at(5).toISOString(), isPinned: false },
      ],
      isComplete: true,
    });
    expect(await list('main-lessons', 0, 10)).toMatchObject({
      data: [{ id: parents.mainLessonId, action: 'unpublish' }],
    });
    expect((await list('lessons', 20, 30)).data).toEqual([]);
    const all = '/api/lessons/schedules?from=2020-01-01T00:00:00Z&until=2099-01-01T00:00:00Z';
    for (const as of ['app', 'learner', 'nobody'] as const)
      expect((await content.call('GET', all, undefined, { as })).status).toBe(401);
    expect((await content.call('GET', '/api/lessons/schedules?from=now')).status).toBe(400);
    await schedules().deleteMany({});
  });

  it('is a filter of lists, as changes that are not published are, with all other filters and orders', async () => {
    const words = { title: 'Rivers and lakes' };
    const scheduled = [await createLesson(words), await createLesson({ title: 'Hills' })];
    for (const { path } of scheduled) await schedule(path);
    const changed = [await createLesson({ ...words, status: 'published' })];
    for (const { path } of changed) await saveWorkingCopy(path, 'Rivers, lakes and ponds');
    const discarded = await createWorkingCopy('Discarded');
    await content.call('DELETE', `${discarded.path}/working-copy`);
    await createLesson(words);
    const { mainLessonId } = parents;
    const list = async (query: string) => {
      const { lessons, total } = await get<{ lessons: Lesson[]; total: number }>(
        `/api/lessons?mainLessonId=${mainLessonId}&limit=10&offset=0&${query}`,
      );
      expect(total).toBe(lessons.length);
      return lessons.map(({ id }) => id);
    };
    const ids = scheduled.map(({ id }) => id).reverse();
    expect(await list('status=scheduled')).toEqual(ids);
    expect(await list('status=scheduled&sort=title')).toEqual(ids);
    expect(await list('status=scheduled&sort=-title')).toEqual([...ids].reverse());
    expect(await list('status=scheduled&search=lakes')).toEqual([scheduled[0]?.id]);
    expect(await list('status=scheduled&search=rivers+lakes')).toEqual([scheduled[0]?.id]);
    expect(await list('status=scheduled&level=Advanced')).toEqual([]);
    expect(await list('status=changed')).toEqual(changed.map(({ id }) => id));
    expect(await list('status=changed&search=lakes&sort=updatedAt')).toEqual(changed.map(({ id }) => id));
    await schedule(`/api/main-lessons/${mainLessonId}`, { action: 'unpublish' });
    const { mainLessons } = await get<{ mainLessons: MainLesson[] }>(
      '/api/main-lessons?status=scheduled&order=catalogue&limit=5&offset=0',
    );
    expect(mainLessons.map(({ id }) => id)).toEqual([mainLessonId]);
    await schedules().deleteMany({});
  });

  it('ends when the status is changed by hand to what was scheduled, but not by other saves', async () => {
    const { id, path } = await createLesson();
    const set = await schedule(path);
    await content.call('PATCH', path, { title: 'Later' });
    expect((await get(path)).schedule).toEqual(set);
    await content.call('PATCH', path, { status: 'published' });
    expect((await get(path)).schedule).toBeUndefined();
    const unpublication = await schedule(path, { action: 'unpublish' });
    await content.call('PATCH', path, { title: 'Later still' });
    expect((await get(path)).schedule).toMatchObject({ action: 'unpublish' });
    await content.call('PATCH', path, { status: 'draft' });
    expect((await get(path)).schedule).toBeUndefined();
    expect(await recordsOf(id)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ action: 'schedule-cancelled', detail: `publish at ${set.at}` }),
        expect.objectContaining({
          action: 'schedule-cancelled',
          title: 'Later still',
          detail: `unpublish at ${unpublication.at}`,
        }),
      ]),
    );
  });

  it.each(['publish', 'discard'] as const)(
    'ends, which the activity says, when somebody chooses to %s the working copy',
    async (act) => {
      const { id, path } = await createWorkingCopy('Later');
      const { at } = await schedule(path);
      if (act === 'publish') await content.call('POST', `${path}/working-copy/publish`, {});
      else await content.call('DELETE', `${path}/working-copy`);
      expect((await get(path)).schedule).toBeUndefined();
      const cancelled = (await recordsOf(id)).filter(({ action }) => action === 'schedule-cancelled');
      expect(cancelled.map(({ detail }) => detail)).toEqual([`publish at ${at}`]);
    },
  );

  it('ends with its item, also with the main lesson of a lesson; a restored item has none', async () => {
    const [one, other] = [await createLesson(), await createLesson()];
    await schedule(one.path);
    await schedule(other.path);
    await schedule(`/api/main-lessons/${parents.mainLessonId}`, { action: 'unpublish' });
    await content.call('DELETE', one.path);
    expect(await schedules().findOne({ _id: `lesson.${one.id}` })).toBeNull();
    await content.call('POST', `/api/deleted-lessons/${one.id}/restore`);
    expect((await get(one.path)).schedule).toBeUndefined();
    await content.call('DELETE', `/api/main-lessons/${parents.mainLessonId}`);
    await eventually(async () => expect(await schedules().countDocuments()).toBe(0));
  });
});

describe('what was saved last', () => {
  it('is published, of a draft', async () => {
    const { id, path } = await createLesson({ title: 'Scheduled' });
    const { at, isPinned } = await schedule(path);
    expect(isPinned).toBe(false);
    await content.call('PATCH', path, { title: 'Newer' }, { as: 'admin' });
    jest.setSystemTime(new Date(at));
    await whenDone(path, { title: 'Newer', status: 'published', version: 3, workingCopy: null });
    expect((await recordsOf(id)).at(-1)).toMatchObject({
      action: 'status',
      detail: `published, scheduled for ${at}`,
    });
  });

  it('is published, of a working copy, which ends then', async () => {
    const { id, path } = await createWorkingCopy('Scheduled');
    const { at } = await schedule(path);
    await saveWorkingCopy(path, 'Newer');
    jest.setSystemTime(new Date(at));
    await whenDone(path, { title: 'Newer', version: 2, workingCopy: null });
    expect((await recordsOf(id)).at(-1)).toMatchObject({
      action: 'working-copy-published',
      fields: ['title'],
      detail: `scheduled for ${at}`,
    });
    const { data } = await get<{ data: VersionEntry[] }>(`${path}/versions?track=working-copy`);
    expect(data.map(({ action }) => action)).toEqual(['published', 'updated', 'updated']);
  });

  it('is published, of what was unpublished meanwhile', async () => {
    const { path } = await createWorkingCopy('Changed');
    const { at } = await schedule(path);
    await content.call('PATCH', path, { status: 'draft' });
    jest.setSystemTime(new Date(at));
    await whenDone(path, { title: 'Changed', status: 'published', workingCopy: null });
  });
});

describe('the version that was pinned', () => {
  it('are published although the draft was saved later, which becomes the working copy', async () => {
    const { id, path } = await createLesson({ title: 'Scheduled' });
    const { at } = await schedule(path, { isPinned: true });
    await content.call('PATCH', path, { title: 'Newer' }, { as: 'admin' });
    jest.setSystemTime(new Date(at));
    const published = await whenDone(path, { title: 'Scheduled', status: 'published', version: 3 });
    expect(published.workingCopy).toMatchObject({ savedBy: { id: 1 } });
    expect(await get(`${path}/working-copy`)).toMatchObject({ baseVersion: 3, contents: { title: 'Newer' } });
    expect((await recordsOf(id)).at(-1)).toMatchObject({
      action: 'updated',
      fields: ['status', 'title'],
      detail: `scheduled for ${at}`,
    });
  });

  it('are those of the working copy, which ends then', async () => {
    const { id, path } = await createWorkingCopy('Changed');
    const { at, of } = await schedule(path, { isPinned: true });
    expect(of).toBe('working-copy');
    jest.setSystemTime(new Date(at));
    await whenDone(path, {
      title: 'Changed',
      status: 'published',
      version: 2,
      workingCopy: null,
    });
    expect((await recordsOf(id)).at(-1)).toMatchObject({
      action: 'working-copy-published',
      fields: ['title'],
      detail: `scheduled for ${at}`,
    });
  });

  it('are published although the working copy was saved later, which stays', async () => {
    const { path } = await createWorkingCopy('Scheduled');
    const { at } = await schedule(path, { isPinned: true });
    await saveWorkingCopy(path, 'Newer');
    jest.setSystemTime(new Date(at));
    await whenDone(path, { title: 'Scheduled', version: 2 });
    expect(await get(`${path}/working-copy`)).toMatchObject({ baseVersion: 2, contents: { title: 'Newer' } });
  });

  it('are published although the lesson was unpublished meanwhile', async () => {
    const { path } = await createWorkingCopy('Changed');
    const { at } = await schedule(path, { isPinned: true });
    await content.call('PATCH', path, { status: 'draft' });
    jest.setSystemTime(new Date(at));
    await whenDone(path, { title: 'Changed', status: 'published', workingCopy: null });
  });

  it.each(['publishing', 'discarding'])('are forgotten by %s the working copy', async (how) => {
    const { path } = await createWorkingCopy('Changed');
    await schedule(path, { isPinned: true });
    if (how === 'publishing') await content.call('POST', `${path}/working-copy/publish`, {});
    else await content.call('DELETE', `${path}/working-copy`);
    await whenDone(path, { workingCopy: null });
  });

  it('become the draft when a lesson with a working copy is unpublished', async () => {
    const { path } = await createWorkingCopy('Changed');
    const { at } = await schedule(path, { action: 'unpublish' });
    jest.setSystemTime(new Date(at));
    await whenDone(path, { title: 'Changed', status: 'draft', workingCopy: null });
  });
});

describe('a schedule that cannot be carried out', () => {
  const whenFailed = (path: string) =>
    eventually(async () => {
      const { failure = null } = (await get(path)).schedule ?? {};
      expect(failure).not.toBeNull();
      return failure;
    });

  it('says why, is not tried again, and can be set again', async () => {
    const { path } = await createWorkingCopy('Changed');
    const { at } = await schedule(path);
    await content.call('PATCH', path, { title: 'Saved by another author', status: 'published' });
    jest.setSystemTime(new Date(at));
    expect(await whenFailed(path)).toBe('This lesson was saved since its working copy was begun');
    expect(await get(path)).toMatchObject({ title: 'Saved by another author', version: 2 });
    const row = await schedules().findOne({});
    await afterTwoPolls();
    expect(await schedules().findOne({})).toEqual(row);
    expect((await findPolls()).at(-1)?.docsExamined).toBe(0);

    const body = { action: 'publish', at: inAnHour().toISOString(), version: 1 };
    expect(await put(`${path}/schedule`, body)).toMatchObject({
      status: 409,
      body: { code: specificErrorCodes.newerVersion },
    });
    await saveWorkingCopy(path, 'Merged', 2);
    const again = await schedule(path);
    jest.setSystemTime(new Date(again.at));
    await whenDone(path, { title: 'Merged', version: 3 });
  });

  it('names the main lesson that was deleted', async () => {
    const former = await content.createMainLesson({ title: 'Former' });
    const { path } = await createLesson({ mainLessonId: former.id });
    const { at } = await schedule(path, { isPinned: true });
    await content.call('PATCH', path, { mainLessonId: parents.mainLessonId });
    await content.call('DELETE', `/api/main-lessons/${former.id}`);
    jest.setSystemTime(new Date(at));
    expect(await whenFailed(path)).toBe('Restore main lesson "Former" first');
    expect((await content.call('DELETE', `${path}/schedule`)).status).toBe(200);
  });

  it('waits for an admin after too many unexpected failures', async () => {
    const { path } = await createLesson();
    const { at } = await schedule(path);
    const _id = `lesson.${path.split('/').at(-1)}`;
    const heldUntil = new Date('9999-12-31T00:00:00Z');
    await schedules().updateOne({ _id }, { $set: { heldUntil, failures: 20 } as object });
    jest.setSystemTime(new Date(at));
    expect((await get(path)).schedule?.failure).toBe(scheduleMessages.dead);
    const jobs = (
      await content.call<{ jobs: object[] }>('GET', '/api/dead-jobs/content', undefined, { as: 'admin' })
    ).body;
    expect(jobs).toMatchObject({ jobs: [{ job: 'scheduled publication', id: _id }] });
    const retry = { job: 'scheduled publication', id: _id };
    await content.call('POST', '/api/dead-jobs/content/retry', retry, { as: 'admin' });
    await whenDone(path, { status: 'published' });
  });
});

/** What a lesson is expected to be. */
interface LessonModel {
  readonly path: string;
  title: string;
  isPublished: boolean;
  workingCopy: string | null;
  /** `title` is the pinned one; null for what is saved last. */
  schedule: { action: 'publish' | 'unpublish'; at: string; title: string | null } | null;
  /** How many schedules were carried out. */
  done: number;
}

async function createModel(): Promise<LessonModel> {
  const { path } = await createLesson({ title: 'One' });
  return { path, title: 'One', isPublished: false, workingCopy: null, schedule: null, done: 0 };
}

interface Step {
  readonly action: 'save' | 'schedule' | 'cancel' | 'status';
  readonly title: string;
  readonly hours: number;
  readonly isPinned: boolean;
}

async function takeSteps(model: LessonModel, steps: readonly Step[], now: number): Promise<void> {
  for (const step of steps) await takeStep(model, step, now);
}

/** Makes a step, and says what it should change. */
async function takeStep(
  model: LessonModel,
  { action, title, hours, isPinned }: Step,
  now: number,
): Promise<void> {
  const { path, isPublished } = model;
  if (action === 'save' && isPublished) {
    await saveWorkingCopy(path, title);
    const isDiscarded = title === model.title;
    if (isDiscarded && model.workingCopy && model.schedule?.action === 'publish') model.schedule = null;
    model.workingCopy = isDiscarded ? null : title;
  } else if (action === 'save') {
    await content.call('PATCH', path, { title });
    model.title = title;
  } else if (action === 'status') {
    await content.call('PATCH', path, { status: isPublished ? 'draft' : 'published' });
    if (isPublished) unpublish(model);
    else model.isPublished = true;
    if (model.schedule?.action === (isPublished ? 'unpublish' : 'publish')) model.schedule = null;
  } else if (action === 'schedule') {
    const what = isPublished && !model.workingCopy ? 'unpublish' : 'publish';
    const { at } = await schedule(path, { action: what, at: new Date(now + hours * hour), isPinned });
    model.schedule = { action: what, at, title: isPinned ? (model.workingCopy ?? model.title) : null };
  } else {
    const { status } = await content.call('DELETE', `${path}/schedule`);
    expect(status).toBe(model.schedule ? 200 : 404);
    model.schedule = null;
  }
}

function unpublish(model: LessonModel): void {
  Object.assign(model, { title: model.workingCopy ?? model.title, workingCopy: null, isPublished: false });
}

/** What the schedule of a lesson should change when the clock is at a time. */
function carryOut(model: LessonModel, now: number): void {
  const { schedule } = model;
  if (!schedule || new Date(schedule.at).getTime() > now) return;
  model.schedule = null;
  model.done += 1;
  if (schedule.action === 'unpublish') {
    unpublish(model);
    return;
  }
  const latest = model.isPublished ? model.workingCopy : model.title;
  const title = schedule.title ?? latest;
  model.workingCopy = latest === title ? null : latest;
  Object.assign(model, { title, isPublished: true });
}

/** What a lesson is. */
async function readModel({ path, schedule: expected, done }: LessonModel): Promise<LessonModel> {
  const { title, status, schedule, workingCopy } = await get(path);
  const copy = workingCopy && (await get<{ contents: Lesson }>(`${path}/working-copy`));
  return {
    path,
    title,
    isPublished: status === 'published',
    workingCopy: copy?.contents.title ?? null,
    schedule: schedule ? { action: schedule.action, at: schedule.at, title: expected?.title ?? null } : null,
    done,
  };
}

describe('a schedule is carried out once', () => {
  it('by two instances that find it due at the same time', async () => {
    const second = await startContent({ share: content });
    const lessons = await Promise.all(Array.from({ length: 12 }, () => createLesson()));
    const at = inAnHour();
    await Promise.all(lessons.map(({ path }) => schedule(path, { at })));
    jest.setSystemTime(at);
    for (const { id, path } of lessons) {
      await whenDone(path, { status: 'published', version: 2 });
      expect(await countEvents(id)).toBe(2);
      expect((await recordsOf(id)).map(({ action }) => action)).toEqual(['created', 'scheduled', 'status']);
    }
    await second.app.close();
    await second.service.close();
  });

  it('although the clock steps back after it, and not before its time after a failed attempt', async () => {
    const { path } = await createLesson();
    const at = inAnHour();
    await schedule(path, { at });
    // An instance was stopped while it carried it out, and the clock was set back.
    await schedules().updateOne({}, { $set: { heldUntil: new Date(0) } });
    await afterTwoPolls();
    expect(await get(path)).toMatchObject({ status: 'draft' });
    jest.setSystemTime(at);
    await whenDone(path, { status: 'published' });
    await content.call('PATCH', path, { status: 'draft' });
    for (const time of [at.getTime() - 30 * minute, at.getTime() + hour]) {
      jest.setSystemTime(time);
      await afterTwoPolls();
      expect(await get(path)).toMatchObject({ status: 'draft', version: 3 });
    }
  });

  it('as it was pinned or saved last, whatever is saved and scheduled and however the clock steps', async () => {
    const titles = fc.constantFrom('One', 'Two', 'Three');
    const step = fc.record({
      action: fc.constantFrom('save', 'save', 'save', 'schedule', 'schedule', 'schedule', 'status', 'cancel'),
      title: titles,
      hours: fc.integer({ min: 1, max: 2 }),
      isPinned: fc.boolean(),
    });
    const steps = fc.array(step, { minLength: 4, maxLength: 4 });
    const count = depth({ rounds: 2, lessons: 4 }, { rounds: 4, lessons: 8 });
    const round = fc.record({
      steps: fc.array(steps, { minLength: count.lessons, maxLength: count.lessons }),
      clock: fc.integer({ min: -1, max: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(round, { minLength: count.rounds, maxLength: count.rounds }),
        async (rounds) => {
          const models = await Promise.all(Array.from({ length: count.lessons }, createModel));
          let now = Date.now();
          for (const { steps, clock } of rounds) {
            await Promise.all(models.map((model, index) => takeSteps(model, steps[index] ?? [], now)));
            now += clock * hour + minute;
            jest.setSystemTime(now);
            const due = { failure: null, at: { $lte: new Date() } };
            await eventually(async () => expect(await schedules().countDocuments(due as object)).toBe(0));
            for (const model of models) {
              carryOut(model, now);
              expect(await readModel(model)).toEqual(model);
            }
          }
          const records = await findAuditRecords(content.service.connection);
          const done = records.filter(({ detail }) => detail?.includes('scheduled for'));
          for (const model of models) {
            const own = done.filter(({ entityId }) => model.path === `/api/lessons/${entityId}`);
            expect(own).toHaveLength(model.done);
          }
          await schedules().deleteMany({});
        },
      ),
      { numRuns: 1, endOnFailure: true },
    );
  });

  deep.it('when the instance that carries it out is killed meanwhile', async () => {
    const { id, path } = await createLesson();
    await schedule(path);
    // So that the other process takes it.
    await content.app.close();
    const { MONGODB_URI, NATS_URL } = content.service.config;
    const run = await runServer('content', join(import.meta.dirname, 'server.ts'), {
      env: { MONGODB_URI, NATS_URL },
    });
    // Its transaction conflicts with this one, and is repeated until this one ends.
    const release = await content.holdRows('lessons', { _id: id });
    await schedules().updateOne({}, { $set: { at: new Date(0), heldUntil: new Date(0) } });
    await eventually(async () => expect((await schedules().findOne({}))?.holder).toEqual(expect.any(String)));
    run.signal('SIGKILL');
    await run.exited;
    await release();

    const other = await startContent({ share: content });
    await eventually(async () => expect(await schedules().countDocuments()).toBe(0));
    expect((await other.call<Lesson>('GET', path)).body).toMatchObject({ status: 'published', version: 2 });
    expect(await countEvents(id)).toBe(2);
    expect((await recordsOf(id)).map(({ action }) => action)).toEqual(['created', 'scheduled', 'status']);
    await other.app.close();
    await other.service.close();
  });
});
