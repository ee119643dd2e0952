import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type CommentThreadEvent,
  commentThreadEvents,
  contentReviewEvent,
  type StateOf,
  type User,
} from '@khmer-learning/contracts';
import type { EventConsumer } from '@khmer-learning/service-kit';
import { buildEntityEvent, createQueryProfiler, eventually, publishEvents } from '@khmer-learning/test-kit';
import { createSessionPrincipal, startUsersApp, type UsersApp } from '../users-app.fixture.ts';
import { startCommentConsumer } from './comment.consumer.ts';
import { startReviewConsumer } from './review.consumer.ts';

interface Answer {
  notifications: { id: string; isRead: boolean; at: string; about: Record<string, unknown> }[];
  hasMore: boolean;
  unread: number;
}

let users: UsersApp;
let consumer: EventConsumer;
let reviewConsumer: EventConsumer;
let threads = 0;

beforeAll(async () => {
  users = await startUsersApp();
  consumer = startCommentConsumer(users.service);
  reviewConsumer = startReviewConsumer(users.service);
});

const staff = async (firstName: string, change: Partial<User> = {}) => {
  const user = await users.createUser({ role: 'teacher', firstName, lastName: 'Sok', ...change });
  const as = createSessionPrincipal({ id: user.id, role: 'teacher' });
  return {
    id: user.id,
    email: user.email,
    as,
    list: async (query = '') =>
      (await users.call('GET', `/api/notifications${query}`, { as })).json<Answer>(),
    read: async (body: object) => (await users.call('POST', '/api/notifications/read', { as, body })).json(),
    mails: async () => {
      const names = await readdir(users.mailFolder);
      const texts = await Promise.all(names.map((name) => readFile(join(users.mailFolder, name), 'utf8')));
      return texts.filter((text) => text.includes(`To: ${user.email}`));
    },
  };
};

type Comment = StateOf<CommentThreadEvent>['comments'][number];
const comment = (id: number, authorId: number, mentions: number[] = [], createdAt = new Date()): Comment => ({
  ...{ id, authorId, mentions, createdAt: createdAt.toISOString() },
});

/** Publishes versions of a thread on lesson 12. */
function newThread(service: 'content' | 'quizzes' = 'content') {
  threads += 1;
  const id = threads;
  const item = { entity: 'lesson', id: 12, title: 'Asking the way' };
  return {
    id,
    /** Publishes a version and waits until it was handled. */
    async publish(version: number, comments: Comment[] | null) {
      const state = comments && { id, item, comments, resolvedAt: null };
      const definition = commentThreadEvents[service];
      await publishEvents(users.service.nats, [buildEntityEvent(definition, id, version, state)]);
      expect(await consumer.waitForVersion(definition, id, version, 60_000)).toBe(true);
    },
  };
}

it('tells those who are mentioned and the authors of earlier comments, never the author', async () => {
  const [author, mentioned, other] = [await staff('Dara'), await staff('Sophea'), await staff('Kosal')];
  const thread = newThread();
  const first = comment(1, author.id, [mentioned.id, author.id]);
  await thread.publish(1, [first]);
  expect(await mentioned.list()).toMatchObject({
    unread: 1,
    hasMore: false,
    notifications: [
      {
        at: first.createdAt,
        isRead: false,
        about: {
          kind: 'comment',
          reason: 'mention',
          item: { entity: 'lesson', id: 12, title: 'Asking the way' },
          thread: thread.id,
          by: { id: author.id, name: 'Dara Sok' },
        },
      },
    ],
  });
  expect((await author.list()).notifications).toEqual([]);
  await thread.publish(2, [first, comment(2, other.id)]);
  expect((await author.list()).notifications).toMatchObject([
    { about: { reason: 'reply', by: { id: other.id } } },
  ]);
  expect((await other.list()).unread).toBe(0);
});

it('has one notification and one mail for a thread until it is read, however often an event comes', async () => {
  const [author, reader] = [await staff('Dara'), await staff('Sophea')];
  const thread = newThread();
  const comments = [comment(1, author.id, [reader.id])];
  const mails = () => eventually(async () => expect(await reader.mails()).not.toEqual([]));
  await thread.publish(1, comments);
  await mails();
  await thread.publish(1, comments);
  comments.push(comment(2, author.id, [reader.id]));
  await thread.publish(2, comments);
  await thread.publish(3, comments);
  expect(await users.service.connection.collection('mail_jobs').countDocuments({ email: reader.email })).toBe(
    0,
  );
  expect(await reader.mails()).toHaveLength(1);
  const [mail = ''] = await reader.mails();
  expect(mail).toContain('There is a new comment for you');
  expect(mail).toContain(author.email);
  expect(mail).toContain(`/#/lessons?open=12&comment=${thread.id}`);

  const [unread] = (await reader.list()).notifications;
  expect(await reader.read({ id: unread?.id })).toEqual({ unread: 0 });
  await thread.publish(4, comments);
  expect((await reader.list()).notifications).toMatchObject([{ id: unread?.id, isRead: true }]);
  comments.push(comment(3, author.id, [reader.id]));
  await thread.publish(5, comments);
  await eventually(async () => expect(await reader.mails()).toHaveLength(2));
  expect(await reader.list()).toMatchObject({
    unread: 1,
    notifications: [{ id: unread?.id, isRead: false }],
  });
});

it('tells nobody who cannot read it: former staff, learners, and of comments older than 90 days', async () => {
  const author = await staff('Dara');
  const [left, learner] = [await staff('Left'), await staff('Learner', { role: 'student' })];
  const late = await staff('Late');
  await users.call('PATCH', `/api/users/${left.id}/status`, { as: users.admin, body: { isActive: false } });
  const thread = newThread('quizzes');
  const old = new Date(Date.now() - 91 * 24 * 60 * 60_000);
  await thread.publish(1, [
    comment(1, author.id, [late.id], old),
    comment(2, author.id, [left.id, learner.id, 999_999]),
  ]);
  const stored = users.service.connection.collection('notifications');
  expect(await stored.countDocuments({ subject: `comment.quizzes.${thread.id}` })).toBe(0);
});

it('forgets what was about a deleted thread, and what a deleted user was told', async () => {
  const [author, reader] = [await staff('Dara'), await staff('Sophea')];
  const [ended, kept] = [newThread(), newThread()];
  for (const thread of [ended, kept]) await thread.publish(1, [comment(1, author.id, [reader.id])]);
  await ended.publish(2, null);
  expect((await reader.list()).notifications).toMatchObject([{ about: { thread: kept.id } }]);
  await users.call('DELETE', `/api/users/${author.id}`, { as: users.admin });
  expect((await reader.list()).notifications).toMatchObject([{ about: { by: { name: 'Deleted learner' } } }]);
  await users.call('DELETE', `/api/users/${reader.id}`, { as: users.admin });
  const stored = users.service.connection.collection('notifications');
  expect(await stored.countDocuments({ userId: reader.id })).toBe(0);
});

it('is read by its user alone, in pages, one by one and all at once', async () => {
  const [author, reader, other] = [await staff('Dara'), await staff('Sophea'), await staff('Kosal')];
  for (const thread of [newThread(), newThread(), newThread()])
    await thread.publish(1, [comment(1, author.id, [reader.id])]);
  const { connection } = users.service;
  const profile = await createQueryProfiler(connection, ['notifications']);
  const reads = await profile.captureReads(async () => {
    const page = await reader.list('?limit=2');
    expect(page).toMatchObject({ unread: 3, hasMore: true });
    expect(page.notifications).toHaveLength(2);
    expect((await reader.list('?limit=2&offset=2')).hasMore).toBe(false);
    const unread = await users.call('GET', '/api/notifications/unread', { as: reader.as });
    expect(unread.json()).toEqual({ unread: 3 });
  });
  await profile.stop();
  for (const read of reads) {
    expect(read.planSummary).toMatch(/^(?:IXSCAN|COUNT_SCAN)/);
    expect(read.hasSortStage).toBeUndefined();
  }
  const [first] = (await reader.list()).notifications;
  expect(await other.read({ id: first?.id })).toEqual({ unread: 0 });
  expect(await other.read({})).toEqual({ unread: 0 });
  expect(await reader.read({ id: randomUUID() })).toEqual({ unread: 3 });
  expect(await reader.read({ id: first?.id })).toEqual({ unread: 2 });
  expect(await reader.read({})).toEqual({ unread: 0 });
  for (const as of [{ kind: 'public' }, createSessionPrincipal({ id: reader.id, role: 'student' })] as const)
    expect((await users.call('GET', '/api/notifications', { as })).statusCode).toBe(
      as.kind === 'public' ? 401 : 403,
    );
});

describe('a review', () => {
  let reviews = 0;

  /** Publishes the steps of a review of lesson 12. */
  function newReview() {
    reviews += 1;
    const id = `lesson-${reviews}`;
    let version = 0;
    return {
      subject: `review.content.${id}`,
      /** @param step null: it has ended otherwise */
      async publish(
        step: {
          state: 'requested' | 'changes-requested' | 'granted';
          requestedBy: number;
          answeredBy?: number;
          at?: Date;
          mainLessonId?: number | null;
        } | null,
      ) {
        version += 1;
        const item = { entity: 'lesson', id: 12, title: 'Asking the way' };
        const { at = new Date(), answeredBy = null, mainLessonId = 5, ...rest } = step ?? {};
        const answeredAt = answeredBy && at.toISOString();
        const state = step && {
          id,
          item,
          ...rest,
          mainLessonId,
          answeredBy,
          requestedAt: at.toISOString(),
          answeredAt,
        };
        const event = buildEntityEvent(contentReviewEvent, id, version, state);
        await publishEvents(users.service.nats, [event]);
        expect(await reviewConsumer.waitForVersion(contentReviewEvent, id, version, 60_000)).toBe(true);
      },
    };
  }
  const reasonsOf = async (member: { list: () => Promise<Answer> }, review: { subject: string }) =>
    (await member.list()).notifications
      .filter(({ id }) => id.startsWith(`${review.subject}.`))
      .map(({ about }) => about.reason);

  it('is told to those who may publish, and its answer to who asked for it, never to who acts', async () => {
    const [author, reviewer, other] = [await staff('Dara'), await staff('Sophea'), await staff('Kosal')];
    const [limited, left] = [await staff('Limited'), await staff('Left')];
    const stored = users.service.connection.collection<{ _id: number }>('users');
    for (const { id } of [author, limited])
      await stored.updateOne({ _id: id }, { $set: { rights: { canPublish: false, mainLessonIds: null } } });
    await users.call('PATCH', `/api/users/${left.id}/status`, { as: users.admin, body: { isActive: false } });
    const review = newReview();
    await review.publish({ state: 'requested', requestedBy: author.id });
    expect((await reviewer.list()).notifications).toMatchObject([
      {
        about: {
          ...{ kind: 'review', reason: 'requested', by: { id: author.id, name: 'Dara Sok' } },
          item: { entity: 'lesson', id: 12, title: 'Asking the way' },
        },
      },
    ]);
    for (const member of [author, limited]) expect(await reasonsOf(member, review)).toEqual([]);
    await eventually(async () => expect(await reviewer.mails()).toHaveLength(1));
    const [mail = ''] = await reviewer.mails();
    expect(mail).toContain('asks for a review');
    expect(mail).toContain('/#/lessons?open=12');

    await review.publish({ state: 'changes-requested', requestedBy: author.id, answeredBy: reviewer.id });
    expect(await reasonsOf(author, review)).toEqual(['changes-requested']);
    for (const member of [reviewer, other]) expect(await reasonsOf(member, review)).toEqual([]);
    await review.publish({ state: 'requested', requestedBy: author.id });
    expect(await reasonsOf(author, review)).toEqual([]);
    expect(await reasonsOf(other, review)).toEqual(['requested']);
    await review.publish({ state: 'granted', requestedBy: author.id, answeredBy: other.id });
    expect(await reasonsOf(author, review)).toEqual(['granted']);
    expect(await reasonsOf(other, review)).toEqual([]);
    await eventually(async () => expect(await author.mails()).toHaveLength(2));
    const own = newReview();
    await own.publish({ state: 'granted', requestedBy: author.id, answeredBy: author.id });
    expect(await reasonsOf(author, own)).toEqual([]);
  });

  it('is told to those alone who may change its main lesson', async () => {
    const [author, inside, outside] = [await staff('Dara'), await staff('Sophea'), await staff('Kosal')];
    const stored = users.service.connection.collection<{ _id: number }>('users');
    for (const [{ id }, of] of [
      [inside, 5],
      [outside, 6],
    ] as const)
      await stored.updateOne({ _id: id }, { $set: { rights: { canPublish: true, mainLessonIds: [of] } } });
    const [review, ofNone] = [newReview(), newReview()];
    await review.publish({ state: 'requested', requestedBy: author.id });
    await ofNone.publish({ state: 'requested', requestedBy: author.id, mainLessonId: null });
    expect(await reasonsOf(inside, review)).toEqual(['requested']);
    expect(await reasonsOf(outside, review)).toEqual([]);
    for (const member of [inside, outside]) expect(await reasonsOf(member, ofNone)).toEqual([]);
  });

  it('is forgotten when it ends otherwise, and not told when it is old', async () => {
    const [author, reviewer] = [await staff('Dara'), await staff('Sophea')];
    const [ended, old] = [newReview(), newReview()];
    await ended.publish({ state: 'requested', requestedBy: author.id });
    expect(await reasonsOf(reviewer, ended)).toEqual(['requested']);
    await ended.publish(null);
    expect(await reasonsOf(reviewer, ended)).toEqual([]);
    const at = new Date(Date.now() - 91 * 24 * 60 * 60_000);
    await old.publish({ state: 'requested', requestedBy: author.id, at });
    expect(await reasonsOf(reviewer, old)).toEqual([]);
  });

  it('is mailed once until it was read or answered', async () => {
    const [author, reviewer] = [await staff('Dara'), await staff('Sophea')];
    const review = newReview();
    await review.publish({ state: 'requested', requestedBy: author.id });
    await eventually(async () => expect(await reviewer.mails()).toHaveLength(1));
    await review.publish({ state: 'requested', requestedBy: author.id });
    const waiting = users.service.connection.collection('mail_jobs');
    expect(await waiting.countDocuments({ email: reviewer.email })).toBe(0);
    await reviewer.read({});
    await review.publish({ state: 'requested', requestedBy: author.id });
    expect(await reasonsOf(reviewer, review)).toEqual(['requested']);
    await eventually(async () => expect(await reviewer.mails()).toHaveLength(2));
  });
});
