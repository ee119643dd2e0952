import {
  deletedLearnerName,
  type ListView,
  listViewLimits,
  listViewMessages,
  listViews,
} from '@khmer-learning/contracts';
import {
  ApiError,
  conflict,
  lockRows,
  mountEndpoint,
  nextId,
  notFound,
  type RequestContext,
  staleVersion,
  type TransactDeps,
  type Transaction,
  transact,
} from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { Connection } from 'mongoose';
import { requireSession, requireSessionUserId, type SessionPrincipal } from '../sessions/require-session.ts';
import type { UserNameLookup } from '../users/user-name-lookup.ts';
import { type ListSettingsRow, type ListViewRow, listViewModels } from './list-view.model.ts';

const team = 0;

/** Mounts saved views and settings of lists. Nobody but staff sees them: they have neither events nor audit records. */
export function listViewRoutes(
  app: FastifyInstance,
  service: TransactDeps,
  findUserNames: UserNameLookup,
): void {
  const { views, settings } = listViewModels(service.connection);

  async function toViews(rows: readonly ListViewRow[]): Promise<ListView[]> {
    const names = await findUserNames([...new Set(rows.map(({ userId }) => userId))]);
    return rows.map(({ _id: id, userId, updatedAt, ...row }) => ({
      ...row,
      id,
      owner: { id: userId, name: names.get(userId)?.name ?? deletedLearnerName },
      updatedAt: updatedAt.toISOString(),
    }));
  }

  async function toView(row: ListViewRow): Promise<ListView> {
    const [view] = await toViews([row]);
    if (!view) throw new Error(`No response was built for view ${row._id}`);
    return view;
  }

  /** @throws ApiError 409 when there would be too many. Concurrent transactions count one after the other. */
  async function requireRoom({ session }: Transaction, userId: number, isNew: boolean, isShared: boolean) {
    const locked = [...(isNew ? [userId] : []), ...(isShared ? [team] : [])];
    await lockRows(settings, locked, session, { insert: () => ({ lists: {} }) });
    const count = (where: object) => views.countDocuments(where).session(session);
    if (isNew && (await count({ userId })) >= listViewLimits.perUser)
      throw conflict(listViewMessages.tooMany);
    if (isShared && (await count({ isShared: true })) >= listViewLimits.shared)
      throw conflict(listViewMessages.tooManyShared);
  }

  /** @throws ApiError 404 also for an own view of somebody else, 403 for a shared one, 409 for a stale version */
  async function readOwn(
    { session }: Transaction,
    id: number,
    { userId, role }: SessionPrincipal,
    ifMatch: number | undefined,
  ): Promise<ListViewRow> {
    const row = await views.findById(id, null, { session }).lean<ListViewRow>();
    if (!row || (row.userId !== userId && !row.isShared)) throw notFound('View');
    if (row.userId !== userId && role !== 'admin') throw new ApiError(403, listViewMessages.notYours);
    if (ifMatch !== undefined && ifMatch !== row.version) throw staleVersion('view');
    return row;
  }

  const write = async <Result>(context: RequestContext, work: (tx: Transaction) => Promise<Result>) =>
    (await transact(service, context, work)).result;

  mountEndpoint(app, listViews.list, async ({ principal }) => {
    const userId = requireSessionUserId(principal);
    const [own, shared, row] = await Promise.all([
      views.find({ userId }).limit(listViewLimits.perUser).lean<ListViewRow[]>(),
      views
        .find({ isShared: true, userId: { $ne: userId } })
        .limit(listViewLimits.shared)
        .lean<ListViewRow[]>(),
      settings.findById(userId).lean<ListSettingsRow>(),
    ]);
    const found = [...own, ...shared].sort((a, b) => a.name.localeCompare(b.name) || a._id - b._id);
    return { views: await toViews(found), settings: row?.lists ?? {} };
  });

  mountEndpoint(app, listViews.create, async (context) => {
    const userId = requireSessionUserId(context.principal);
    const _id = await nextId(service.connection, 'list-view');
    const row = { ...context.body, _id, userId, version: 1, updatedAt: new Date() };
    await write(context, async (tx) => {
      await requireRoom(tx, userId, true, row.isShared);
      await views.create([row], { session: tx.session });
    });
    return toView(row);
  });

  mountEndpoint(app, listViews.update, async (context) => {
    const principal = requireSession(context.principal);
    const row = await write(context, async (tx) => {
      const before = await readOwn(tx, context.params.id, principal, context.ifMatch);
      const change = { ...context.body, version: before.version + 1, updatedAt: new Date() };
      if (context.body.isShared === true && !before.isShared)
        await requireRoom(tx, principal.userId, false, true);
      await views.updateOne({ _id: before._id }, { $set: change }, { session: tx.session });
      // What the body leaves out is not in it either.
      return { ...before, ...change } as ListViewRow;
    });
    return toView(row);
  });

  mountEndpoint(app, listViews.delete, async (context) => {
    const principal = requireSession(context.principal);
    await write(context, async (tx) => {
      const { _id } = await readOwn(tx, context.params.id, principal, context.ifMatch);
      await views.deleteOne({ _id }, { session: tx.session });
    });
    return { message: 'View deleted successfully' };
  });

  mountEndpoint(app, listViews.configure, async (context) => {
    const userId = requireSessionUserId(context.principal);
    const { params, body } = context;
    return write(context, async ({ session }) => {
      await lockRows(settings, [userId], session, { insert: () => ({ lists: {} }) });
      const row = await settings.findById(userId, null, { session }).lean<ListSettingsRow>();
      const lists = new Map(Object.entries(row?.lists ?? {}));
      if (body.view) {
        const where = { _id: body.view, list: params.list, $or: [{ userId }, { isShared: true }] };
        if (!(await views.exists(where).session(session))) throw notFound('View');
      }
      const next = { ...lists.get(params.list), ...body };
      // The oldest one makes room.
      lists.delete(params.list);
      lists.set(params.list, next);
      const kept = Object.fromEntries([...lists].slice(-listViewLimits.lists));
      await settings.updateOne({ _id: userId }, { $set: { lists: kept } }, { session });
      return next;
    });
  });
}

/** Deletes what a deleted user kept for themselves. What is shared stays, for admins to change. */
export async function eraseListViews(
  connection: Connection,
  { session }: Transaction,
  userId: number,
): Promise<void> {
  const { views, settings } = listViewModels(connection);
  await views.deleteMany({ userId, isShared: false }, { session });
  await settings.deleteOne({ _id: userId }, { session });
}
