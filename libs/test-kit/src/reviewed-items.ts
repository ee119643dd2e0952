import {
  type EventDefinition,
  type Review,
  type ReviewEndpoints,
  type ReviewedItem,
  reviewEventOf,
  reviewMessages,
  type ServiceName,
  userEvent,
} from '@khmer-learning/contracts';
import type { Connection } from 'mongoose';
import { findAuditRecords } from './audit-records.ts';
import {
  buildEntityEvent,
  fetchLastEvent,
  type NatsConnectionSource,
  publishEvents,
} from './entity-events.ts';
import { eventually } from './eventually.ts';
import { createQueryProfiler } from './query-profiler.ts';
import { republishAll } from './republished-events.ts';
import type { ServiceCaller, ServiceCallerOptions } from './service-caller.ts';

/** A kind of item whose reviews are tested, in its service. */
interface ReviewedKind {
  readonly contract: { readonly event: EventDefinition; readonly review: ReviewEndpoints };
  /** Where items are created, such as `/api/lessons`. */
  readonly path: string;
  /** The status that learners see. */
  readonly publishedStatus: string;
  readonly service: () => { readonly nats: NatsConnectionSource; readonly connection: Connection };
  readonly call: ServiceCaller;
  readonly create: (contents: Record<string, unknown>) => Promise<{ id: number }>;
  /** The contents of a working copy. */
  readonly contents: (title: string) => Record<string, unknown>;
  /** The path under which a deleted item is restored. */
  readonly deletedPath: string;
}

interface Item {
  readonly id: number;
  readonly status: string;
  readonly title: string;
  readonly version: number;
  readonly workingCopy?: { readonly version: number };
  readonly review?: Review;
}

/** The author, who may not publish. Others may. */
const author: ServiceCallerOptions = { rights: { canPublish: false, mainLessonIds: null } };
const admin: ServiceCallerOptions = { as: 'admin' };
const names = { admin: { id: 1, name: 'Chan Sophea' }, author: { id: 2, name: 'Sok Dara' } };

/** Tests the reviews of a kind of item, through HTTP. Call it once in a test file. */
export function describeReviews(kind: ReviewedKind): void {
  const { entity, service } = kind.contract.event;
  const event = reviewEventOf(service);

  beforeAll(async () => {
    const at = new Date().toISOString();
    const events = [names.admin, names.author].map(({ id, name }) => {
      const [firstName = '', lastName = ''] = name.split(' ');
      return buildEntityEvent(userEvent, id, 1, {
        ...{ id, email: `user-${id}@example.com`, firstName, lastName, role: 'teacher', isActive: true },
        ...{ registrationType: 'authenication', createdAt: at, updatedAt: at },
      });
    });
    await publishEvents(kind.service().nats, events);
    const known = kind.service().connection.collection('user_names');
    await eventually(async () => expect(await known.countDocuments()).toBe(2));
  });

  /** Creates an item with the calls on its review. */
  async function createItem({ isPublished = false } = {}) {
    const { id } = await kind.create(isPublished ? { status: kind.publishedStatus } : {});
    const path = `${kind.path}/${id}`;
    const call = <T = Review & { message: string }>(
      method: 'GET' | 'PUT' | 'POST' | 'DELETE' | 'PATCH',
      end: string,
      body?: Record<string, unknown>,
      as?: ServiceCallerOptions,
    ) => kind.call<T>(method, `${path}${end}`, body, as);
    const item = async () => (await call<Item>('GET', '')).body;
    const seen = async () => {
      const { workingCopy, version } = await item();
      return workingCopy?.version ?? version;
    };
    return {
      id,
      path,
      call,
      item,
      review: async () => (await item()).review,
      rework: async (title: string) =>
        expect(await call('PUT', '/working-copy', { contents: kind.contents(title) }, author)).toMatchObject({
          status: 200,
        }),
      request: async (message = '', as = author) =>
        call('PUT', '/review', { version: await seen(), message }, as),
      askForChanges: async (message = 'Shorter', as = admin) =>
        call('POST', '/review/changes', { version: await seen(), message }, as),
      grant: async (as = admin) => call('POST', '/review/publish', { version: await seen() }, as),
      withdraw: (as = author) => call('DELETE', '/review', undefined, as),
      actions: async () =>
        (await findAuditRecords(kind.service().connection))
          .filter((record) => record.entity === entity && record.entityId === String(id))
          .map(({ action }) => action)
          .toSorted(),
      lastEvent: async () => fetchLastEvent(kind.service().nats, event, `${entity}-${id}`),
    };
  }
  const listed = async (status: string) => {
    const { body } = await kind.call<Item[] | Record<string, Item[]>>('GET', `${kind.path}?status=${status}`);
    const items = Array.isArray(body) ? body : Object.values(body).find(Array.isArray);
    return items?.map(({ id }) => id) ?? [];
  };

  it('shows a reviewer a draft, which says when it was saved since', async () => {
    const draft = await createItem();
    expect(await draft.request('Are the words right?')).toMatchObject({
      status: 200,
      body: { state: 'requested', version: 1, of: 'item', requestedBy: names.author, isStale: false },
    });
    expect(await draft.review()).toMatchObject({
      ...{ state: 'requested', message: 'Are the words right?', requestedBy: names.author },
      ...{ answeredBy: null, answeredAt: null, answer: null, isStale: false },
    });
    expect(await listed('review')).toContain(draft.id);
    const { body } = await kind.call<{ data: ReviewedItem[] }>('GET', `${kind.path}/reviews`);
    expect(body.data).toContainEqual(
      expect.objectContaining({ id: draft.id, title: expect.any(String), requestedBy: names.author }),
    );
    await draft.call('PATCH', '', { title: 'Saved since' }, author);
    expect(await draft.review()).toMatchObject({ isStale: true, version: 1 });
    expect(await draft.request()).toMatchObject({ status: 200, body: { version: 2, message: '' } });
    expect(await draft.review()).toMatchObject({ isStale: false });
    await eventually(async () =>
      expect(await draft.lastEvent()).toMatchObject({
        version: 2,
        state: {
          item: { entity, id: draft.id, title: 'Saved since' },
          ...{ state: 'requested', requestedBy: 2, answeredBy: null },
        },
      }),
    );
    const text = JSON.stringify([await findAuditRecords(kind.service().connection), await draft.lastEvent()]);
    expect(text).not.toContain('Are the words right?');
  });

  it('answers a working copy in place, and publishes it when it was asked for again', async () => {
    const item = await createItem({ isPublished: true });
    expect(await item.request()).toMatchObject({ status: 409, body: { message: reviewMessages.nothing } });
    await item.rework('Reworked');
    await item.request();
    expect(await item.askForChanges('Shorter, please')).toMatchObject({
      status: 200,
      body: { state: 'changes-requested', answeredBy: names.admin, answer: 'Shorter, please' },
    });
    expect(await listed('review')).not.toContain(item.id);
    await item.rework('Short');
    expect(await item.review()).toMatchObject({ state: 'changes-requested', isStale: true });
    expect(await item.request()).toMatchObject({ status: 200, body: { state: 'requested', answer: null } });
    expect(await item.grant()).toMatchObject({ status: 200 });
    expect(await item.item()).toMatchObject({ title: 'Short', status: kind.publishedStatus });
    expect(await item.review()).toBeUndefined();
    await eventually(async () =>
      expect(await item.lastEvent()).toMatchObject({ state: { state: 'granted', answeredBy: 1 } }),
    );
    expect((await item.actions()).filter((action) => /review|changes/.test(action))).toEqual([
      ...['changes-requested', 'review-granted', 'review-requested', 'review-requested'],
    ]);
  });

  it('publishes a draft, and begins anew after it', async () => {
    const item = await createItem();
    await item.request();
    expect(await item.grant()).toMatchObject({ status: 200 });
    expect(await item.item()).toMatchObject({ status: kind.publishedStatus, version: 2 });
    expect(await item.actions()).toEqual(['created', 'review-granted', 'review-requested', 'status']);
    await item.rework('Reworked');
    expect(await item.request()).toMatchObject({ status: 200, body: { of: 'working-copy', version: 1 } });
  });

  it('refuses what is not to be: who may not publish, nothing seen, nothing said, no review', async () => {
    const item = await createItem();
    expect(await item.withdraw()).toMatchObject({ status: 404 });
    expect(await item.askForChanges()).toMatchObject({ status: 409, body: { message: reviewMessages.over } });
    expect(await item.call('PUT', '/review', { version: 7 }, author)).toMatchObject({ status: 409 });
    await item.request('', admin);
    expect(await item.withdraw()).toMatchObject({
      ...{ status: 403, body: { message: reviewMessages.notRequester } },
    });
    expect(await item.askForChanges('Mine', author)).toMatchObject({ status: 403 });
    expect(await item.grant(author)).toMatchObject({ status: 403 });
    expect(await item.askForChanges(' ')).toMatchObject({ status: 400 });
    await item.call('PATCH', '', { title: 'Saved since' });
    for (const end of ['/review/changes', '/review/publish'])
      expect(await item.call('POST', end, { version: 1, message: 'Old' }, admin)).toMatchObject({
        status: 409,
      });
    expect(await item.review()).toMatchObject({ state: 'requested' });
    expect(await kind.call('PUT', `${kind.path}/999999/review`, { version: 1 })).toMatchObject({
      status: 404,
    });
  });

  it('ends when it is withdrawn, by the author or a reviewer', async () => {
    for (const as of [author, admin]) {
      const item = await createItem();
      await item.request();
      expect(await item.withdraw(as)).toMatchObject({ status: 200 });
      expect(await item.review()).toBeUndefined();
      expect(await item.askForChanges()).toMatchObject({ status: 409 });
      await eventually(async () => expect(await item.lastEvent()).toMatchObject({ type: 'deleted' }));
      expect(await item.request()).toMatchObject({ status: 200 });
    }
  });

  it('ends when the item is published in any other way, discarded or deleted', async () => {
    const status = kind.publishedStatus;
    const draft = await createItem();
    await draft.request();
    await draft.call('PATCH', '', { status }, admin);
    const [copy, whole, discarded] = await Promise.all([
      createItem({ isPublished: true }),
      createItem({ isPublished: true }),
      createItem({ isPublished: true }),
    ]);
    for (const item of [copy, whole, discarded]) {
      await item.rework('Reworked');
      await item.request();
    }
    await copy.call('POST', '/working-copy/publish', {}, admin);
    await whole.call('PATCH', '', { status }, admin);
    await discarded.call('DELETE', '/working-copy', undefined, author);
    for (const item of [draft, copy, whole, discarded]) expect(await item.review()).toBeUndefined();
    for (const item of [draft, copy, whole]) expect(await item.actions()).toContain('review-granted');
    expect(await discarded.actions()).not.toContain('review-granted');

    const deleted = await createItem();
    await deleted.request();
    await kind.call('DELETE', `${kind.deletedPath.replace('deleted-', '')}/${deleted.id}`);
    await eventually(async () => expect(await deleted.lastEvent()).toMatchObject({ type: 'deleted' }));
    await kind.call('POST', `${kind.deletedPath}/${deleted.id}/restore`);
    expect(await deleted.item()).toMatchObject({ id: deleted.id });
    expect(await deleted.review()).toBeUndefined();
  });

  it('ends with what a schedule publishes', async () => {
    const item = await createItem();
    await item.request();
    const at = new Date(Date.now() + 1_000).toISOString();
    const body = { action: 'publish', at, version: 1 };
    expect(await item.call('PUT', '/schedule', body, admin)).toMatchObject({ status: 200 });
    await eventually(async () => expect(await item.item()).toMatchObject({ status: kind.publishedStatus }));
    expect(await item.review()).toBeUndefined();
    await eventually(async () =>
      expect(await item.lastEvent()).toMatchObject({ state: { state: 'granted', answeredBy: 1 } }),
    );
  });

  it('goes on with the draft that a working copy becomes', async () => {
    const item = await createItem({ isPublished: true });
    await item.rework('Reworked');
    await item.request();
    await item.call('PATCH', '', { status: 'draft' }, admin);
    expect(await item.item()).toMatchObject({ title: 'Reworked', review: { of: 'item', isStale: false } });
    expect(await item.grant()).toMatchObject({ status: 200 });
    expect(await item.item()).toMatchObject({ title: 'Reworked', status: kind.publishedStatus });
  });

  it('has one answer of two reviewers at once, of which the other is told', async () => {
    const [granted, answered] = [await createItem(), await createItem()];
    for (const item of [granted, answered]) await item.request();
    const both = await Promise.all([granted.grant(admin), granted.grant({})]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(
      both
        .map(({ body }) => body.message)
        .sort()
        .join(),
    ).toMatch(/^Already published by .+,It was published$/);
    const mixed = await Promise.all([answered.askForChanges('Shorter', admin), answered.grant({})]);
    expect(mixed.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { status, review } = await answered.item();
    const refused = mixed.find((one) => one.status === 409)?.body.message;
    if (status === 'draft') {
      expect(review).toMatchObject({ state: 'changes-requested', answer: 'Shorter' });
      expect(refused).toBe(reviewMessages.answeredBy(names.admin.name));
    } else {
      expect(review).toBeUndefined();
      expect(refused).toBe(reviewMessages.publishedBy(names.author.name));
    }
  });

  it('is read by an index, and published again as it is', async () => {
    const [open, over] = [await createItem(), await createItem()];
    await open.request();
    await over.request();
    await over.withdraw();
    const { connection } = kind.service();
    const profile = await createQueryProfiler(connection, ['reviews']);
    const reads = await profile.captureReads(async () => {
      await kind.call('GET', `${kind.path}/reviews`);
      await listed('review');
    });
    await profile.stop();
    expect(reads.length).toBeGreaterThan(1);
    for (const read of reads) {
      expect(read.planSummary).toMatch(/^IXSCAN/);
      expect(read.hasSortStage).toBeUndefined();
    }
    const { before, after } = await republishAll(kind.service(), service as Extract<ServiceName, 'content'>);
    const subject = ({ id }: { id: number }) => `events.${service}.review.${entity}-${id}`;
    expect(after[subject(open)]).toEqual(before[subject(open)]);
    expect(after[subject(over)]).toMatchObject({ type: 'deleted', version: 2 });
  });
}
