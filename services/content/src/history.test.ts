import {
  type DeletedItem,
  deletedLearnerName,
  type Lesson,
  type MainLesson,
  userEvent,
  type VersionEntry,
} from '@khmer-learning/contracts';
import { buildEntityEvent, eventually, publishEvents } from '@khmer-learning/test-kit';
import fc from 'fast-check';
import { section, startContent, type TestContent } from './content.test-kit.ts';

let content: TestContent;
let parents: { mainLessonId: number; lessonTypeId: number };

beforeAll(async () => {
  content = await startContent();
});
afterAll(() => content.close());
beforeEach(async () => {
  parents = {
    mainLessonId: (await content.createMainLesson({ status: 'published' })).id,
    lessonTypeId: (await content.createLessonType()).id,
  };
});

interface Versions {
  data: VersionEntry[];
  next: string | null;
}
const versionsOf = async (path: string) => (await content.call<Versions>('GET', `${path}/versions`)).body;
const collection = (name: string) => content.service.connection.collection<{ _id: string }>(name);
const deletedLessons = async (query = '') =>
  (await content.call<{ data: DeletedItem[]; total: number }>('GET', `/api/deleted-lessons${query}`)).body;
const withoutVersion = ({ version: _version, updatedAt: _at, ...rest }: Lesson) => rest;

/** Sections that are stored as differences: their text does not repeat. */
const largeSections = Array.from({ length: 10 }, (_, n) => ({
  title: `Section ${n}`,
  content: Array.from(
    { length: 40 },
    (_, line) => `word ${n * 7_919 + line * 104_729} : ពាក្យ ${n ** line}`,
  ).join('\n'),
}));

describe('the versions of a lesson', () => {
  it('are its saves, newest first, with who saved what', async () => {
    await publishEvents(content.service.nats, [
      buildEntityEvent(userEvent, 2, 1, {
        id: 2,
        email: 'dara@example.com',
        firstName: 'Dara',
        lastName: 'Sok',
        role: 'teacher',
        isActive: true,
        registrationType: 'authenication',
        createdAt: new Date().toISOString(),
        updatedAt: new Date().toISOString(),
      }),
    ]);
    const { id } = await content.createLesson(parents);
    await content.call('PATCH', `/api/lessons/${id}`, { title: 'New', level: 'Advanced' });
    await content.call('PATCH', `/api/lessons/${id}`, { status: 'published' });
    await eventually(async () =>
      expect(await versionsOf(`/api/lessons/${id}`)).toEqual({
        data: [
          ['updated', 3, ['status'], true],
          ['updated', 2, ['level', 'title'], false],
          ['created', 1, [], false],
        ].map(([action, version, changedFields, isPublished]) => ({
          version,
          track: 'item',
          isPublished,
          action,
          changedFields,
          savedAt: expect.stringMatching(/^\d{4}-.*Z$/),
          savedBy: { id: 2, name: 'Dara Sok' },
        })),
        next: null,
      }),
    );
    const page = await content.call<Versions>('GET', `/api/lessons/${id}/versions?limit=1&before=3.1`);
    expect(page.body).toMatchObject({ data: [{ version: 2 }], next: '2.1' });
  });

  it('are not added by a save without a change', async () => {
    const { id } = await content.createLesson(parents);
    await content.call('PATCH', `/api/lessons/${id}`, { title: 'Asking the way' });
    expect((await versionsOf(`/api/lessons/${id}`)).data).toHaveLength(1);
  });

  it.each([
    { how: 'by an admin, as a learner', events: ['demoted', 'deleted'], actor: { id: 1, role: 'admin' } },
    { how: 'by the learner', events: ['demoted', 'deleted'], actor: { id: 32, role: 'student' } },
    // The stream keeps the newest event of an entity, and a batch is reduced to it.
    {
      how: 'by the learner, before the demotion was read',
      events: ['deleted'],
      actor: { id: 33, role: 'student' },
    },
  ] as const)('name nobody who was deleted $how', async ({ how, events, actor }) => {
    const id = actor.role === 'student' ? actor.id : 31;
    const name = `Srey Mom ${id}`;
    const state = {
      ...{ id, firstName: 'Srey', lastName: `Mom ${id}`, email: 'x@example.com', role: 'teacher' },
      ...{ isActive: true, registrationType: 'authenication', createdAt: '', updatedAt: '' },
    };
    const cause = { actor, requestId: how };
    const names = collection('user_names');
    const { nats } = content.service;
    await publishEvents(nats, [buildEntityEvent(userEvent, id, 1, state)]);
    await eventually(async () => expect(await names.countDocuments({ name })).toBe(1));
    const lesson = await content.createLesson(parents);
    await collection('versions').updateOne(
      { _id: `lesson.${lesson.id}@0000000001` },
      { $set: { savedBy: id } as object },
    );
    for (const event of events) {
      const isDeleted = event === 'deleted';
      const present = isDeleted ? null : { ...state, role: 'student' };
      await publishEvents(nats, [buildEntityEvent(userEvent, id, isDeleted ? 3 : 2, present, cause)]);
      await eventually(async () =>
        expect(await names.countDocuments(isDeleted ? { name } : { name, isStaff: true })).toBe(0),
      );
    }
    const { data } = await versionsOf(`/api/lessons/${lesson.id}`);
    expect(data[0]?.savedBy).toEqual({ id, name: deletedLearnerName });
  });

  it('begin with the present state of a lesson that is older than they are', async () => {
    const lesson = await content.createLesson(parents);
    const { id } = lesson;
    await collection('versions').deleteMany({});
    expect((await versionsOf(`/api/lessons/${id}`)).data).toMatchObject([{ version: 1, savedBy: null }]);
    await content.call('PATCH', `/api/lessons/${id}`, { title: 'First kept save' });
    expect((await versionsOf(`/api/lessons/${id}`)).data).toMatchObject([
      { version: 2, savedBy: { id: 2 } },
      { version: 1, savedBy: null, savedAt: lesson.updatedAt },
    ]);
    expect((await content.call('GET', `/api/lessons/${id}/versions/1`)).body).toEqual(lesson);
  });

  it('are what the lesson was, whatever was saved', async () => {
    const text = fc.string({
      unit: fc.constantFrom('a', 'ក', '្', 'ា', '😀', '"', '\n'),
      minLength: 1,
      maxLength: 60,
    });
    const patch = fc.record(
      {
        title: text.map((value) => `t${value}`),
        level: fc.constantFrom('Beginner', 'Advanced'),
        status: fc.constantFrom('draft', 'published'),
        sections: fc.oneof(
          fc.array(
            text.map((value) => ({ ...section, content: `c${value}` })),
            { minLength: 1, maxLength: 3 },
          ),
          fc
            .tuple(fc.nat(largeSections.length - 1), text)
            .map(([index, value]) =>
              largeSections.map((one, n) => (n === index ? { ...one, content: one.content + value } : one)),
            ),
        ),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(patch, { minLength: 1, maxLength: 12 }), async (patches) => {
        let lesson = await content.createLesson(parents);
        const path = `/api/lessons/${lesson.id}`;
        const saved = new Map([[lesson.version, lesson]]);
        for (const body of patches) {
          lesson = (await content.call<Lesson>('PATCH', path, body)).body;
          saved.set(lesson.version, lesson);
        }
        const { data } = await versionsOf(path);
        expect(data.map(({ version }) => version)).toEqual([...saved.keys()].reverse());
        for (const [version, expected] of saved)
          expect((await content.call('GET', `${path}/versions/${version}`)).body).toEqual(expected);

        const [first] = saved.values();
        // What learners see is not restored at once.
        await content.call('PATCH', path, { status: 'draft' });
        lesson = (await content.call<Lesson>('GET', path)).body;
        const restored = await content.call<Lesson>('POST', `${path}/versions/1/restore`);
        expect(withoutVersion(restored.body)).toEqual(first && withoutVersion(first));
        const isChanged = patches.length > 0 && restored.body.version === lesson.version + 1;
        expect(restored.body.version - lesson.version).toBe(isChanged ? 1 : 0);

        await content.call('DELETE', path);
        const back = await content.call<Lesson>('POST', `/api/deleted-lessons/${lesson.id}/restore`);
        expect(withoutVersion(back.body)).toEqual(first && withoutVersion(first));
        expect(back.body.version).toBe(restored.body.version + 2);
      }),
      { numRuns: depth(1, 5) },
    );
  });
});

describe('restoring a version', () => {
  it('saves it as a new version, unless someone else has saved', async () => {
    const { id } = await content.createLesson(parents);
    const path = `/api/lessons/${id}`;
    await content.call('PATCH', path, { title: 'Changed' });
    const stale = await content.call('POST', `${path}/versions/1/restore`, undefined, {
      headers: { 'if-match': '"1"' },
    });
    expect(stale).toMatchObject({ status: 409, body: { code: 'stale_version' } });
    const restored = await content.call('POST', `${path}/versions/1/restore`, undefined, {
      headers: { 'if-match': '"2"' },
    });
    expect(restored).toMatchObject({ status: 200, body: { title: 'Asking the way', version: 3 } });
    expect((await versionsOf(path)).data[0]).toMatchObject({ action: 'restored', changedFields: ['title'] });
    expect((await content.call('POST', `${path}/versions/9/restore`)).status).toBe(404);
    expect(
      (await content.call('POST', `${path}/versions/1/restore`, undefined, { as: 'learner' })).status,
    ).toBe(401);
    expect((await content.call('GET', `${path}/versions`, undefined, { as: 'app' })).status).toBe(401);
  });

  it('names the main lesson of the version if that was deleted', async () => {
    const former = await content.createMainLesson({ title: 'Former' });
    const { id } = await content.createLesson({ ...parents, mainLessonId: former.id });
    await content.call('PATCH', `/api/lessons/${id}`, { mainLessonId: parents.mainLessonId });
    await content.call('DELETE', `/api/main-lesson/${former.id}`);
    expect(await content.call('POST', `/api/lessons/${id}/versions/1/restore`)).toMatchObject({
      status: 409,
      body: { message: 'Restore main lesson "Former" first' },
    });
  });
});

describe('deleted items', () => {
  it('are listed and come back as they were, newer than their deletion for every reader', async () => {
    const lesson = await content.createLesson({ ...parents, title: 'Rivers and lakes', status: 'published' });
    const { id } = lesson;
    await content.call('DELETE', `/api/lessons/${id}`);
    const row = {
      id,
      title: 'Rivers and lakes',
      deletedBy: expect.objectContaining({ id: 2 }),
      deletedWith: null,
    };
    expect(await deletedLessons('?search=lakes&limit=5')).toEqual({
      data: [expect.objectContaining(row)],
      total: 1,
    });
    expect((await deletedLessons('?search=mountains')).data).toEqual([]);
    expect((await content.call('GET', `/api/lessons/${id}/versions/1`)).body).toEqual(lesson);

    const restored = await content.call<Lesson>('POST', `/api/deleted-lessons/${id}/restore`);
    expect(restored).toMatchObject({ status: 200, body: { ...withoutVersion(lesson), version: 3 } });
    expect((await content.call('GET', `/api/lessons/${id}`)).body).toEqual(restored.body);
    expect(await content.waitForEvent('lesson', id, 3)).toMatchObject({ type: 'changed' });
    expect((await content.call('GET', `/api/v1/lessons/${id}`, undefined, { as: 'app' })).status).toBe(200);
    expect((await deletedLessons('?search=lakes')).data).toEqual([]);
    expect(await collection('tombstones').countDocuments({ _id: `events.content.lesson.${id}` })).toBe(0);
    expect((await versionsOf(`/api/lessons/${id}`)).data.map(({ action }) => action)).toEqual([
      'restored',
      'deleted',
      'created',
    ]);
    expect((await content.call('POST', `/api/deleted-lessons/${id}/restore`)).status).toBe(404);
  });

  it('come back with their main lesson if they were deleted with it', async () => {
    const main = await content.createMainLesson({ title: 'Travel' });
    const ids = { ...parents, mainLessonId: main.id };
    const first = await content.createLesson(ids);
    const before = await content.createLesson({ ...ids, title: 'Deleted before' });
    await content.call('DELETE', `/api/lessons/${before.id}`);
    const like = await collection('lessons').findOne({ _id: first.id as unknown as string });
    const clones = Array.from({ length: 120 }, (_, n) => ({
      ...like,
      _id: main.id * 1e6 + n,
      title: `Clone ${n}`,
    }));
    await content.service.connection.collection<{ _id: number }>('lessons').insertMany(clones);
    const lessons = () => collection('lessons').countDocuments({ mainLessonId: main.id });
    await content.call('DELETE', `/api/main-lesson/${main.id}`);
    await eventually(async () => expect(await lessons()).toBe(0));

    expect(await content.call('POST', `/api/deleted-lessons/${first.id}/restore`)).toMatchObject({
      status: 409,
      body: { message: 'Restore main lesson "Travel" first' },
    });
    const { data } = await deletedLessons('?search=Asking&limit=1');
    expect(data[0]).toMatchObject({
      id: first.id,
      deletedWith: { type: 'main-lesson', id: main.id, title: 'Travel' },
    });
    await eventually(async () => expect(await collection('lesson_sweeps').countDocuments()).toBe(0));
    const restored = await content.call<MainLesson>('POST', `/api/deleted-main-lessons/${main.id}/restore`);
    expect(restored).toMatchObject({
      status: 200,
      body: { id: main.id, title: 'Travel', version: 3, restored: { lessons: 121 } },
    });
    await eventually(async () => expect(await lessons()).toBe(121), { timeoutMs: 60_000 });
    expect((await content.call<Lesson>('GET', `/api/lessons/${first.id}`)).body).toEqual({
      ...first,
      version: 3,
      updatedAt: expect.any(String),
    });
    expect((await content.call('GET', `/api/lessons/${before.id}`)).status).toBe(404);
    expect((await deletedLessons('?search=before')).data).toMatchObject([{ id: before.id }]);
  });

  it('are refused while another lesson type has their title', async () => {
    const { id } = await content.createLessonType({ title: 'Songs' });
    await content.call('DELETE', `/api/lesson-type/${id}`);
    const other = await content.createLessonType({ title: 'songs' });
    expect(await content.call('POST', `/api/deleted-lesson-types/${id}/restore`)).toMatchObject({
      status: 409,
      body: { message: 'A lesson type with this title already exists' },
    });
    await content.call('PATCH', `/api/lesson-type/${other.id}`, { title: 'Hymns' });
    const restored = await content.call('POST', `/api/deleted-lesson-types/${id}/restore`);
    expect(restored).toMatchObject({ status: 200, body: { id, title: 'Songs', version: 3 } });
  });

  it('are erased with all versions when their time is over', async () => {
    const { id } = await content.createLesson({ ...parents, title: 'Over' });
    await content.call('PATCH', `/api/lessons/${id}`, { title: 'Over and out' });
    await content.call('DELETE', `/api/lessons/${id}`);
    const versions = () =>
      collection('versions').countDocuments({ _id: { $gte: `lesson.${id}@`, $lt: `lesson.${id}@~` } });
    expect(await versions()).toBe(3);
    await collection('deleted_items').updateOne(
      { _id: `lesson.${id}` },
      { $set: { expiresAt: new Date() } as object },
    );
    expect((await content.call('POST', `/api/deleted-lessons/${id}/restore`)).status).toBe(404);
    await eventually(async () => expect(await versions()).toBe(0));
    await eventually(async () =>
      expect(await collection('deleted_items').countDocuments({ _id: `lesson.${id}` })).toBe(0),
    );
    expect((await content.call('GET', `/api/lessons/${id}/versions`)).status).toBe(404);
  });
});

it('drops versions that are neither among the newest 200 nor of the last 90 days', async () => {
  const dayMs = 24 * 60 * 60_000;
  const { id } = await content.createMainLesson();
  await content.call('PATCH', `/api/main-lessons/${id}`, { title: 'Second' });
  const versions = content.service.connection.collection<{ _id: string; savedAt: Date }>('versions');
  const rowId = (version: number) => `main-lesson.${id}@${String(version).padStart(10, '0')}`;
  const row = await versions.findOne({ _id: rowId(2) });
  const daysAgo = (version: number) => new Date(Date.now() - (version <= 30 ? 100 : 10) * dayMs);
  await versions.insertMany(
    Array.from({ length: 257 }, (_, n) => ({ ...row, _id: rowId(n + 3), savedAt: daysAgo(n + 3) })),
  );
  await versions.updateMany({ _id: { $lte: rowId(2), $gte: rowId(1) } }, { $set: { savedAt: daysAgo(1) } });
  const mainLessons = content.service.connection.collection<{ _id: number }>('main_lessons');
  await mainLessons.updateOne({ _id: id }, { $set: { version: 259, title: 'Before' } });

  expect((await content.call('GET', `/api/main-lessons/${id}/versions/30`)).status).toBe(404);
  await content.call('PATCH', `/api/main-lessons/${id}`, { title: 'Version 260' });
  const kept = await versions
    .find({ _id: { $gte: rowId(1), $lte: rowId(999) } })
    .sort({ _id: 1 })
    .toArray();
  expect(kept[0]?._id).toBe(rowId(31));
  expect(kept).toHaveLength(230);
});
