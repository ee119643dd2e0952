import {
  type Lesson,
  lessonLimits,
  type MainLesson,
  type VersionEntry,
  type WorkingCopyInfo,
} from '@khmer-learning/contracts';
import {
  createQueryProfiler,
  createTransferClient,
  eventually,
  republishAll,
} from '@khmer-learning/test-kit';
import fc from 'fast-check';
import { mongo } from 'mongoose';
import { section, startContent, type TestContent } from './content.test-kit.ts';

interface WorkingCopy extends WorkingCopyInfo {
  baseVersion: number;
  contents: Record<string, unknown>;
}
interface Refusal {
  code: string;
  message: string;
}

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
const versionsOf = async (path: string, query = '') =>
  (await content.call<Versions>('GET', `${path}/versions${query}`)).body;
const collection = (name: string) => content.service.connection.collection<{ _id: number | string }>(name);
const contentsOf = (lesson: Lesson, change: Record<string, unknown> = {}) => {
  const { mainLessonId, lessonTypeId, title, description, level, image, sections } = lesson;
  return { ...{ mainLessonId, lessonTypeId, title, description, level, image, sections }, ...change };
};
const ifMatch = (version: number) => ({ headers: { 'if-match': `"${version}"` } });
const learnerCall = (path: string) => content.call<never>('GET', path, undefined, { as: 'app' });

/** A published lesson and the calls on its working copy. */
async function publishLesson(overrides: Record<string, unknown> = {}) {
  const lesson = await content.createLesson({ ...parents, status: 'published', ...overrides });
  const path = `/api/lessons/${lesson.id}`;
  return {
    lesson,
    path,
    patch: (body: Record<string, unknown>) => content.call<Lesson>('PATCH', path, body),
    readItem: async () => (await content.call<Lesson>('GET', path)).body,
    read: () => content.call<WorkingCopy>('GET', `${path}/working-copy`),
    save: (change: Record<string, unknown>, options = {}) =>
      content.call<WorkingCopy & Refusal>(
        'PUT',
        `${path}/working-copy`,
        { contents: contentsOf(lesson, change) },
        options,
      ),
    publish: (body: Record<string, unknown> = {}, options = {}) =>
      content.call<Lesson & Refusal>('POST', `${path}/working-copy/publish`, body, options),
    discard: (options = {}) => content.call('DELETE', `${path}/working-copy`, undefined, options),
  };
}

describe('a working copy of a lesson', () => {
  it('is saved beside what learners see, with no event and no new answer of the lesson', async () => {
    const { lesson, path, save, read, readItem } = await publishLesson();
    const learnersAnswers = async () => {
      const answers = [];
      for (const one of [`/${lesson.id}`, '', `?search=Reworked`]) {
        const { body, headers } = await learnerCall(`/api/v1/lessons${one}`);
        answers.push({ body: JSON.stringify(body), madeOf: headers['surrogate-key'] });
      }
      return answers;
    };
    const events = () =>
      collection('outbox').countDocuments({ subject: `events.content.lesson.${lesson.id}` });
    const before = { answers: await learnersAnswers(), events: await events() };
    expect(before.answers[0]?.madeOf).toContain(`lesson:${lesson.id}`);

    expect(await read()).toMatchObject({ status: 404 });
    const saved = await save({ title: 'Reworked' }, ifMatch(0));
    expect(saved).toMatchObject({
      status: 200,
      body: { version: 1, baseVersion: 1, savedBy: { id: 2 }, contents: { title: 'Reworked' } },
    });
    expect((await read()).body).toEqual(saved.body);
    expect({ answers: await learnersAnswers(), events: await events() }).toEqual(before);
    const { version, savedAt, savedBy } = saved.body;
    const info = { version, savedAt, savedBy };
    expect(await readItem()).toEqual({ ...lesson, workingCopy: info });
    for (const list of ['/api/lessons', `/api/lessons?limit=5&mainLessonId=${parents.mainLessonId}`]) {
      const { lessons } = (await content.call<{ lessons: Lesson[] }>('GET', list)).body;
      expect(lessons.find(({ id }) => id === lesson.id)?.workingCopy).toEqual(info);
    }
    const details = `/api/main-lessons-details/${parents.mainLessonId}`;
    expect((await content.call<Lesson[]>('GET', details)).body[0]?.workingCopy).toEqual(info);
    for (const as of ['app', 'learner', 'nobody'] as const)
      for (const [method, end, body] of [
        ['GET', '', undefined],
        ['PUT', '', { contents: contentsOf(lesson) }],
        ['POST', '/publish', {}],
        ['DELETE', '', undefined],
      ] as const)
        expect((await content.call(method, `${path}/working-copy${end}`, body, { as })).status).toBe(401);
  });

  it('becomes what learners see when it is published, as a version like any other', async () => {
    const { lesson, path, save, publish, read, readItem } = await publishLesson();
    await save({ title: 'Reworked', level: 'Advanced' });
    const published = await publish({}, ifMatch(1));
    expect(published).toMatchObject({
      status: 200,
      body: { title: 'Reworked', level: 'Advanced', status: 'published', version: 2 },
    });
    expect(published.headers['x-event']).toBe(`lesson.${lesson.id}@2`);
    expect((await learnerCall(`/api/v1/lessons/${lesson.id}`)).body).toMatchObject({
      data: { title: 'Reworked' },
    });
    expect(await read()).toMatchObject({ status: 404 });
    expect((await readItem()).workingCopy).toBeUndefined();
    expect((await content.call('GET', `${path}/versions?track=item`)).body).toMatchObject({
      data: [
        { version: 2, action: 'updated', changedFields: ['level', 'title'], isPublished: true },
        { version: 1 },
      ],
    });
    expect(await publish()).toMatchObject({ status: 404 });
  });

  it('is refused by the rules of the lesson, in its words', async () => {
    const { lesson, path, save, read } = await publishLesson();
    const tooLarge = [{ ...section, content: 'x'.repeat(lessonLimits.sectionBytes) }];
    for (const [change, status] of [
      [{ title: ' ' }, 400],
      [{ sections: [] }, 400],
      [{ lessonTypeId: 999 }, 400],
      [{ mainLessonId: 999 }, 400],
      [{ sections: tooLarge }, 413],
    ] as const) {
      const ofLesson = await content.call<Refusal>('PATCH', path, change);
      const ofCopy = await save(change);
      expect(ofLesson.status).toBe(status);
      const path0 = (text: string) => text.replaceAll('contents.', '');
      expect(JSON.parse(path0(JSON.stringify(ofCopy.body)))).toEqual(ofLesson.body);
      expect(ofCopy.status).toBe(status);
    }
    expect(await read()).toMatchObject({ status: 404 });
    const html = '<p onclick="x()">Hi<script>x()</script></p>';
    const saved = await save({ sections: [{ ...section, html }] });
    expect(saved.body.contents.sections).toEqual([{ ...section, html: '<p>Hi</p>', ops: null }]);
    const { id } = await content.createLesson(parents);
    expect(
      await content.call('PUT', `/api/lessons/${id}/working-copy`, { contents: contentsOf(lesson) }),
    ).toMatchObject({ status: 409, body: { message: 'This lesson is a draft: it has no working copy' } });
  });

  it('of two authors is refused to the one who has not seen the other’s', async () => {
    const { save, publish, discard } = await publishLesson();
    await save({ title: 'One' }, ifMatch(0));
    const stale = { status: 409, body: { code: 'stale_version' } };
    expect(await save({ title: 'Other' }, ifMatch(0))).toMatchObject(stale);
    await save({ title: 'Two' }, ifMatch(1));
    expect(await publish({}, ifMatch(1))).toMatchObject(stale);
    expect(await discard(ifMatch(1))).toMatchObject(stale);
    expect(await discard(ifMatch(2))).toMatchObject({ status: 200 });
    expect(await discard()).toMatchObject({ status: 404 });
    expect(await save({ title: 'Again' }, ifMatch(2))).toMatchObject({ status: 409 });
    expect(await save({ title: 'Again' }, ifMatch(0))).toMatchObject({ body: { version: 4 } });
  });

  it('is not published over a newer published version that its author has not seen', async () => {
    const { lesson, patch, save, publish, read } = await publishLesson();
    await save({ title: 'Reworked' });
    await patch({ title: 'Corrected' });
    expect(await publish()).toMatchObject({ status: 409, body: { code: 'newer_version' } });
    expect(await publish({ overwrite: 1 })).toMatchObject({ status: 409 });
    expect((await read()).body).toMatchObject({ version: 1, contents: { title: 'Reworked' } });
    expect(await publish({ overwrite: 2 })).toMatchObject({ status: 200, body: { version: 3 } });
    expect((await learnerCall(`/api/v1/lessons/${lesson.id}`)).body).toMatchObject({
      data: { title: 'Reworked' },
    });
  });

  it('is still published when the lesson was only moved meanwhile', async () => {
    const { lesson, path, save, publish } = await publishLesson();
    await content.createLesson(parents);
    const last = await content.createLesson(parents);
    await save({ title: 'Reworked' });
    await content.call('PATCH', `${path}/position`, { afterId: last.id });
    expect(await publish()).toMatchObject({ status: 200, body: { title: 'Reworked', version: 3 } });
    expect(lesson.version).toBe(1);
  });

  it('ends when it is saved as what is published already', async () => {
    const { save, read, readItem } = await publishLesson();
    expect(await save({})).toMatchObject({ status: 200, body: { version: 0, baseVersion: 1 } });
    await save({ title: 'Reworked' });
    expect(await save({})).toMatchObject({
      status: 200,
      body: { version: 2, contents: { title: 'Asking the way' } },
    });
    expect(await read()).toMatchObject({ status: 404 });
    expect((await readItem()).workingCopy).toBeUndefined();
    expect(await save({ title: 'Anew' }, ifMatch(2))).toMatchObject({ body: { version: 3 } });
    expect(await save({ title: 'Anew' }, ifMatch(3))).toMatchObject({ body: { version: 3 } });
  });

  it('becomes the draft when the lesson is unpublished, even if its parents are gone', async () => {
    const former = await content.createMainLesson({ title: 'Former' });
    const { lesson, path, patch, save, read } = await publishLesson();
    await save({ title: 'Reworked', mainLessonId: former.id });
    await content.call('DELETE', `/api/main-lesson/${former.id}`);
    expect(await patch({ status: 'draft' })).toMatchObject({
      status: 200,
      body: { status: 'draft', title: 'Reworked', mainLessonId: parents.mainLessonId, version: 2 },
    });
    expect(await read()).toMatchObject({ status: 404 });
    expect((await content.call('GET', `${path}/versions/1`)).body).toMatchObject({ title: lesson.title });
  });

  it('stays in the history when a draft with other contents is saved over it', async () => {
    const { path, patch, save } = await publishLesson();
    await save({ title: 'Reworked' });
    const draft = await patch({ status: 'draft', title: 'Mine', level: 'Advanced' });
    expect(draft.body).toMatchObject({ title: 'Mine', status: 'draft', version: 3 });
    expect((await content.call('GET', `${path}/versions/2`)).body).toMatchObject({ title: 'Reworked' });
    expect((await content.call('GET', `${path}/versions/1`)).body).toMatchObject({ title: 'Asking the way' });
    expect((await content.waitForEvent('lesson', draft.body.id, 3)).state).toMatchObject({ title: 'Mine' });
  });

  it('is what an earlier version is restored to: learners keep what is published', async () => {
    const { lesson, path, patch, save, read, publish } = await publishLesson({ status: 'draft' });
    await patch({ title: 'Renamed', status: 'published' });
    await save({ title: 'Reworked' });
    const restore = (query: string, version: number) =>
      content.call<Lesson & Refusal>(
        'POST',
        `${path}/versions/1/restore${query}`,
        undefined,
        ifMatch(version),
      );
    expect(await restore('', 1)).toMatchObject({ status: 409, body: { code: 'stale_version' } });
    const restored = await restore('', 2);
    expect(restored.body).toMatchObject({
      ...{ title: 'Renamed', status: 'published', version: 2 },
      workingCopy: { version: 2 },
    });
    expect((await read()).body).toMatchObject({ baseVersion: 2, contents: { title: lesson.title } });
    expect((await versionsOf(path)).data).toMatchObject([
      { track: 'working-copy', version: 2, action: 'restored', changedFields: ['title'] },
      { track: 'working-copy', version: 1, action: 'updated', changedFields: ['title'] },
      { track: 'item', version: 2 },
      { track: 'item', version: 1 },
    ]);
    // What it replaced is kept too.
    await restore('?track=working-copy', 2);
    expect((await read()).body.contents).toMatchObject({ title: 'Reworked' });
    expect((await publish()).body).toMatchObject({ title: 'Reworked', version: 3 });
  });

  it('keeps each save, and of automatic saves the last of a person and hour', async () => {
    const { path, save, read } = await publishLesson();
    const autosave = (description: string, as: 'teacher' | 'admin' = 'teacher') =>
      content.call('PUT', `${path}/working-copy`, autosaved(description), { as });
    const autosaved = (description: string) => ({ contents: { ...base, description }, isAutosave: true });
    const base = (await save({ title: 'Reworked' })).body.contents;
    for (const description of ['a', 'ab', 'abc'])
      expect(await autosave(description)).toMatchObject({ status: 200 });
    await autosave('abcd', 'admin');
    await autosave('abcde', 'admin');
    await save({ title: 'Reworked', description: 'abcde' });
    await autosave('abcdef');
    const { data } = await versionsOf(`${path}`, '?track=working-copy');
    expect(data.map(({ action, version, savedBy }) => [action, version, savedBy?.id])).toEqual([
      ['autosaved', 8, 2],
      ['updated', 7, 2],
      ['autosaved', 6, 1],
      ['autosaved', 4, 2],
      ['updated', 1, 2],
    ]);
    const at = async (version: number) =>
      (await content.call<Lesson>('GET', `${path}/versions/${version}?track=working-copy`)).body;
    expect([(await at(6)).description, (await at(4)).description]).toEqual(['abcde', 'abc']);
    expect(await at(4)).toMatchObject({ title: 'Reworked', status: 'published', version: 4 });
    expect((await content.call('GET', `${path}/versions/3?track=working-copy`)).status).toBe(404);
    expect((await read()).body.version).toBe(8);

    // An hour later, the next ones are a version of their own.
    const hourAgo = new Date(Date.now() - 61 * 60_000);
    await collection('versions').updateMany({}, { $set: { startedAt: hourAgo } });
    await autosave('next');
    expect((await versionsOf(path, '?track=working-copy')).data.slice(0, 2)).toMatchObject([
      { version: 9 },
      { version: 8 },
    ]);
  });

  it('is restored after it was discarded, for 30 days', async () => {
    const { path, save, discard, read, readItem, publish } = await publishLesson();
    await save({ title: 'Three days of work' });
    await discard();
    const { data } = await versionsOf(path);
    expect(data).toMatchObject([
      { track: 'working-copy', action: 'discarded', version: 2, savedBy: { id: 2 } },
      { track: 'working-copy', action: 'updated', version: 1 },
      { track: 'item', version: 1 },
    ]);
    const restore = () => content.call('POST', `${path}/versions/2/restore?track=working-copy`);
    expect(await restore()).toMatchObject({ status: 200, body: { workingCopy: { version: 3 } } });
    expect((await read()).body.contents).toMatchObject({ title: 'Three days of work' });
    expect(await readItem()).toMatchObject({ title: 'Asking the way' });
    await publish();

    const versions = content.service.connection.collection<{ _id: string; expiresAt: Date }>('versions');
    const kept = await versions.find({ _id: /working-copy/, expiresAt: { $exists: true } }).toArray();
    const days = kept.map(({ expiresAt }) => (expiresAt.getTime() - Date.now()) / (24 * 60 * 60_000));
    expect(Math.min(...days)).toBeGreaterThan(29.9);
    expect(Math.max(...days)).toBeLessThanOrEqual(30);
    await versions.updateMany({ _id: /working-copy/ }, { $set: { expiresAt: new Date() } });
    expect((await versionsOf(path)).data.map(({ track }) => track)).toEqual(['item', 'item']);
    expect(await restore()).toMatchObject({ status: 404 });
  });

  it('is read in the history beside the versions of the lesson, page by page', async () => {
    const { path, save, patch, publish } = await publishLesson();
    for (const title of ['One', 'Two', 'Three']) {
      await save({ title });
      await save({ title: `${title} again` });
      await publish();
      await patch({ title });
    }
    const { data } = await versionsOf(path);
    expect(data).toHaveLength(16);
    for (const limit of [1, 3, 5, 16]) {
      const pages: VersionEntry[] = [];
      for (let before: string | null = ''; before !== null; ) {
        const query: string = `?limit=${limit}${before && `&before=${before}`}`;
        const page: Versions = await versionsOf(path, query);
        pages.push(...page.data);
        before = page.next;
      }
      expect(pages).toEqual(data);
    }
  });

  it('is never lost: whatever two people do, each save is in the history', async () => {
    const titles = ['One', 'Two', 'Three', 'Four', 'Five', 'Six'];
    const step = fc.record({
      act: fc.constantFrom(
        ...(['save', 'save', 'save', 'autosave', 'patch', 'publish', 'discard'] as const),
        ...(['restore', 'unpublish', 'republish', 'delete', 'schedule'] as const),
      ),
      title: fc.constantFrom(...titles),
      as: fc.constantFrom('teacher' as const, 'admin' as const),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        const lesson = await content.createLesson({ ...parents, status: 'published', title: 'Zero' });
        const path = `/api/lessons/${lesson.id}`;
        const saved = new Set(['Zero']);
        const readVersions = async () => {
          const { data } = await versionsOf(path, '?limit=100');
          const reads = data.map(async ({ version, track }) =>
            content.call<Lesson>('GET', `${path}/versions/${version}?track=${track}`),
          );
          return { data, answers: await Promise.all(reads) };
        };
        for (const { act, title, as } of steps) {
          const call = (method: 'PUT' | 'PATCH' | 'POST' | 'DELETE', suffix: string, body?: object) =>
            content.call<Lesson>(method, path + suffix, body as Record<string, unknown>, { as });
          const contents = contentsOf(lesson, { title });
          if (act === 'save' || act === 'patch') {
            const { status } =
              act === 'save'
                ? await call('PUT', '/working-copy', { contents })
                : await call('PATCH', '', { title });
            expect(act === 'save' ? [200, 409] : [200]).toContain(status);
            if (status === 200) saved.add(title);
          } else if (act === 'autosave') await call('PUT', '/working-copy', { contents, isAutosave: true });
          else if (act === 'publish') await call('POST', '/working-copy/publish', {});
          else if (act === 'discard') await call('DELETE', '/working-copy');
          else if (act === 'unpublish') await call('PATCH', '', { status: 'draft' });
          else if (act === 'republish') await call('PATCH', '', { status: 'published' });
          else if (act === 'schedule')
            await call('PUT', '/schedule', { action: 'unpublish', at: '2099-01-01T00:00:00Z', version: 1 });
          else if (act === 'delete') {
            await call('DELETE', '');
            expect((await content.call('POST', `/api/deleted-lessons/${lesson.id}/restore`)).status).toBe(
              200,
            );
          } else {
            const { data } = await readVersions();
            const { version, track } = data[title.length % data.length] ?? { version: 1, track: 'item' };
            const { status } = await call('POST', `/versions/${version}/restore?track=${track}`);
            expect(status).toBe(200);
          }
        }
        const { answers } = await readVersions();
        expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
        const kept = new Set(answers.map(({ body }) => body.title));
        expect([...saved].filter((title) => !kept.has(title))).toEqual([]);
      }),
      { numRuns: depth(8, 60) },
    );
  });

  it('takes little room however often it is saved automatically', async () => {
    const saves = depth(50, 1_000);
    const lines = Array.from(
      { length: 2_000 },
      (_, n) => `word ${n * 7_919} : ពាក្យ ${(n * 104_729) % 9_973}`,
    );
    const { lesson, path } = await publishLesson({ sections: [{ ...section, content: lines.join('\n') }] });
    for (let n = 1; n <= saves; n += 1) {
      lines[(n * 31) % lines.length] = `edit ${n} : កែ ${n}`;
      const contents = contentsOf(lesson, { sections: [{ ...section, content: lines.join('\n') }] });
      const saved = await content.call('PUT', `${path}/working-copy`, { contents, isAutosave: true });
      expect(saved.status).toBe(200);
    }
    const rows = await collection('versions')
      .find({ _id: new RegExp(`^lesson-working-copy.${lesson.id}@`) })
      .toArray();
    expect(rows).toHaveLength(1);
    expect(rows.reduce((sum, row) => sum + mongo.BSON.calculateObjectSize(row), 0)).toBeLessThan(100_000);
  });

  it('is never left beside a draft, whoever saves at the same time', async () => {
    const { patch, save, readItem, read } = await publishLesson();
    for (let round = 0; round < 8; round += 1) {
      const title = `Round ${round}`;
      const [saved, unpublished] = await Promise.all([save({ title }), patch({ status: 'draft' })]);
      expect(unpublished.status).toBe(200);
      expect((await read()).status).toBe(404);
      // Saved before the lesson was unpublished, and then its contents, or refused after it.
      expect([saved.status, (await readItem()).title === title]).toEqual(
        saved.status === 200 ? [200, true] : [409, false],
      );
      await patch({ status: 'published' });
    }
  });

  it('is published by a publication of the status alone, and left alone by a save with contents', async () => {
    const { patch, save, read } = await publishLesson();
    await save({ title: 'Reworked' });
    await patch({ level: 'Advanced', status: 'published' });
    expect((await read()).status).toBe(200);
    expect(await patch({ status: 'published' })).toMatchObject({ status: 409 });
    const other = await publishLesson();
    await other.save({ title: 'Reworked' });
    expect(await other.patch({ status: 'published' })).toMatchObject({
      status: 200,
      body: { title: 'Reworked', version: 2 },
    });
    expect((await other.read()).status).toBe(404);
  });

  it('comes back with a deleted lesson, and is erased with it', async () => {
    const { lesson, path, save, read, publish } = await publishLesson();
    await save({ title: 'Reworked' });
    await content.call('DELETE', path);
    expect((await read()).status).toBe(404);
    await content.call('POST', `/api/deleted-lessons/${lesson.id}/restore`);
    expect((await read()).body).toMatchObject({ version: 1, contents: { title: 'Reworked' } });
    expect(await publish()).toMatchObject({ status: 200, body: { title: 'Reworked' } });
    await save({ title: 'Once more' });
    await content.call('DELETE', path);
    await collection('deleted_items').updateOne(
      { _id: `lesson.${lesson.id}` },
      { $set: { expiresAt: new Date() } as object },
    );
    await eventually(async () =>
      expect(await collection('lesson_working_copies').countDocuments({ _id: lesson.id })).toBe(0),
    );
    const ended = await collection('outbox').findOne({
      subject: `events.content.lesson-working-copy.${lesson.id}`,
      version: 4,
    });
    expect(ended).toMatchObject({ payload: expect.stringContaining('"type":"deleted"') });
  });

  it('is what a copy of the lesson has', async () => {
    const { lesson, path, save } = await publishLesson();
    await save({ title: 'Reworked', level: 'Advanced' });
    const copy = await content.call<Lesson>('POST', `${path}/duplicate`);
    expect(copy.body).toMatchObject({ title: 'Reworked (copy)', level: 'Advanced', status: 'draft' });
    const found = `/api/lessons?search=Reworked&mainLessonId=${parents.mainLessonId}`;
    expect((await content.call<{ lessons: Lesson[] }>('GET', found)).body.lessons).toMatchObject([
      { id: copy.body.id },
    ]);
    const main = `/api/main-lessons/${parents.mainLessonId}`;
    const { title } = (await content.call<MainLesson>('GET', main)).body;
    await content.call('PUT', `${main}/working-copy`, {
      contents: { title: `${title} 2`, description: 'd', imageCover: 'cover.png', free: true },
    });
    const copied = await content.call<MainLesson>('POST', `${main}/duplicate`);
    expect(copied.body).toMatchObject({ title: `${title} 2 (copy)`, description: 'd' });
    const { body } = await content.call<Lesson[]>('GET', `/api/main-lessons-details/${copied.body.id}`);
    expect(body.map((one) => one.title).sort()).toEqual(['Reworked', 'Reworked (copy)']);
    expect(lesson.title).toBe('Asking the way');
  });

  it('is in an export only when that is asked for', async () => {
    const { lesson, save } = await publishLesson({ sections: [section] });
    const { id: lessonTypeId } = await content.createLessonType({ title: 'Songs' });
    const sections = [{ ...section, content: 'Song [jom-rieng] : ចម្រៀង' }];
    await save({ title: 'Reworked', lessonTypeId, sections });
    const main = `/api/main-lessons/${parents.mainLessonId}`;
    await content.call('PUT', `${main}/working-copy`, {
      contents: { title: 'Course 2', description: 'd', imageCover: 'cover.png', free: true },
    });
    const exportOf = async (kind: string, query: string) =>
      (
        await createTransferClient(content.call).downloadExport(
          `/api/export/${kind}?mainLessonId=${parents.mainLessonId}${query}`,
        )
      ).body;
    const published = JSON.parse(await exportOf('lessons', ''));
    expect(published.lessons).toMatchObject([{ id: lesson.id, title: 'Asking the way' }]);
    expect(published.mainLessons).toMatchObject([{ title: 'First Words' }]);
    const reworked = JSON.parse(await exportOf('lessons', '&workingCopies=true'));
    expect(reworked.lessons).toMatchObject([
      { id: lesson.id, title: 'Reworked', lessonType: 'Songs', mainLesson: 'Course 2', status: 'published' },
    ]);
    expect(reworked.mainLessons).toMatchObject([{ title: 'Course 2' }]);
    expect(reworked.lessonTypes.map((type: { title: string }) => type.title)).toContain('Songs');
    expect(await exportOf('vocabulary', '')).not.toContain('ចម្រៀង');
    expect(await exportOf('vocabulary', '&workingCopies=true')).toContain('ចម្រៀង');
  });

  it('is counted by the check of an import and stays beside what that changes', async () => {
    const { save, read, publish, readItem } = await publishLesson();
    await publishLesson();
    await save({ title: 'Reworked' });
    const transfers = createTransferClient(content.call);
    const url = `/api/export/lessons?mainLessonId=${parents.mainLessonId}`;
    const file = (await transfers.downloadExport(url)).body.replaceAll('Streets and corners', 'Imported');
    const checked = await transfers.uploadAndCheck('lessons', file);
    expect(checked).toMatchObject({ counts: { change: 2 }, workingCopies: 1 });
    expect(await transfers.importFile('lessons', file)).toMatchObject({ state: 'applied' });
    expect((await read()).body).toMatchObject({ contents: { title: 'Reworked' } });
    expect(await readItem()).toMatchObject({ title: 'Asking the way', description: 'Imported' });
    expect(await publish()).toMatchObject({ status: 409, body: { code: 'newer_version' } });
  });

  it('is published again when events are lost, and its end too', async () => {
    const open = await publishLesson();
    await open.save({ title: 'Reworked' });
    const ended = await publishLesson();
    await ended.save({ title: 'Reworked' });
    await ended.discard();
    const again = await publishLesson();
    await again.save({ title: 'Reworked' });
    await again.discard();
    await again.save({ title: 'Reworked' });
    const { before, after } = await republishAll(content.service, 'content');
    expect(after).toEqual(before);
    const told = (id: number) => after[`events.content.lesson-working-copy.${id}`];
    expect(told(open.lesson.id)).toMatchObject({ version: 1, state: { contents: { title: 'Reworked' } } });
    expect(told(ended.lesson.id)).toMatchObject({ version: 2, type: 'deleted' });
    expect(told(again.lesson.id)).toMatchObject({ version: 3, type: 'changed' });
  });

  it('costs a page one query, and a save of the lesson none', async () => {
    const { lesson, path, save, patch } = await publishLesson();
    await save({ title: 'Reworked' });
    const profile = await createQueryProfiler(content.service.connection, ['lesson_working_copies']);
    const readsOf = (work: () => Promise<unknown>) => profile.captureReads(async () => void (await work()));
    try {
      for (const list of ['/api/lessons', '/api/lessons?limit=15', path])
        expect(await readsOf(() => content.call('GET', list))).toHaveLength(1);
      for (const one of ['', `/${lesson.id}`])
        expect(await readsOf(() => learnerCall(`/api/v1/lessons${one}`))).toEqual([]);
      expect(await readsOf(() => patch({ title: 'Corrected', status: 'published' }))).toEqual([]);
      const draft = await content.createLesson(parents);
      expect(
        await readsOf(() => content.call('PATCH', `/api/lessons/${draft.id}`, { status: 'published' })),
      ).toEqual([]);
      expect(
        await readsOf(() => content.call('PATCH', `/api/lessons/${draft.id}`, { status: 'draft' })),
      ).toHaveLength(1);
    } finally {
      await profile.stop();
    }
  });
});

describe('a working copy of a main lesson', () => {
  it('has the price rule, is published, and becomes the draft', async () => {
    const main = await content.createMainLesson({ title: 'Course', status: 'published' });
    const path = `/api/main-lessons/${main.id}`;
    const contents = { title: 'Course 2', description: 'd', imageCover: 'new.png', free: false };
    expect(await content.call('PUT', `${path}/working-copy`, { contents })).toMatchObject({
      status: 400,
      body: { message: 'Price is required' },
    });
    const put = (price: number) =>
      content.call('PUT', `${path}/working-copy`, { contents: { ...contents, price } });
    expect(await put(499)).toMatchObject({ status: 200, body: { version: 1, contents: { price: 499 } } });
    expect((await learnerCall(`/api/v1/main-lessons/${main.id}`)).body).toMatchObject({
      data: { title: 'Course', free: true },
    });
    const { mainLessons } = (await content.call<{ mainLessons: MainLesson[] }>('GET', '/api/main-lessons'))
      .body;
    expect(mainLessons.find(({ id }) => id === main.id)?.workingCopy).toMatchObject({ version: 1 });
    expect(await content.call('POST', `${path}/working-copy/publish`, {})).toMatchObject({
      status: 200,
      body: { title: 'Course 2', free: false, price: 499, version: 2 },
    });
    await put(599);
    expect(await content.call('PATCH', path, { status: 'draft' })).toMatchObject({
      body: { price: 599, status: 'draft', version: 3 },
    });
    expect((await content.call('GET', `${path}/working-copy`)).status).toBe(404);
  });
});

it('whatever is saved, reviewed, published, discarded, unpublished, deleted and restored: learners see the published contents, nothing saved is lost, no review outlives a publication', async () => {
  const title = fc.constantFrom('A', 'B', 'C', 'D').map((text) => ({ title: text }));
  const step = fc.oneof(
    ...(['saveCopy', 'saveDraft', 'savePublished'] as const).map((kind) =>
      title.map(({ title }) => ({ kind, title })),
    ),
    ...(
      ['publishCopy', 'overwrite', 'discard', 'unpublish', 'publish', 'deleteAndRestore', 'review'] as const
    ).map((kind) => fc.constant({ kind, title: '' })),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const { lesson, path, patch, save, publish, discard, read, readItem } = await publishLesson({
        title: 'A',
      });
      let status = 'published';
      let item = 'A';
      let copy: { title: string; base: string } | null = null;
      let versions = { item: 1, copy: 0 };
      const kept = new Set(['A']);
      let isReviewed = false;
      const endCopy = () => {
        if (copy) kept.add(copy.title);
        copy = null;
      };
      const publishCopy = (seen: string | undefined): number => {
        if (!copy) return 404;
        if (seen !== item) return 409;
        item = copy.title;
        endCopy();
        isReviewed = false;
        return 200;
      };
      const baseOf = () => (copy as { base: string } | null)?.base;
      const run = {
        async saveCopy(text: string) {
          const { status: answered } = await save({ title: text });
          expect(answered).toBe(status === 'published' ? 200 : 409);
          if (status !== 'published') return;
          if (text === item) isReviewed = false;
          copy = text === item ? null : { title: text, base: baseOf() ?? item };
        },
        async saveDraft(text: string) {
          await patch({ title: text, status: 'draft' });
          endCopy();
          [item, status] = [text, 'draft'];
        },
        async savePublished(text: string) {
          await patch({ title: text, status: 'published' });
          if (status === 'draft') isReviewed = false;
          [item, status] = [text, 'published'];
        },
        async publishCopy() {
          expect((await publish()).status).toBe(publishCopy(baseOf()));
        },
        async overwrite() {
          const { version } = await readItem();
          expect((await publish({ overwrite: version })).status).toBe(publishCopy(item));
        },
        async discard() {
          expect((await discard()).status).toBe(copy ? 200 : 404);
          if (copy) isReviewed = false;
          copy = null;
        },
        async unpublish() {
          await patch({ status: 'draft' });
          if (copy) item = (copy as { title: string }).title;
          endCopy();
          status = 'draft';
        },
        async publish() {
          const { status: answered } = await patch({ status: 'published' });
          const expected = copy ? publishCopy(baseOf()) : 200;
          expect(answered).toBe(expected);
          if (answered === 200) [status, isReviewed] = ['published', false];
        },
        async deleteAndRestore() {
          await content.call('DELETE', path);
          expect((await learnerCall(`/api/v1/lessons/${lesson.id}`)).status).toBe(404);
          expect((await read()).status).toBe(404);
          expect((await content.call('POST', `/api/deleted-lessons/${lesson.id}/restore`)).status).toBe(200);
          isReviewed = false;
        },
        async review() {
          const { version, workingCopy } = await readItem();
          const body = { version: workingCopy?.version ?? version };
          const isPossible = status === 'draft' || copy !== null;
          expect((await content.call('PUT', `${path}/review`, body)).status).toBe(isPossible ? 200 : 409);
          isReviewed ||= isPossible;
        },
      };
      for (const { kind, title: text } of steps) {
        await run[kind](text);
        kept.add(item);
        const seen = await learnerCall(`/api/v1/lessons/${lesson.id}`);
        expect(seen).toMatchObject(
          status === 'published' ? { status: 200, body: { data: { title: item } } } : { status: 404 },
        );
        const stored = await read();
        const open = copy as { title: string } | null;
        expect(stored).toMatchObject(
          open ? { status: 200, body: { contents: { title: open.title } } } : { status: 404 },
        );
        const now = await readItem();
        expect(now).toMatchObject({ title: item, status });
        expect(now.review?.state).toBe(isReviewed ? 'requested' : undefined);
        const row = await collection('lesson_working_copies').findOne({ _id: lesson.id });
        const next = { item: now.version, copy: (row as { version?: number } | null)?.version ?? 0 };
        expect(next.item).toBeGreaterThanOrEqual(versions.item);
        expect(next.copy).toBeGreaterThanOrEqual(versions.copy);
        versions = next;
      }
      const found = new Set<string>();
      for (let version = 1; version <= versions.item; version += 1)
        found.add((await content.call<Lesson>('GET', `${path}/versions/${version}`)).body.title);
      expect([...kept].filter((one) => !found.has(one))).toEqual([]);
    }),
    { numRuns: depth(2, 8) },
  );
});
