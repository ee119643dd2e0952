import { type ItemEdits, quizzes as quizContract } from '@khmer-learning/contracts';
import {
  auditedCommentCalls,
  auditedEndpointIds,
  auditedItemCalls,
  auditedReviewCalls,
  eventually,
  findAuditRecords,
  republishAll,
} from '@khmer-learning/test-kit';
import {
  buildLessonEvent,
  buildMainLessonEvent,
  buildQuizBody,
  question,
  startQuizzes,
  type TestQuizzes,
} from './quizzes.test-kit.ts';

let quizzes: TestQuizzes;

beforeAll(async () => {
  quizzes = await startQuizzes();
  await quizzes.publish(buildMainLessonEvent(1, 1, {}), buildLessonEvent(1, 1, {}));
  await quizzes.waitUntilConsumed();
});
afterAll(() => quizzes.close());

const inTheYear2099 = { action: 'publish', at: '2099-04-13T23:00:00Z', version: 1 };
const publishIn2099 = 'publish at 2099-04-13T23:00:00.000Z';

/** Creates an active quiz with a working copy that has another title. */
async function reworkQuiz(): Promise<{ id: number; path: string }> {
  const { id } = await quizzes.createQuiz({ status: 'active' });
  const path = `/api/quizzes/${id}/working-copy`;
  await quizzes.call('PUT', path, {
    contents: buildQuizBody({ title: 'Reworked', questions: [{ ...question, id: 1 }] }),
  });
  return { id, path };
}

/** Deletes one of many quizzes. */
async function deleteMany() {
  const { id, version, title } = await quizzes.createQuiz();
  const body = { edits: [{ id, version, deleted: true }] };
  const { body: edits } = await quizzes.call<ItemEdits>('POST', '/api/quiz-edits', body);
  await whenOver(edits.id, 'applied');
  return { title, edits };
}
const whenOver = (id: number, state: ItemEdits['state']) =>
  eventually(async () =>
    expect((await quizzes.call('GET', `/api/quiz-edits/${id}`)).body).toMatchObject({ state }),
  );

/** Calls the writing endpoints once; returns the audit record that each must create. */
const ownCalls: Readonly<Record<string, () => Promise<object>>> = {
  ...auditedCommentCalls(
    quizContract,
    () => quizzes.createQuiz(),
    () => quizzes.call,
  ),
  ...auditedReviewCalls(
    quizContract,
    () => quizzes.createQuiz(),
    () => quizzes.call,
  ),
  async 'quizEdits.create'() {
    const { title } = await deleteMany();
    return { action: 'deleted', entity: 'quiz', entityId: '', title, detail: 'deleted, 1 item' };
  },
  async 'quizEdits.undo'() {
    const { title, edits } = await deleteMany();
    await quizzes.call('POST', `/api/quiz-edits/${edits.id}/undo`);
    await whenOver(edits.id, 'undone');
    return { action: 'edits-undone', entity: 'quiz', entityId: '', title, detail: 'deleted, 1 item' };
  },
  async 'quizzes.create'() {
    const { id } = await quizzes.createQuiz({ title: 'New' });
    return { action: 'created', entityId: String(id), title: 'New' };
  },
  async 'quizzes.update'() {
    const { id } = await quizzes.createQuiz();
    const questions = [{ ...question, options: ['River', 'Sea'] }];
    await quizzes.call('PATCH', `/api/quizzes/${id}`, buildQuizBody({ title: 'Renamed', questions }));
    return { action: 'updated', entityId: String(id), title: 'Renamed', fields: ['questions', 'title'] };
  },
  async 'quizzes.delete'() {
    const { id, title } = await quizzes.createQuiz();
    await quizzes.call('DELETE', `/api/quizzes/${id}`);
    return { action: 'deleted', entityId: String(id), title };
  },
  async 'quizzes.restoreVersion'() {
    const { id } = await quizzes.createQuiz({ title: 'Before' });
    await quizzes.call('PATCH', `/api/quizzes/${id}`, { title: 'After' });
    await quizzes.call('POST', `/api/quizzes/${id}/versions/1/restore`);
    return { action: 'restored', entityId: String(id), title: 'Before', fields: ['title'] };
  },
  async 'quizzes.restoreDeleted'() {
    const { id, title } = await quizzes.createQuiz();
    await quizzes.call('DELETE', `/api/quizzes/${id}`);
    await quizzes.call('POST', `/api/deleted-quizzes/${id}/restore`);
    return { action: 'restored', entityId: String(id), title };
  },
  async 'quizzes.schedule'() {
    const { id, title } = await quizzes.createQuiz();
    await quizzes.call('PUT', `/api/quizzes/${id}/schedule`, inTheYear2099);
    return { action: 'scheduled', entityId: String(id), title, detail: publishIn2099 };
  },
  async 'quizzes.cancelSchedule'() {
    const { id, title } = await quizzes.createQuiz();
    await quizzes.call('PUT', `/api/quizzes/${id}/schedule`, inTheYear2099);
    await quizzes.call('DELETE', `/api/quizzes/${id}/schedule`);
    return { action: 'schedule-cancelled', entityId: String(id), title, detail: publishIn2099 };
  },
  async 'quizzes.moveSchedule'() {
    const { id, title } = await quizzes.createQuiz();
    await quizzes.call('PUT', `/api/quizzes/${id}/schedule`, inTheYear2099);
    const at = '2098-01-01T00:00:00.000Z';
    await quizzes.call('PATCH', `/api/quizzes/${id}/schedule`, { at });
    return { action: 'scheduled', entityId: String(id), title, detail: `publish at ${at}` };
  },
  async 'quizzes.saveWorkingCopy'() {
    const { id } = await reworkQuiz();
    return { action: 'working-copy-saved', entityId: String(id), fields: ['title'] };
  },
  async 'quizzes.publishWorkingCopy'() {
    const { id, path } = await reworkQuiz();
    await quizzes.call('POST', `${path}/publish`, {});
    const published = { action: 'working-copy-published', fields: ['title'] };
    return { ...published, entityId: String(id), title: 'Reworked' };
  },
  async 'quizzes.discardWorkingCopy'() {
    const { id, path } = await reworkQuiz();
    await quizzes.call('DELETE', path);
    return { action: 'working-copy-discarded', entityId: String(id) };
  },
  async 'quizzes.export'() {
    await quizzes.call('GET', '/api/export/quizzes');
    return { action: 'exported', title: expect.stringMatching(/^quizzes-.*\.json$/) };
  },
};

/** The same of every writing endpoint. */
const calls: typeof ownCalls = { ...ownCalls, ...auditedItemCalls('quizzes', ownCalls, () => quizzes.call) };

/** Writing endpoints without an audit record of their own, and why. */
const exempt: Readonly<Record<string, string>> = {
  'quizzes.import': 'only checks a file; applying it is what changes something',
  'imports.quizzes.apply':
    'recorded as `imported` once the last line is written; see the tests of the import',
  'imports.quizzes.retry': 'goes on with what an import began',
  'quizzes.template': 'contains only examples',
  'imports.quizzes.set-columns': 'only checks a file again',
  'imports.quizzes.check': 'only checks a file again',
  'imports.quizzes.undo': 'recorded as `import-undone` once the last line is taken back',
  'imports.quizzes.discard': 'nothing that was there has changed',
  'imports.quizzes.refused': 'gives back lines of the file that was sent',
  'deadJobs.quizzes.retry': 'recorded; see the tests of the job runner',
};

it('republishes what its events have said', async () => {
  const ids = ['quizzes.create', 'quizzes.update', 'quizzes.delete', 'quizzes.restoreDeleted'];
  for (const id of ids) await calls[id]?.();
  const { before, after } = await republishAll(quizzes.service, 'quizzes');
  expect(Object.keys(before)).toHaveLength(4);
  expect(after).toEqual(before);
});

it('covers every writing endpoint', () => {
  expect(auditedEndpointIds('quizzes').filter((id) => !(id in calls) && !(id in exempt))).toEqual([]);
});

it.each(Object.keys(calls))('%s leaves a record, with who did it', async (id) => {
  const expected = await calls[id]?.();
  expect(await findAuditRecords(quizzes.service.connection)).toContainEqual(
    expect.objectContaining({
      service: 'quizzes',
      entity: 'quiz',
      actor: { id: expect.any(Number), role: 'teacher' },
      ...expected,
    }),
  );
});
