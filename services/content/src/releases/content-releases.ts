import {
  type BodyOf,
  type ContentRelease,
  contentReleaseEvent,
  contentReleaseLimits,
  contentReleaseMessages,
  contentReleases,
  messages,
  type QueryOf,
  type ReleaseFailure,
} from '@khmer-learning/contracts';
import {
  checkReleasedItems,
  findUserNames,
  futureTime,
  publishReleasedItems,
  type ScheduledKind,
} from '@khmer-learning/item-kit';
import {
  ApiError,
  commit,
  deleteTombstones,
  type JobDefinition,
  type JobRunner,
  type Lease,
  LeaseLostError,
  lockRow,
  mountEndpoint,
  neverDue,
  nextId,
  notFound,
  type RequestContext,
  type ServiceContext,
  type Transaction,
} from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { Connection } from 'mongoose';
import {
  byTime,
  type ContentReleaseRow,
  contentReleaseRowsOf,
  contentReleasesOf,
  quizzesIn,
  toContentReleaseState,
} from './content-release.model.ts';

/** How long the creation waits for the outcome; then the caller asks for it. */
const outcomeTimeoutMs = 5_000;
const pollMs = 50;
const leaseMs = 5_000;
/** A row is kept so that its creator can learn the outcome. */
const keptMs = 30 * 86_400_000;
/** Characters of a title in the audit log, which is made of the titles of the items. */
const maxTitleLength = 500;

/** Mounts the endpoints of content releases, and registers the job that publishes them. @param kinds main lessons first */
export function mountContentReleases(
  app: FastifyInstance,
  store: ServiceContext,
  jobs: JobRunner,
  kinds: readonly ScheduledKind[],
): void {
  const { connection } = store;
  const rows = contentReleaseRowsOf(connection);
  const wake = jobs.register(contentReleaseJob(store, kinds));

  async function toAnswers(found: readonly ContentReleaseRow[]): Promise<ContentRelease[]> {
    const nameOf = await findUserNames(
      connection,
      found.map(({ actor }) => actor?.id ?? null),
    );
    return found.map(({ _id: id, at, state, items, failure, actor }) => ({
      ...{ id, at: at?.toISOString() ?? null, state, items: [...items], failure },
      createdBy: nameOf(actor?.id ?? null),
    }));
  }

  async function toAnswer(row: ContentReleaseRow): Promise<ContentRelease> {
    const [answer] = await toAnswers([row]);
    if (!answer) throw notFound('Release');
    return answer;
  }

  async function readTitles({ items }: ContentReleaseRow): Promise<string[]> {
    const titles = kinds.map(({ definition, readTitles }) =>
      readTitles(items.flatMap(({ entity, id }) => (entity === definition.entity ? id : []))),
    );
    return (await Promise.all(titles)).flatMap((byId) => [...byId.values()]);
  }

  async function read(id: number): Promise<ContentReleaseRow> {
    const row = await rows.findOne({ _id: id });
    if (!row) throw notFound('Release');
    return row;
  }

  /** Waits until it is decided whether a release is published. */
  async function whenDecided(id: number): Promise<ContentReleaseRow> {
    const deadline = performance.now() + outcomeTimeoutMs;
    let row = await read(id);
    while (row.state === 'preparing' && performance.now() < deadline) {
      if (row.quizTitles) wake();
      await new Promise((resolve) => setTimeout(resolve, pollMs));
      row = await read(id);
    }
    return row;
  }

  async function create({ items, at }: BodyOf<typeof contentReleases.create>, context: RequestContext) {
    const { actor, requestId, rights } = context;
    const time = at === null ? null : futureTime(at);
    const _id = await nextId(connection, 'content-release');
    const created = await commit(store, context, async (tx) => {
      const row: ContentReleaseRow = {
        ...{ _id, version: 0, state: 'scheduled', items, at: time, quizTitles: null, failure: null },
        ...{ actor, requestId, heldUntil: time ?? new Date() },
        ...(rights && { rights }),
      };
      await requirePublishing(tx, kinds, row);
      const { titles, failure } = await checkReleasedItems(connection, tx, kinds, ownItems(row), 'seen');
      if (failure) throw refusal(row, failure);
      if (time) audit(tx, row, 'scheduled', titles);
      const hasQuizzes = quizzesIn(items).length > 0;
      const begin = () => (hasQuizzes ? prepare(connection, tx, row) : publish(tx, kinds, row, titles));
      const next = time ? row : await begin();
      await rows.insertOne(next, { session: tx.session });
      return next;
    });
    const row = created.state === 'preparing' ? await whenDecided(_id) : created;
    if (row.failure) throw refusal(row, row.failure);
    return toAnswer(row);
  }

  async function list({ from, until }: QueryOf<typeof contentReleases.list>) {
    const found = await rows
      .find({ at: { $gte: new Date(from), $lt: new Date(until) }, state: { $ne: 'done' } })
      .sort(byTime)
      .hint(byTime)
      .limit(contentReleaseLimits.listed + 1)
      .toArray();
    const listed = found.slice(0, contentReleaseLimits.listed);
    return { data: await toAnswers(listed), isComplete: found.length === listed.length };
  }

  /** Changes a release that is not being published. */
  async function change(
    id: number,
    context: RequestContext,
    work: (tx: Transaction, row: ContentReleaseRow, titles: readonly string[]) => Promise<void>,
  ): Promise<void> {
    const titles = await readTitles(await read(id));
    await commit(store, context, async (tx) => {
      const row = await rows.findOne({ _id: id }, { session: tx.session });
      if (!row?.at) throw notFound('Release');
      requireOwnRelease(row, context);
      await requirePublishing(tx, kinds, row);
      if (row.state !== 'scheduled' && row.state !== 'failed')
        throw new ApiError(409, contentReleaseMessages.notChangeable);
      await work(tx, row, titles);
    });
  }

  mountEndpoint(app, contentReleases.create, (context) => create(context.body, context));
  mountEndpoint(app, contentReleases.list, ({ query }) => list(query));
  mountEndpoint(app, contentReleases.get, async ({ params }) => toAnswer(await read(params.id)));
  mountEndpoint(app, contentReleases.move, async (context) => {
    const { id } = context.params;
    const at = futureTime(context.body.at);
    await change(id, context, async (tx, row, titles) => {
      // Takes the lease from an instance that publishes it.
      const moved = { at, heldUntil: at, holder: null, state: 'scheduled', failure: null } as const;
      await rows.updateOne(
        { _id: id },
        { $set: moved, $unset: { failures: 1, expiresAt: 1 } },
        { session: tx.session },
      );
      audit(tx, { ...row, at }, 'scheduled', titles);
    });
    return toAnswer(await read(id));
  });
  mountEndpoint(app, contentReleases.cancel, async (context) => {
    const { id } = context.params;
    await change(id, context, async (tx, row, titles) => {
      await rows.deleteOne({ _id: id }, { session: tx.session });
      audit(tx, row, 'schedule-cancelled', titles);
    });
    return { message: contentReleaseMessages.cancelled };
  });
}

/**
 * Publishes releases at their time, and those whose quizzes are prepared. One with quizzes fails when they are not prepared in
 * time: the tombstone of its event tells quizzes to forget it.
 */
function contentReleaseJob(
  store: ServiceContext,
  kinds: readonly ScheduledKind[],
): JobDefinition<ContentReleaseRow> {
  const { connection } = store;
  const rows = contentReleaseRowsOf(connection);

  async function replace(
    { row: { _id, holder = null, actor, requestId, rights } }: Lease<ContentReleaseRow>,
    change: (tx: Transaction, row: ContentReleaseRow) => Promise<ContentReleaseRow> | ContentReleaseRow,
  ): Promise<void> {
    await commit(store, { actor, requestId, rights }, async (tx) => {
      const { session } = tx;
      const row = await lockRow(contentReleasesOf(connection), _id, session, { where: { holder } });
      // It was cancelled or moved, or another instance has taken over.
      if (!row) throw new LeaseLostError();
      await rows.replaceOne({ _id }, await change(tx, row), { session });
    });
  }

  return {
    name: 'content release',
    collection: 'content_releases',
    leaseMs,
    // `at` too: the clock may be set back after a failed attempt.
    dueFilter: (at) =>
      ({ $or: [{ state: 'preparing' }, { state: 'scheduled', at: { $lte: at } }] }) as object,
    async run(lease) {
      try {
        await replace(lease, (tx, row) => advance(connection, tx, kinds, row));
      } catch (error) {
        if (!(error instanceof ApiError) || error.status >= 500) throw error;
        const failure = { message: error.issues?.[0]?.message ?? error.message, items: [] };
        await replace(lease, (tx, row) => fail(tx, row, failure));
      }
    },
    giveUp: (lease) =>
      replace(lease, (tx, row) => fail(tx, row, { message: contentReleaseMessages.broken, items: [] })),
  };
}

/** The next row of a release that is due. @throws ApiError when a save is refused */
async function advance(
  connection: Connection,
  tx: Transaction,
  kinds: readonly ScheduledKind[],
  row: ContentReleaseRow,
): Promise<ContentReleaseRow> {
  if (quizzesIn(row.items).length > 0) {
    if (row.state === 'scheduled') return prepare(connection, tx, row);
    if (!row.quizTitles) return fail(tx, row, { message: contentReleaseMessages.unanswered, items: [] });
  }
  const { titles, failure } = await checkReleasedItems(
    connection,
    tx,
    kinds,
    ownItems(row),
    row.at === null ? 'seen' : 'saved',
  );
  return failure ? fail(tx, row, failure) : publish(tx, kinds, row, titles);
}

/** A release whose quizzes are asked for, after a failure again. */
async function prepare(connection: Connection, tx: Transaction, row: ContentReleaseRow) {
  await deleteTombstones(connection, contentReleaseEvent, [row._id], tx.session);
  const heldUntil = new Date(Date.now() + contentReleaseLimits.preparationMs);
  return emit(tx, { ...row, state: 'preparing', quizTitles: null, heldUntil, holder: null });
}

/** A release whose own items, which were checked, are published. */
async function publish(
  tx: Transaction,
  kinds: readonly ScheduledKind[],
  row: ContentReleaseRow,
  titles: readonly string[],
): Promise<ContentReleaseRow> {
  await publishReleasedItems(tx, kinds, ownItems(row), `release ${row._id}`);
  audit(tx, row, 'released', [...titles, ...(row.quizTitles ?? [])]);
  if (!row.quizTitles) return end({ ...row, state: 'done' });
  return emit(tx, { ...row, state: 'committed', heldUntil: neverDue, holder: null });
}

/** A release of which nothing is published. One that was to be published at once is forgotten after some time. */
export function fail(tx: Transaction, row: ContentReleaseRow, failure: ReleaseFailure): ContentReleaseRow {
  const failed: ContentReleaseRow = { ...row, state: 'failed', failure, heldUntil: neverDue, holder: null };
  const told = row.state === 'preparing' ? emit(tx, failed) : failed;
  return row.at === null ? end(told) : told;
}

/** A release after the event that says its state, which is the next version of it. */
export function emit(tx: Transaction, row: ContentReleaseRow): ContentReleaseRow {
  const { _id: id } = row;
  const version = row.version + 1;
  const state = toContentReleaseState(row);
  if (state) tx.emitChanged(contentReleaseEvent, { id, version, state, surrogateKeys: [] });
  else tx.emitDeleted(contentReleaseEvent, { id, version, surrogateKeys: [] });
  return { ...row, version };
}

/** A release that is over: nothing is due anymore. */
export const end = (row: ContentReleaseRow): ContentReleaseRow => ({
  ...row,
  holder: null,
  heldUntil: neverDue,
  expiresAt: new Date(Date.now() + keptMs),
});

const ownItems = ({ items }: ContentReleaseRow) => items.filter(({ entity }) => entity !== 'quiz');

function audit(
  tx: Transaction,
  { _id: id, at }: ContentReleaseRow,
  action: 'scheduled' | 'schedule-cancelled' | 'released',
  titles: readonly string[],
): void {
  const title = titles.join(', ').slice(0, maxTitleLength);
  tx.audit(contentReleaseEvent, {
    action,
    id,
    title,
    ...(at && { detail: `publish at ${at.toISOString()}` }),
  });
}

/** @throws ApiError 403 for who may not publish an item of this service */
async function requirePublishing(
  tx: Transaction,
  kinds: readonly ScheduledKind[],
  { items }: ContentReleaseRow,
): Promise<void> {
  for (const { workingCopies, definition } of kinds)
    for (const { entity, id } of items)
      if (entity === definition.entity) await workingCopies.requirePublishing(tx, id);
}

/** Who is limited to main lessons changes the own releases alone: others may have items elsewhere. @throws ApiError 403 */
function requireOwnRelease({ actor }: ContentReleaseRow, context: RequestContext): void {
  if (context.rights?.mainLessonIds && actor?.id !== context.actor?.id)
    throw new ApiError(403, messages.auth.otherMainLesson);
}

/** The answer to the creation of a release that cannot be published: 400 when it is too large. */
function refusal({ items }: ContentReleaseRow, failure: ReleaseFailure): ApiError {
  const status = failure.message === contentReleaseMessages.tooLarge ? 400 : 409;
  const issues = failure.items.map(({ entity, id, message }) => ({
    path: `items.${items.findIndex((item) => item.entity === entity && item.id === id)}`,
    message,
  }));
  return new ApiError(status, failure.message, issues.length > 0 ? { issues } : {});
}
