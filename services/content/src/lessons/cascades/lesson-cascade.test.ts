import { lessonTypeMessages, streamNames } from '@khmer-learning/contracts';
import type { JobRow } from '@khmer-learning/service-kit';
import { captureTransactionSizes, eventually, findAuditRecords } from '@khmer-learning/test-kit';
import { buildLessonBody, startContent, type TestContent } from '../../content.test-kit.ts';
import type { StoredLesson } from '../model/lesson.model.ts';
import type { LessonCascade } from '../model/lesson-cascade.model.ts';

let content: TestContent;
/** A second instance of the service, on the same database. */
let second: TestContent;

beforeAll(async () => {
  content = await startContent();
  second = await startContent({ share: content });
});
afterAll(async () => {
  await second.close();
  await content.close();
});

const lessons = () => content.service.connection.collection<StoredLesson>('lessons');

const cascades = () => content.service.connection.collection<LessonCascade>('lesson_sweeps');

interface SeenList {
  readonly total: number;
}

let lastCloneId = 1_000_000;

/** Stores copies of a lesson directly in the database. @returns the id of the last copy */
async function insertClones(id: number, count: number, change: Partial<StoredLesson> = {}): Promise<number> {
  const lesson = await lessons().findOne({ _id: id });
  if (!lesson) throw new Error(`No lesson ${id}`);
  const clones = Array.from({ length: count }, (_, index) => ({
    ...lesson,
    ...change,
    _id: lastCloneId + 1 + index,
  }));
  lastCloneId += count;
  await lessons().insertMany(clones);
  return lastCloneId;
}

const parent = async () => ({
  mainLessonId: (await content.createMainLesson({ status: 'published' })).id,
  lessonTypeId: (await content.createLessonType()).id,
});

afterEach(async () => {
  await lessons().deleteMany({});
  await eventually(async () => expect(await cascades().countDocuments()).toBe(0));
});

describe('a parent with hundreds of lessons', () => {
  it.each([
    ['main lesson', 'mainLessonId', '/api/main-lesson', 'main-lesson'],
    ['lesson type', 'lessonTypeId', '/api/lesson-type', 'lesson-type'],
  ] as const)('takes them all along: %s', async (_name, field, path, entity) => {
    const ids = await parent();
    const { id } = await content.createLesson(ids);
    const last = await insertClones(id, 600);
    const { body, headers } = await content.call('DELETE', `${path}/${ids[field]}`);
    expect(body).toMatchObject({ deleted: { lessons: 601 } });
    expect(headers['x-event']).toBe(`${entity}.${ids[field]}@2`);
    expect((await content.call('GET', '/api/lessons')).body).toEqual({ lessons: [], total: 0 });
    await eventually(async () => expect(await lessons().countDocuments()).toBe(0));
    await content.waitForEvent(entity, ids[field], 2);
    expect(await content.waitForEvent('lesson', last, 2)).toMatchObject({ type: 'deleted', state: null });
  });

  it.each([
    ['main lesson', 'mainLessonId', '/api/main-lesson'],
    ['lesson type', 'lessonTypeId', '/api/lesson-type'],
  ] as const)('shows none of them any more, those of others still: %s', async (_name, field, path) => {
    const ids = await parent();
    const others = await parent();
    const unaffected = await content.createLesson({ ...others, title: 'Kept lesson', status: 'published' });
    const { id } = await content.createLesson({ ...ids, title: 'Going lesson', status: 'published' });
    await cascades().insertOne({
      _id: 'stopped',
      ...{ [field]: ids[field], actor: null, requestId: null },
      ...{ holder: 'another instance', heldUntil: new Date(Date.now() + 600_000) },
    });
    for (const query of [
      '?limit=5',
      '',
      '?status=published&limit=5',
      '?search=lesson&limit=5',
      '?level=beginner&limit=5',
    ])
      expect((await content.call('GET', `/api/lessons${query}`)).body).toMatchObject({
        lessons: [{ id: unaffected.id }],
        total: 1,
      });
    const seen = await content.call('GET', '/api/v1/lessons?limit=5', undefined, { as: 'app' });
    expect(seen.body).toMatchObject({ data: [{ id: unaffected.id }], total: 1 });
    expect((await content.call('GET', `/api/lessons/${id}`)).status).toBe(404);
    expect((await content.call('GET', `/api/v1/lessons/${id}`, undefined, { as: 'app' })).status).toBe(404);

    // The job resumes what another instance has left unfinished.
    await cascades().updateOne({}, { $set: { heldUntil: new Date() } });
    await eventually(async () => expect(await cascades().countDocuments()).toBe(0));
    expect(await lessons().countDocuments()).toBe(1);
    expect(await content.waitForEvent('lesson', id, 2)).toMatchObject({ type: 'deleted' });
    expect((await content.call('DELETE', `${path}/${ids[field]}`)).status).toBe(200);
  });

  it.each(['mainLessonId', 'lessonTypeId'] as const)('rejects changes of orphans: %s', async (field) => {
    const ids = await parent();
    const others = await parent();
    const { id } = await content.createLesson(ids);
    // A sibling: no lesson can be placed after an orphaned one.
    const unaffected = await content.createLesson({ ...ids, [field]: others[field] });
    await cascades().insertOne({
      _id: 'stopped',
      ...{ [field]: ids[field], actor: null, requestId: null },
      ...{ holder: 'another instance', heldUntil: new Date(Date.now() + 600_000) },
    });
    for (const [method, path, body] of [
      ['PATCH', '', { title: 'Too late' }],
      ['PATCH', '', { status: 'published' }],
      ['PATCH', '', others],
      ['PATCH', '', {}],
      ['PATCH', '/position', { afterId: null }],
      ['POST', '/duplicate', undefined],
      ['DELETE', '', undefined],
    ] as const)
      expect(await content.call(method, `/api/lessons/${id}${path}`, body)).toMatchObject({
        status: 404,
        body: { message: 'Lesson not found' },
      });
    const after = await content.call('PATCH', `/api/lessons/${unaffected.id}/position`, { afterId: id });
    expect(after.status).toBe(400);
    const records = await findAuditRecords(content.service.connection);
    const ofLesson = records.filter(({ entity, entityId }) => entity === 'lesson' && entityId === String(id));
    expect(ofLesson.map(({ action }) => action)).toEqual(['created']);
    await cascades().deleteMany({});
  });

  it('cannot lose an orphaned lesson to another parent', async () => {
    const ids = await parent();
    const others = await parent();
    const { id } = await content.createLesson(ids);
    const last = await insertClones(id, 600);
    const deleting = content.call('DELETE', `/api/main-lesson/${ids.mainLessonId}`);
    const moving = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        second.call('PATCH', `/api/lessons/${last - n}`, { mainLessonId: others.mainLessonId }),
      ),
    );
    const { body } = await deleting;
    await eventually(async () => expect(await cascades().countDocuments()).toBe(0));
    const moved = moving.filter(({ status }) => status === 200).length;
    expect(moving.filter(({ status }) => ![200, 404].includes(status))).toEqual([]);
    expect(body).toMatchObject({ deleted: { lessons: 601 - moved } });
    expect(await lessons().countDocuments()).toBe(moved);
    expect((await second.call('POST', `/api/lessons/${id}/duplicate`)).status).toBe(404);
  });

  it('answers before all lessons are deleted, however many there are', async () => {
    const ids = await parent();
    const { id } = await content.createLesson({ ...ids, status: 'published' });
    await insertClones(id, 5_000);
    const { body } = await content.call('DELETE', `/api/main-lessons/${ids.mainLessonId}`);
    expect(await cascades().countDocuments()).toBe(1);
    expect(body).toMatchObject({ deleted: { lessons: 5_001 } });
    expect((await content.call('GET', '/api/lessons?limit=5')).body).toEqual({ lessons: [], total: 0 });
  });

  describe('when its status changes', () => {
    const updates = () => content.service.connection.collection<JobRow>('lesson_visibility_updates');
    const setStatus = async (id: number, status: 'draft' | 'published', instance = content) =>
      expect((await instance.call('PATCH', `/api/main-lessons/${id}`, { status })).status).toBe(200);
    /** What learners see of a main lesson and its first lesson. */
    const see = async (mainLessonId: number, lessonId: number) => {
      const get = (path: string) => second.call<SeenList>('GET', path, undefined, { as: 'app' });
      const listed = await get(`/api/v1/lessons?mainLessonId=${mainLessonId}&limit=1`);
      const found = await get(`/api/v1/lessons?search=asking&mainLessonId=${mainLessonId}&limit=1`);
      return {
        totals: [listed.body.total, found.body.total],
        lesson: (await get(`/api/v1/lessons/${lessonId}`)).status,
        isKept: [listed, found].map(({ headers }) => headers['cache-control'] !== 'no-store'),
      };
    };
    const seen = (total: number, isKept: boolean) => ({
      ...{ totals: [total, total], lesson: total > 0 ? 200 : 404 },
      isKept: [isKept, isKept],
    });
    const manyLessons = async () => {
      const ids = await parent();
      const { id } = await content.createLesson({ ...ids, status: 'published' });
      // Fewer than the number above which totals are estimates.
      await insertClones(id, 900);
      return { ...ids, id };
    };
    const isDone = () => eventually(async () => expect(await updates().countDocuments()).toBe(0));

    it('hides and shows its lessons in transactions of limited size, without other changes', async () => {
      const { mainLessonId, id } = await manyLessons();
      await insertClones(id, 4_100);
      const sizes = await captureTransactionSizes(content.service.connection, 'lessons', async () => {
        await setStatus(mainLessonId, 'draft');
        await isDone();
        expect(await lessons().countDocuments({ visibility: 'hidden', version: 1 })).toBe(5_001);
        await setStatus(mainLessonId, 'published');
        await isDone();
        expect(await lessons().countDocuments({ visibility: 'public', version: 1 })).toBe(5_001);
      });
      expect(sizes.reduce((sum, { rows }) => sum + rows, 0)).toBe(2 * 5_001);
      for (const { rows, bytes } of sizes) {
        expect(rows).toBeLessThanOrEqual(500);
        expect(bytes).toBeLessThan(256 * 1_024);
      }
    });

    it('shows learners none of its lessons until all are shown, and lets no gateway keep that answer', async () => {
      const { mainLessonId, id } = await manyLessons();
      expect(await see(mainLessonId, id)).toEqual(seen(901, true));
      // Another instance has stopped in the middle, after each kind of change.
      const held = { holder: 'another instance', heldUntil: new Date(Date.now() + 600_000) };
      for (const visibility of ['hidden', 'public'] as const) {
        await updates().insertOne({ _id: mainLessonId, ...held });
        await lessons().updateMany(
          { mainLessonId, _id: { $gt: lastCloneId - 300 } },
          { $set: { visibility } },
        );
        expect(await see(mainLessonId, id)).toEqual(seen(0, false));
        const main = await second.call('GET', `/api/v1/main-lessons/${mainLessonId}`, undefined, {
          as: 'app',
        });
        expect(main.body).toMatchObject({ data: { lessonCount: 0, comingSoon: true } });
        // Its lease expires, as after a SIGKILL.
        await updates().updateOne({}, { $set: { heldUntil: new Date() } });
        await isDone();
        expect(await see(mainLessonId, id)).toEqual(seen(901, true));
      }
    });

    it('ends with the last of several statuses, whichever job is running', async () => {
      const { mainLessonId, id } = await manyLessons();
      for (const status of ['draft', 'published', 'draft', 'published', 'draft'] as const) {
        await setStatus(mainLessonId, status, status === 'draft' ? content : second);
        if (status === 'draft') expect(await see(mainLessonId, id)).toMatchObject({ lesson: 404 });
      }
      await isDone();
      expect(await lessons().countDocuments({ mainLessonId, visibility: 'hidden' })).toBe(901);
      await setStatus(mainLessonId, 'published');
      await isDone();
      expect(await see(mainLessonId, id)).toEqual(seen(901, true));
    });

    it('starts again a job that had died', async () => {
      const { mainLessonId, id } = await manyLessons();
      await updates().insertOne({
        _id: mainLessonId,
        failures: 20,
        heldUntil: new Date('9999-12-31T00:00:00Z'),
      });
      expect(await see(mainLessonId, id)).toEqual(seen(0, false));
      await setStatus(mainLessonId, 'draft');
      await setStatus(mainLessonId, 'published');
      await isDone();
      expect(await see(mainLessonId, id)).toEqual(seen(901, true));
    });

    it('leaves nothing behind when it is deleted meanwhile', async () => {
      const { mainLessonId } = await manyLessons();
      await setStatus(mainLessonId, 'draft');
      expect((await content.call('DELETE', `/api/main-lessons/${mainLessonId}`)).status).toBe(200);
      await isDone();
      await eventually(async () => expect(await lessons().countDocuments()).toBe(0));
    });
  });
});

describe('a lesson type with large lessons whose title changes', () => {
  const large = [{ title: 'Long', content: 'word '.repeat(40_000), html: null, ops: null }];

  it('renames the image of all lessons', async () => {
    const ids = await parent();
    const { id } = await content.createLesson(ids);
    const last = await insertClones(id, 60, { sections: large });
    const { status } = await content.call('PATCH', `/api/lesson-type/${ids.lessonTypeId}`, {
      title: 'Renamed',
    });
    expect(status).toBe(200);
    await eventually(async () =>
      expect(await lessons().countDocuments({ image: 'renamed', version: 2 })).toBe(61),
    );
    expect((await content.waitForEvent('lesson', last, 2)).state).toMatchObject({
      image: 'renamed',
      sections: large,
    });
  });

  it('answers before all lessons have the new image, and changes few in one transaction however short they are', async () => {
    const ids = await parent();
    const { id } = await content.createLesson(ids);
    const last = await insertClones(id, 600);
    const changed = () => lessons().countDocuments({ image: 'renamed soon', version: 2 });
    const sizes = await captureTransactionSizes(content.service.connection, 'lessons', async () => {
      await content.call('PATCH', `/api/lesson-type/${ids.lessonTypeId}`, { title: 'Renamed soon' });
      expect(await changed()).toBeLessThan(601);
      await eventually(async () => expect(await changed()).toBe(601));
    });
    expect(Math.max(...sizes.map(({ rows }) => rows))).toBe(100);
    expect((await content.waitForEvent('lesson', last, 2)).actor).toMatchObject({ role: 'teacher' });
  });

  it('resumes after an interruption', async () => {
    const ids = await parent();
    const { id } = await content.createLesson({ ...ids, image: 'left behind' });
    await content.service.connection
      .collection<{ _id: number; formerImage: string | null }>('lesson_types')
      .updateOne({ _id: ids.lessonTypeId }, { $set: { formerImage: 'left behind', title: 'Taken Up' } });
    await eventually(async () => {
      const stored = await content.service.connection
        .collection<{ _id: number }>('lesson_types')
        .findOne({ _id: ids.lessonTypeId });
      expect(stored).toMatchObject({ formerImage: null });
    });
    const { body } = await content.call('GET', `/api/lessons/${id}`);
    expect(body).toMatchObject({ image: 'taken up', version: 2 });
  });

  it('is finished by the next change of the lesson type when its job is dead, and a later job is not', async () => {
    const ids = await parent();
    const { id } = await content.createLesson({ ...ids, image: 'left behind' });
    const types = content.service.connection.collection<JobRow & { _id: number }>('lesson_types');
    const dead = { failures: 20, heldUntil: new Date('9999-12-31T00:00:00Z') };
    await types.updateOne({ _id: ids.lessonTypeId }, { $set: { formerImage: 'left behind', ...dead } });
    const jobs = () => content.call('GET', '/api/dead-jobs/content', undefined, { as: 'admin' });
    await eventually(async () =>
      expect((await jobs()).body).toMatchObject({ jobs: [{ id: String(ids.lessonTypeId), failures: 20 }] }),
    );
    await content.call('PATCH', `/api/lesson-type/${ids.lessonTypeId}`, { title: 'Renamed again' });
    expect((await content.call('GET', `/api/lessons/${id}`)).body).toMatchObject({ image: 'renamed again' });
    expect((await jobs()).body).toEqual({ jobs: [] });
    const stored = await types.findOne({ _id: ids.lessonTypeId });
    expect([stored?.failures, stored?.heldUntil]).toEqual([undefined, undefined]);
  });

  it('is not renamed again while more lessons have the image of an earlier title than one request changes', async () => {
    const ids = await parent();
    const { id } = await content.createLesson({ ...ids, image: 'left behind' });
    await insertClones(id, 250);
    const types = content.service.connection.collection<JobRow & { _id: number }>('lesson_types');
    // Its job is dead, so that only requests change lessons.
    const dead = { failures: 20, heldUntil: new Date('9999-12-31T00:00:00Z') };
    await types.updateOne({ _id: ids.lessonTypeId }, { $set: { formerImage: 'left behind', ...dead } });
    const rename = () =>
      content.call('PATCH', `/api/lesson-type/${ids.lessonTypeId}`, { title: 'Renamed twice' });
    for (const _batch of [1, 2])
      expect(await rename()).toMatchObject({
        status: 409,
        body: { message: lessonTypeMessages.imagesPending },
      });
    expect((await rename()).status).toBe(200);
    await eventually(async () =>
      expect(await lessons().countDocuments({ lessonTypeId: ids.lessonTypeId, image: 'renamed twice' })).toBe(
        251,
      ),
    );
  });
});

describe('lessons created while their parent is deleted', () => {
  it.each([
    ['main lesson', 'mainLessonId', '/api/main-lesson'],
    ['lesson type', 'lessonTypeId', '/api/lesson-type'],
  ] as const)('leave no orphan: %s', async (_name, field, path) => {
    for (let round = 0; round < 6; round += 1) {
      const ids = await parent();
      const created: Promise<{ status: number }>[] = [];
      const writers = [content, second].map(async (instance) => {
        for (let n = 0; n < 30; n += 1) {
          created.push(instance.call('POST', '/api/lessons', buildLessonBody(ids)));
          if (n % 5 === round % 5) await new Promise((resolve) => setImmediate(resolve));
        }
      });
      const moved = await content.createLesson(await parent());
      const moving = second.call('PATCH', `/api/lessons/${moved.id}`, ids);
      const deleting = content.call('DELETE', `${path}/${ids[field]}`);
      await Promise.all(writers);
      const answers = await Promise.all([...created, moving]);
      expect((await deleting).status).toBe(200);
      expect(answers.filter(({ status }) => ![200, 201, 400].includes(status))).toEqual([]);
      expect(await lessons().countDocuments({ [field]: ids[field] })).toBe(0);
      expect((await content.call('POST', '/api/lessons', buildLessonBody(ids))).status).toBe(400);
    }
  });

  it('each have a tombstone in the stream when they were created before the deletion', async () => {
    const ids = await parent();
    const answers = await Promise.all([
      ...Array.from({ length: 20 }, () =>
        content.call<{ id: number }>('POST', '/api/lessons', buildLessonBody(ids)),
      ),
      content.call<{ id: number }>('DELETE', `/api/main-lesson/${ids.mainLessonId}`),
      ...Array.from({ length: 20 }, () =>
        second.call<{ id: number }>('POST', '/api/lessons', buildLessonBody(ids)),
      ),
    ]);
    const stored = answers.filter(({ status }) => status === 201).map(({ body }) => body.id);
    for (const id of stored)
      expect(await content.waitForEvent('lesson', id, 2)).toMatchObject({ type: 'deleted' });
  });
});

describe('two instances', () => {
  it('create lessons of one main lesson concurrently', async () => {
    const ids = await parent();
    const answers = await Promise.all(
      Array.from({ length: 80 }, (_, n) =>
        (n % 2 ? content : second).call<{ id: number }>('POST', '/api/lessons', buildLessonBody(ids)),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(80).fill(201));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(80);
    expect(await lessons().countDocuments({ mainLessonId: ids.mainLessonId })).toBe(80);
  });

  it('see a changed lesson type at once', async () => {
    const ids = await parent();
    const { id } = await content.createLesson(ids);
    await second.call('GET', `/api/lessons/${id}`);
    await content.call('PATCH', `/api/lesson-type/${ids.lessonTypeId}`, { icon: '🆕' });
    expect((await second.call('GET', `/api/lessons/${id}`)).body).toMatchObject({
      lessonType: { icon: '🆕' },
    });
  });

  it('publish every event once', async () => {
    const manager = await (await content.service.nats.whenConnected()).jetstreamManager();
    await eventually(async () => expect(await content.service.relay.backlog()).toMatchObject({ depth: 0 }));
    const outbox = content.service.connection.collection('outbox');
    const rows = await outbox.countDocuments({ subject: /^events\./ });
    // A row whose acknowledgement was lost on a busy machine has no sequence, but is not published again.
    const acknowledged = await outbox.countDocuments({ subject: /^events\./, streamSeq: { $exists: true } });
    expect(acknowledged).toBeGreaterThan(0);
    // The stream keeps one message of each subject, but counts all that were ever published.
    const published = (await manager.streams.info(streamNames.events)).state.last_seq;
    // At its first start, the service publishes what the stream lacks, such as rows that a test has inserted directly.
    const republications = content.service.connection.collection('republications');
    const republication = await eventually(async () => {
      const row = await republications.findOne({});
      expect(row).toMatchObject({ isDue: false });
      return row;
    });
    expect(published).toBeGreaterThanOrEqual(acknowledged);
    expect(published).toBeLessThanOrEqual(rows + republication?.counts.published);
  });
});
