import { type CommentThread, commentLimits, commentThreadEvents, userEvent } from '@khmer-learning/contracts';
import {
  buildEntityEvent,
  createQueryProfiler,
  eventually,
  fetchLastEvent,
  findAuditRecords,
  publishEvents,
} from '@khmer-learning/test-kit';
import { startContent, type TestContent } from './content.test-kit.ts';

let content: TestContent;
let parents: { mainLessonId: number; lessonTypeId: number };

beforeAll(async () => {
  content = await startContent();
  await publishEvents(content.service.nats, [
    staff(1, 'Chan', 'Sophea'),
    staff(2, 'Sok', 'Dara'),
    staff(5, 'Left', 'Teacher', { isActive: false }),
  ]);
  await eventually(async () => expect(await collection('user_names').countDocuments()).toBe(3));
});
afterAll(() => content.close());
beforeEach(async () => {
  parents = {
    mainLessonId: (await content.createMainLesson({ status: 'published' })).id,
    lessonTypeId: (await content.createLessonType()).id,
  };
});

function staff(id: number, firstName: string, lastName: string, change: Record<string, unknown> = {}) {
  const at = new Date().toISOString();
  return buildEntityEvent(userEvent, id, 1, {
    ...{ id, email: `user-${id}@example.com`, firstName, lastName, role: 'teacher', isActive: true },
    ...{ registrationType: 'authenication', createdAt: at, updatedAt: at, ...change },
  });
}

const collection = (name: string) => content.service.connection.collection<{ _id: number | string }>(name);
const where = 'Where? [nouw-naa?] : នៅណា?';
const who = 'Who? [nau-naa?] : អ្នកណា?';
const sectionsOf = (...lines: string[]) => [{ title: 'Key words', content: lines.join('\n') }];

/** A published lesson with the calls on its comments. */
async function publishLesson(overrides: Record<string, unknown> = {}) {
  const { id } = await content.createLesson({ ...parents, status: 'published', ...overrides });
  const path = `/api/lessons/${id}`;
  type As = { as?: 'admin' | 'teacher' };
  const post = (end: string, body: Record<string, unknown> = {}, options: As = {}) =>
    content.call<CommentThread & { message: string }>('POST', `${path}/comments${end}`, body, options);
  return {
    id,
    path,
    post,
    comment: async (anchor: object | null, text = 'Why this word?') =>
      (await post('', { anchor, text })).body,
    threads: async () =>
      (await content.call<{ threads: CommentThread[] }>('GET', `${path}/comments`)).body.threads,
    change: (
      method: 'PATCH' | 'DELETE',
      thread: number,
      comment: number,
      body?: Record<string, unknown>,
      options: As = {},
    ) =>
      content.call<CommentThread & { message: string }>(
        method,
        `${path}/comments/${thread}/${comment}`,
        body,
        options,
      ),
    save: (body: Record<string, unknown>) => content.call('PATCH', path, body),
    delete: () => content.call('DELETE', path),
  };
}

const eventOf = (id: number) => fetchLastEvent(content.service.nats, commentThreadEvents.content, id);

describe('a thread of comments', () => {
  it('has comments of several people, with the names of those who are mentioned', async () => {
    const { id, post, threads } = await publishLesson();
    const created = await post('', { anchor: { field: 'title' }, text: 'A better title, <@1>? <@9> <@1>' });
    expect(created).toMatchObject({
      status: 201,
      body: {
        anchor: { field: 'title' },
        comments: [
          {
            id: 1,
            author: { id: 2, name: 'Sok Dara' },
            mentions: [
              { id: 1, name: 'Chan Sophea' },
              { id: 9, name: 'Deleted learner' },
            ],
            editedAt: null,
          },
        ],
        resolvedAt: null,
      },
    });
    const { id: thread } = created.body;
    expect(created.headers['x-event']).toBe(`comment-thread.${thread}@1`);
    await post(`/${thread}/replies`, { text: 'Yes' }, { as: 'admin' });
    const [found] = await threads();
    expect(found?.comments.map(({ author, text }) => [author.name, text])).toEqual([
      ['Sok Dara', 'A better title, <@1>? <@9> <@1>'],
      ['Chan Sophea', 'Yes'],
    ]);
    const event = await eventually(async () => {
      const last = await eventOf(thread);
      expect(last.version).toBe(2);
      return last;
    });
    expect(event.state).toEqual({
      id: thread,
      item: { entity: 'lesson', id, title: 'Asking the way' },
      comments: [
        { id: 1, authorId: 2, mentions: [1, 9], createdAt: expect.any(String) },
        { id: 2, authorId: 1, mentions: [], createdAt: expect.any(String) },
      ],
      resolvedAt: null,
    });
    expect(JSON.stringify(event)).not.toMatch(/better|Sok|Yes/);
  });

  it('is edited by its authors, and deleted by them and by admins', async () => {
    const { comment, change, post, threads } = await publishLesson();
    const { id } = await comment(null);
    await post(`/${id}/replies`, { text: 'Because' }, { as: 'admin' });
    expect(await change('PATCH', id, 1, { text: 'Mine' }, { as: 'admin' })).toMatchObject({ status: 403 });
    expect(await change('PATCH', id, 2, { text: 'Mine' })).toMatchObject({ status: 403 });
    expect(await change('DELETE', id, 2)).toMatchObject({ status: 403 });
    const edited = await change('PATCH', id, 1, { text: 'Why this one?' });
    expect(edited.body.comments[0]).toMatchObject({ text: 'Why this one?', editedAt: expect.any(String) });
    expect(await change('DELETE', id, 1, undefined, { as: 'admin' })).toMatchObject({ status: 200 });
    expect((await threads())[0]?.comments.map(({ id: one }) => one)).toEqual([2]);
    await change('DELETE', id, 2, undefined, { as: 'admin' });
    expect(await threads()).toEqual([]);
    await eventually(async () => expect((await eventOf(id)).type).toBe('deleted'));
    expect(await change('PATCH', id, 2, { text: 'Too late' })).toMatchObject({ status: 404 });
  });

  it('is resolved by anyone on the staff, once, and reopened by hand or by a reply', async () => {
    const { comment, post } = await publishLesson();
    const { id } = await comment(null);
    const resolved = await post(`/${id}/resolve`, {}, { as: 'admin' });
    expect(resolved.body).toMatchObject({
      resolvedAt: expect.any(String),
      resolvedBy: { id: 1, name: 'Chan Sophea' },
    });
    const again = await post(`/${id}/resolve`);
    expect(again.body).toEqual(resolved.body);
    expect(again.headers['x-event']).toBeUndefined();
    expect((await post(`/${id}/reopen`)).body).toMatchObject({ resolvedAt: null, resolvedBy: null });
    await post(`/${id}/resolve`);
    expect((await post(`/${id}/replies`, { text: 'Not yet' })).body.resolvedAt).toBeNull();
  });

  it('is written to the audit log of its item, without its text', async () => {
    const { id, comment, post } = await publishLesson();
    const thread = await comment(null, 'A secret word');
    await post(`/${thread.id}/resolve`);
    const records = (await findAuditRecords(content.service.connection)).filter(
      ({ entity, entityId }) => entity === 'lesson' && entityId === String(id),
    );
    expect(records.map(({ action }) => action).sort()).toEqual(['commented', 'comments-resolved', 'created']);
    expect(JSON.stringify(records)).not.toContain('secret');
  });

  it('is for staff alone, and never where learners or files read', async () => {
    const { id, path, comment } = await publishLesson();
    await comment(null, 'Never shown to learners');
    for (const [as, status] of [
      ['app', 401],
      ['learner', 401],
      ['nobody', 401],
      ['student', 403],
    ] as const)
      expect((await content.call('GET', `${path}/comments`, undefined, { as })).status).toBe(status);
    const answers = [
      await content.call('GET', `/api/v1/lessons/${id}`, undefined, { as: 'app' }),
      await content.call('GET', path),
      await content.call('GET', `${path}/versions`),
    ];
    expect(JSON.stringify(answers.map(({ body }) => body))).not.toContain('Never shown');
  });

  it('is refused with a reason when it is empty, too long, mentions too many, or is one too many', async () => {
    const { id, path, post } = await publishLesson();
    const mentions = Array.from({ length: commentLimits.mentions + 1 }, (_, n) => `<@${n + 1}>`).join(' ');
    for (const text of ['', '\u200b', 'x'.repeat(commentLimits.text + 1), mentions])
      expect(await post('', { text })).toMatchObject({ status: 400 });
    expect(await post('', { text: 'Row', anchor: { row: 'Where?' } })).toMatchObject({ status: 400 });
    expect(await content.call('POST', '/api/lessons/999999/comments', { text: 'Nowhere' })).toMatchObject({
      status: 404,
      body: { message: 'Lesson not found' },
    });

    const full = await post('', { text: '1' });
    const at = { createdAt: new Date(), editedAt: null };
    const comments = Array.from({ length: commentLimits.comments }, (_, n) => ({
      ...{ id: n + 1, authorId: 2, text: 'more', ...at },
    }));
    await collection('comment_threads').updateOne({ _id: full.body.id }, { $set: { comments } as object });
    expect(await post(`/${full.body.id}/replies`, { text: 'one more' })).toMatchObject({
      status: 409,
      body: { message: 'This thread is full. Begin a new one' },
    });
    const threads = Array.from({ length: commentLimits.threads - 1 }, (_, n) => ({
      ...{ _id: 100_000 + n, item: `lesson.${id}`, anchor: null, comments: [], resolvedBy: null },
    }));
    await collection('comment_threads').insertMany(threads);
    expect(await post('', { text: 'one more' })).toMatchObject({
      status: 409,
      body: { message: 'There are too many comments here. Delete resolved ones first' },
    });
    const profile = await createQueryProfiler(content.service.connection, ['comment_threads']);
    const [read] = await profile.captureReads(() => content.call('GET', `${path}/comments`));
    await profile.stop();
    expect(read).toMatchObject({ planSummary: expect.stringContaining('IXSCAN') });
    expect(read?.hasSortStage).toBeUndefined();
    await collection('comment_threads').deleteMany({ item: `lesson.${id}` });
  });

  it('finds whom to mention by a part of the name, active staff only', async () => {
    const search = async (text: string) =>
      (
        await content.call<{ people: object[] }>(
          'GET',
          `/api/main-lessons/comments/people?search=${encodeURIComponent(text)}`,
        )
      ).body.people;
    expect(await search('SOPH')).toEqual([{ id: 1, name: 'Chan Sophea' }]);
    expect(await search('')).toEqual([
      { id: 1, name: 'Chan Sophea' },
      { id: 2, name: 'Sok Dara' },
    ]);
    expect(await search('Left')).toEqual([]);
  });
});

describe('the anchor of a thread', () => {
  it('keeps the row through saves and working copies that edit and move it', async () => {
    const { path, comment, save, threads } = await publishLesson({ sections: sectionsOf(where, who) });
    const { id } = await comment({ section: 'Key words', row: where });
    const anchor = async () => (await threads()).find((thread) => thread.id === id)?.anchor;
    const [edited, moved] = ['Where? [nov naa?] : នៅណា?', 'Where to? [tov naa?] : នៅណា?'];
    await save({ sections: sectionsOf(who, edited) });
    expect(await anchor()).toEqual({ section: ['Key words'], row: [edited, where] });
    const { body: lesson } = await content.call<Record<string, unknown>>('GET', path);
    const { mainLessonId, lessonTypeId, title, description, level, image } = lesson;
    const contents = { mainLessonId, lessonTypeId, title, description, level, image };
    const copy = { ...contents, sections: [{ title: 'Questions', content: `${moved}\n${who}` }] };
    await content.call('PUT', `${path}/working-copy`, { contents: copy });
    expect(await anchor()).toEqual({ section: ['Questions', 'Key words'], row: [moved, edited, where] });
  });

  it('stays as it is when the row is deleted or the thread is resolved', async () => {
    const { comment, save, post, threads } = await publishLesson({ sections: sectionsOf(where, who) });
    const [deleted, resolved] = [
      await comment({ section: 'Key words', row: where }),
      await comment({ section: 'Key words', row: who }),
    ];
    await post(`/${resolved.id}/resolve`);
    await save({ sections: sectionsOf('Who? [neak-naa?] : អ្នកណា?', 'What? [ey?] : អ្វី?') });
    expect((await threads()).map(({ anchor }) => anchor)).toEqual([
      { section: ['Key words'], row: [where] },
      { section: ['Key words'], row: [who] },
    ]);
    expect(deleted.anchor).toEqual({ section: ['Key words'], row: [where] });
  });

  it('costs a save of sections one read by an index, and other saves none', async () => {
    const { comment, save } = await publishLesson({ sections: sectionsOf(where) });
    const profile = await createQueryProfiler(content.service.connection, ['comment_threads']);
    const readsOf = (body: Record<string, unknown>) =>
      profile.captureReads(async () => expect(await save(body)).toMatchObject({ status: 200 }));
    await comment({ field: 'title' });
    expect(await readsOf({ title: 'Another title' })).toEqual([]);
    const reads = await readsOf({ sections: sectionsOf(who) });
    expect(reads).toHaveLength(1);
    expect(reads[0]?.planSummary).toContain('IXSCAN');
    await profile.stop();
  });
});

describe('the comments of a deleted item', () => {
  it('are there again after its restoration', async () => {
    const { id, path, comment, threads, ...lesson } = await publishLesson();
    const thread = await comment(null);
    await lesson.delete();
    expect(await content.call('GET', `${path}/comments`)).toMatchObject({ status: 404 });
    expect(await lesson.post(`/${thread.id}/replies`, { text: 'Late' })).toMatchObject({ status: 404 });
    await content.call('POST', `/api/deleted-lessons/${id}/restore`);
    expect(await threads()).toEqual([thread]);
  });

  it('are erased with it', async () => {
    const { id, comment, ...lesson } = await publishLesson();
    const thread = await comment(null);
    await lesson.delete();
    await collection('deleted_items').updateOne(
      { _id: `lesson.${id}` },
      { $set: { expiresAt: new Date() } as object },
    );
    await eventually(async () =>
      expect(await collection('comment_threads').countDocuments({ item: `lesson.${id}` })).toBe(0),
    );
    await eventually(async () => expect((await eventOf(thread.id)).type).toBe('deleted'));
  });
});

it('comments on main lessons and lesson types in the same way', async () => {
  for (const path of [
    `/api/main-lessons/${parents.mainLessonId}`,
    `/api/lesson-type/${parents.lessonTypeId}`,
  ]) {
    const created = await content.call<CommentThread>('POST', `${path}/comments`, { text: 'Good' });
    expect(created).toMatchObject({ status: 201, body: { anchor: null } });
    const { body } = await content.call<{ threads: CommentThread[] }>('GET', `${path}/comments`);
    expect(body.threads).toEqual([created.body]);
  }
});
