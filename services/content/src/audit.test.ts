import { lessons, lessonTypes, mainLessons } from '@khmer-learning/contracts';
import {
  auditedCommentCalls,
  auditedEndpointIds,
  auditedItemCalls,
  auditedReviewCalls,
  findAuditRecords,
} from '@khmer-learning/test-kit';
import { buildLessonBody, startContent, type TestContent } from './content.test-kit.ts';

let content: TestContent;
let ids: { mainLessonId: number; lessonTypeId: number };

beforeAll(async () => {
  content = await startContent();
  ids = {
    mainLessonId: (await content.createMainLesson()).id,
    lessonTypeId: (await content.createLessonType()).id,
  };
});
afterAll(() => content.close());

const caller = () => content.call;
const lesson = () => content.createLesson(ids);

async function ok(answer: Promise<{ status: number; body: unknown }>): Promise<{ id: number }> {
  const { status, body } = await answer;
  expect({ status: status < 300, body }).toMatchObject({ status: true });
  return body as { id: number };
}

const inTheYear2099 = { action: 'publish', at: '2099-04-13T23:00:00Z', version: 1 };
const publishIn2099 = 'publish at 2099-04-13T23:00:00.000Z';

/** Creates a published lesson with a working copy that has another title. */
async function reworkLesson(): Promise<{ id: number; path: string }> {
  const { id } = await content.createLesson({ ...ids, status: 'published' });
  const path = `/api/lessons/${id}/working-copy`;
  await ok(content.call('PUT', path, { contents: buildLessonBody({ ...ids, title: 'Reworked' }) }));
  return { id, path };
}

/** Creates a published main lesson with a working copy that has another title. */
async function reworkMainLesson(): Promise<{ id: number; path: string }> {
  const { id, description, imageCover } = await content.createMainLesson({ status: 'published' });
  const path = `/api/main-lessons/${id}/working-copy`;
  await ok(content.call('PUT', path, { contents: { title: 'Reworked', description, imageCover } }));
  return { id, path };
}

const release = (id: number, at: string | null) =>
  ok(
    content.call('POST', '/api/content-releases', {
      items: [{ entity: 'lesson', id, version: 1, of: 'item' }],
      at,
    }),
  );

/** Edits one of many lessons. */
async function editLesson() {
  const { id, version, title } = await lesson();
  const body = { edits: [{ id, version, level: 'Advanced' }] };
  return { title, edits: await ok(content.call('POST', '/api/lesson-edits', body)) };
}

/** Calls the writing endpoints once; returns the audit record that each must create. */
const ownCalls: Readonly<Record<string, () => Promise<object>>> = {
  ...auditedCommentCalls(lessons, () => lesson(), caller),
  ...auditedCommentCalls(mainLessons, () => content.createMainLesson(), caller),
  ...auditedReviewCalls(lessons, () => lesson(), caller),
  ...auditedReviewCalls(mainLessons, () => content.createMainLesson(), caller),
  ...auditedCommentCalls(lessonTypes, () => content.createLessonType(), caller),
  async 'contentReleases.create'() {
    const { id, title } = await lesson();
    const released = await release(id, null);
    return { action: 'released', entity: 'content-release', entityId: String(released.id), title };
  },
  async 'contentReleases.move'() {
    const { id, title } = await lesson();
    const { id: releaseId } = await release(id, '2098-04-13T23:00:00Z');
    await ok(content.call('PATCH', `/api/content-releases/${releaseId}`, { at: inTheYear2099.at }));
    return { action: 'scheduled', entityId: String(releaseId), title, detail: publishIn2099 };
  },
  async 'contentReleases.cancel'() {
    const { id, title } = await lesson();
    const { id: releaseId } = await release(id, inTheYear2099.at);
    await ok(content.call('DELETE', `/api/content-releases/${releaseId}`));
    return { action: 'schedule-cancelled', entityId: String(releaseId), title, detail: publishIn2099 };
  },
  async 'lessonEdits.create'() {
    const { title } = await editLesson();
    const edited = { action: 'edited-together', entity: 'lesson', entityId: '', title };
    return { ...edited, fields: ['level'], detail: '1 item' };
  },
  async 'lessonEdits.undo'() {
    const { title, edits } = await editLesson();
    await ok(content.call('POST', `/api/lesson-edits/${edits.id}/undo`));
    return { action: 'edits-undone', entity: 'lesson', entityId: '', title, fields: ['level'] };
  },
  async 'mainLessons.create'() {
    const { id, title } = await content.createMainLesson({ title: 'A new course' });
    return { action: 'created', entity: 'main-lesson', entityId: String(id), title };
  },
  async 'mainLessons.update'() {
    const { id } = await content.createMainLesson();
    await ok(content.call('PATCH', `/api/main-lessons/${id}`, { title: 'Renamed', free: true }));
    return { action: 'updated', entityId: String(id), title: 'Renamed', fields: ['title'] };
  },
  async 'mainLessons.delete'() {
    const { id, title } = await content.createMainLesson();
    for (let n = 0; n < 3; n++) await content.createLesson({ ...ids, mainLessonId: id });
    await ok(content.call('DELETE', `/api/main-lesson/${id}`));
    return { action: 'deleted', entityId: String(id), title, detail: '3 lessons deleted with it' };
  },
  async 'mainLessons.duplicate'() {
    const { id } = await content.createMainLesson();
    const copy = await ok(content.call('POST', `/api/main-lessons/${id}/duplicate`));
    return { action: 'created', entityId: String(copy.id), detail: `copy of main lesson ${id}` };
  },
  async 'mainLessons.move'() {
    const { id } = await content.createMainLesson();
    await ok(content.call('PATCH', `/api/main-lessons/${id}/position`, { afterId: null }));
    return { action: 'moved', entity: 'main-lesson', entityId: String(id) };
  },
  async 'lessonTypes.create'() {
    const { id, title } = await content.createLessonType();
    return { action: 'created', entity: 'lesson-type', entityId: String(id), title };
  },
  async 'lessonTypes.update'() {
    const { id } = await content.createLessonType();
    await ok(content.call('PATCH', `/api/lesson-type/${id}`, { icon: '🌊' }));
    return { action: 'updated', entity: 'lesson-type', entityId: String(id), fields: ['icon'] };
  },
  async 'lessonTypes.delete'() {
    const { id, title } = await content.createLessonType();
    await content.createLesson({ ...ids, lessonTypeId: id });
    await ok(content.call('DELETE', `/api/lesson-type/${id}`));
    return { action: 'deleted', entityId: String(id), title, detail: '1 lesson deleted with it' };
  },
  async 'lessons.create'() {
    const { id } = await ok(content.call('POST', '/api/lessons', buildLessonBody({ ...ids, title: 'New' })));
    return { action: 'created', entity: 'lesson', entityId: String(id), title: 'New' };
  },
  async 'lessons.update'() {
    const { id, title } = await lesson();
    await ok(content.call('PATCH', `/api/lessons/${id}`, { level: 'Advanced', description: 'Other' }));
    return { action: 'updated', entityId: String(id), title, fields: ['description', 'level'] };
  },
  async 'lessons.delete'() {
    const { id, title } = await lesson();
    await ok(content.call('DELETE', `/api/lessons/${id}`));
    return { action: 'deleted', entity: 'lesson', entityId: String(id), title };
  },
  async 'lessons.duplicate'() {
    const { id } = await lesson();
    const copy = await ok(content.call('POST', `/api/lessons/${id}/duplicate`));
    return { action: 'created', entity: 'lesson', entityId: String(copy.id), detail: `copy of lesson ${id}` };
  },
  async 'previewLinks.create'() {
    const { id, title } = await lesson();
    await ok(content.call('POST', `/api/lessons/${id}/preview-links`));
    return { action: 'preview-link-created', entity: 'lesson', entityId: String(id), title };
  },
  async 'previewLinks.revoke'() {
    const { id, title } = await lesson();
    const link = await ok(content.call('POST', `/api/lessons/${id}/preview-links`));
    await ok(content.call('DELETE', `/api/preview-links/${link.id}`));
    return { action: 'preview-link-revoked', entity: 'lesson', entityId: String(id), title };
  },
  async 'lessons.move'() {
    const { id } = await lesson();
    await ok(content.call('PATCH', `/api/lessons/${id}/position`, { afterId: null }));
    return { action: 'moved', entity: 'lesson', entityId: String(id) };
  },
  async 'mainLessons.restoreVersion'() {
    const { id } = await content.createMainLesson({ title: 'Before' });
    await ok(content.call('PATCH', `/api/main-lessons/${id}`, { title: 'After' }));
    await ok(content.call('POST', `/api/main-lessons/${id}/versions/1/restore`));
    const restored = { action: 'restored', entity: 'main-lesson', detail: 'version 1' };
    return { ...restored, entityId: String(id), title: 'Before', fields: ['title'] };
  },
  async 'mainLessons.restoreDeleted'() {
    const { id, title } = await content.createMainLesson();
    await content.createLesson({ ...ids, mainLessonId: id });
    await ok(content.call('DELETE', `/api/main-lesson/${id}`));
    await ok(content.call('POST', `/api/deleted-main-lessons/${id}/restore`));
    return { action: 'restored', entityId: String(id), title, detail: '1 lesson restored with it' };
  },
  async 'lessonTypes.restoreVersion'() {
    const { id } = await content.createLessonType({ icon: '📗' });
    await ok(content.call('PATCH', `/api/lesson-type/${id}`, { icon: '🌊' }));
    await ok(content.call('POST', `/api/lesson-type/${id}/versions/1/restore`));
    return { action: 'restored', entity: 'lesson-type', entityId: String(id), fields: ['icon'] };
  },
  async 'lessonTypes.restoreDeleted'() {
    const { id, title } = await content.createLessonType();
    await ok(content.call('DELETE', `/api/lesson-type/${id}`));
    await ok(content.call('POST', `/api/deleted-lesson-types/${id}/restore`));
    return { action: 'restored', entity: 'lesson-type', entityId: String(id), title, detail: null };
  },
  async 'lessons.restoreVersion'() {
    const { id } = await lesson();
    await ok(content.call('PATCH', `/api/lessons/${id}`, { level: 'Advanced' }));
    await ok(content.call('POST', `/api/lessons/${id}/versions/1/restore`));
    return { action: 'restored', entity: 'lesson', entityId: String(id), fields: ['level'] };
  },
  async 'lessons.restoreDeleted'() {
    const { id, title } = await lesson();
    await ok(content.call('DELETE', `/api/lessons/${id}`));
    await ok(content.call('POST', `/api/deleted-lessons/${id}/restore`));
    return { action: 'restored', entity: 'lesson', entityId: String(id), title };
  },
  async 'lessons.schedule'() {
    const { id, title } = await lesson();
    await ok(content.call('PUT', `/api/lessons/${id}/schedule`, inTheYear2099));
    return { action: 'scheduled', entity: 'lesson', entityId: String(id), title, detail: publishIn2099 };
  },
  async 'lessons.cancelSchedule'() {
    const { id, title } = await lesson();
    await ok(content.call('PUT', `/api/lessons/${id}/schedule`, inTheYear2099));
    await ok(content.call('DELETE', `/api/lessons/${id}/schedule`));
    return { action: 'schedule-cancelled', entityId: String(id), title, detail: publishIn2099 };
  },
  async 'lessons.moveSchedule'() {
    const { id, title } = await lesson();
    await ok(content.call('PUT', `/api/lessons/${id}/schedule`, inTheYear2099));
    const at = '2098-01-01T00:00:00.000Z';
    await ok(content.call('PATCH', `/api/lessons/${id}/schedule`, { at }));
    return { action: 'scheduled', entityId: String(id), title, detail: `publish at ${at}` };
  },
  async 'mainLessons.schedule'() {
    const { id, title } = await content.createMainLesson();
    await ok(content.call('PUT', `/api/main-lessons/${id}/schedule`, inTheYear2099));
    return { action: 'scheduled', entity: 'main-lesson', entityId: String(id), title, detail: publishIn2099 };
  },
  async 'mainLessons.cancelSchedule'() {
    const { id, title } = await content.createMainLesson();
    await ok(content.call('PUT', `/api/main-lessons/${id}/schedule`, inTheYear2099));
    await ok(content.call('DELETE', `/api/main-lessons/${id}/schedule`));
    return { action: 'schedule-cancelled', entity: 'main-lesson', entityId: String(id), title };
  },
  async 'mainLessons.moveSchedule'() {
    const { id, title } = await content.createMainLesson();
    await ok(content.call('PUT', `/api/main-lessons/${id}/schedule`, inTheYear2099));
    const at = '2098-01-01T00:00:00.000Z';
    await ok(content.call('PATCH', `/api/main-lessons/${id}/schedule`, { at }));
    return {
      action: 'scheduled',
      entity: 'main-lesson',
      entityId: String(id),
      title,
      detail: `publish at ${at}`,
    };
  },
  async 'mainLessons.saveWorkingCopy'() {
    const { id } = await reworkMainLesson();
    return { action: 'working-copy-saved', entity: 'main-lesson', entityId: String(id), fields: ['title'] };
  },
  async 'mainLessons.publishWorkingCopy'() {
    const { id, path } = await reworkMainLesson();
    await ok(content.call('POST', `${path}/publish`, {}));
    const published = { action: 'working-copy-published', entity: 'main-lesson', fields: ['title'] };
    return { ...published, entityId: String(id), title: 'Reworked' };
  },
  async 'mainLessons.discardWorkingCopy'() {
    const { id, path } = await reworkMainLesson();
    await ok(content.call('DELETE', path));
    return { action: 'working-copy-discarded', entity: 'main-lesson', entityId: String(id) };
  },
  async 'lessons.saveWorkingCopy'() {
    const { id } = await reworkLesson();
    return { action: 'working-copy-saved', entity: 'lesson', entityId: String(id), fields: ['title'] };
  },
  async 'lessons.publishWorkingCopy'() {
    const { id, path } = await reworkLesson();
    await ok(content.call('POST', `${path}/publish`, {}));
    const published = { action: 'working-copy-published', entity: 'lesson', fields: ['title'] };
    return { ...published, entityId: String(id), title: 'Reworked' };
  },
  async 'lessons.discardWorkingCopy'() {
    const { id, path } = await reworkLesson();
    await ok(content.call('DELETE', path));
    return { action: 'working-copy-discarded', entity: 'lesson', entityId: String(id) };
  },
  async 'lessons.export'() {
    await ok(content.call('GET', `/api/export/lessons?mainLessonId=${ids.mainLessonId}`));
    return {
      action: 'exported',
      entity: 'lesson',
      title: expect.stringMatching(/^lessons-\d{4}-\d\d-\d\d\.json$/),
      detail: `mainLessonId ${ids.mainLessonId}`,
    };
  },
  async 'vocabulary.export'() {
    const { status } = await content.call('GET', '/api/export/vocabulary', undefined, { text: true });
    expect(status).toBe(200);
    return { action: 'exported', title: expect.stringMatching(/^vocabulary-.*\.csv$/), detail: null };
  },
};

/** The same of every writing endpoint. */
const calls: typeof ownCalls = { ...ownCalls, ...auditedItemCalls('content', ownCalls, () => content.call) };

/** Writing endpoints without an audit record of their own, and why. */
const exempt: Readonly<Record<string, string>> = {
  'lessons.import': 'only checks a file; applying it is what changes something',
  'vocabulary.import': 'only checks a file; applying it is what changes something',
  'imports.content.apply':
    'recorded as `imported` once the last line is written; see the tests of the import',
  'imports.content.retry': 'goes on with what an import began',
  'vocabulary.template': 'contains only examples',
  'imports.content.set-columns': 'only checks a file again',
  'imports.content.check': 'only checks a file again',
  'imports.content.undo': 'recorded as `import-undone` once the last line is taken back',
  'imports.content.discard': 'nothing that was there has changed',
  'imports.content.refused': 'gives back lines of the file that was sent',
  'pronunciations.find': 'only reads',
  'pronunciationReplacements.create':
    'recorded as `updated` for each lesson that it changes; see the tests of pronunciations',
  'deadJobs.content.retry': 'recorded; see the tests of the job runner',
};

it('covers every writing endpoint', () => {
  expect(auditedEndpointIds('content').filter((id) => !(id in calls) && !(id in exempt))).toEqual([]);
});

it.each(Object.keys(calls))('%s leaves one record, with who did it', async (id) => {
  const before = new Set((await findAuditRecords(content.service.connection)).map((record) => record.id));
  const expected = await calls[id]?.();
  const records = (await findAuditRecords(content.service.connection)).filter(
    (record) => !before.has(record.id),
  );
  const found = records.filter(
    ({ action }) => expected && 'action' in expected && action === expected.action,
  );
  expect(found).toContainEqual(expect.objectContaining({ service: 'content', ...expected }));
  for (const record of records)
    expect(record).toMatchObject({
      actor: { role: 'teacher' },
      requestId: expect.any(String),
      address: expect.any(String),
    });
});

it('records publishing a lesson as a change of status', async () => {
  const { id } = await lesson();
  await ok(content.call('PATCH', `/api/lessons/${id}`, { status: 'published' }));
  expect(await findAuditRecords(content.service.connection)).toContainEqual(
    expect.objectContaining({
      action: 'status',
      entityId: String(id),
      detail: 'published',
      fields: ['status'],
    }),
  );
});

it('contains only field names, never their values', async () => {
  const { id } = await lesson();
  const description = 'What was typed and is nobody else’s business';
  await ok(content.call('PATCH', `/api/lessons/${id}`, { description }));
  expect(JSON.stringify(await findAuditRecords(content.service.connection))).not.toContain(description);
});
