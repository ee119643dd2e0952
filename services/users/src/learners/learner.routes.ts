import {
  deletedLearnerName,
  type LearnerNote,
  type ListedLearner,
  learnerLimits,
  learnerMessages,
  learners,
  userEvent,
} from '@khmer-learning/contracts';
import {
  ApiError,
  conflict,
  createListStore,
  mountEndpoint,
  nextId,
  notFound,
  pageOf,
  type Service,
  transact,
} from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import type { Model } from 'mongoose';
import type { LearnerProgress } from '../progress/learner-progress.ts';
import type { LearnerProgressRow, ProgressModels } from '../progress/progress.model.ts';
import type { RefreshFamilies } from '../sessions/refresh-families.ts';
import { requireSession, requireSessionUserId } from '../sessions/require-session.ts';
import type { AccountRepository } from '../users/account-repository.ts';
import { type ListedUser, listUsers } from '../users/list-users.ts';
import type { UserModel, UserRow } from '../users/user.model.ts';
import type { UserNameLookup } from '../users/user-name-lookup.ts';
import type { LearnerNoteRow } from './learner-note.model.ts';

export interface LearnerRoutesDeps {
  readonly service: Pick<Service, 'connection' | 'relay'>;
  readonly users: UserModel;
  readonly accounts: Pick<AccountRepository, 'lock'>;
  readonly progress: Pick<LearnerProgress, 'lessonsOf'>;
  readonly progressRows: ProgressModels['learners'];
  readonly refreshFamilies: Pick<RefreshFamilies, 'listOf'>;
  readonly notes: Model<LearnerNoteRow>;
  readonly findUserNames: UserNameLookup;
}

type Named = Pick<ListedUser, '_id' | 'firstName' | 'lastName' | 'isActive'>;

/** Mounts what staff see of learners, without their addresses, and their notes about them. */
export function learnerRoutes(app: FastifyInstance, deps: LearnerRoutesDeps): void {
  const { service, users, accounts, progress, progressRows, refreshFamilies, notes, findUserNames } = deps;
  const lists = createListStore();

  /** @throws ApiError 404 when there is no such learner */
  async function findLearner(id: number): Promise<UserRow> {
    const row = await users.findOne({ _id: id, role: 'student' }).lean<UserRow>();
    if (!row) throw notFound('Learner');
    return row;
  }

  async function toLearners(rows: readonly Named[]): Promise<ListedLearner[]> {
    const found = await progressRows
      .find({ _id: { $in: rows.map(({ _id }) => _id) } }, { days: { $slice: -1 } })
      .lean<Pick<LearnerProgressRow, '_id' | 'days'>[]>();
    const days = new Map(found.map((row) => [row._id, row.days.at(-1)?.day]));
    return rows.map(({ _id: id, firstName, lastName, isActive }) => ({
      ...{ id, name: `${firstName} ${lastName}`, isActive, lastActiveDay: days.get(id) ?? null },
    }));
  }

  async function toNotes(rows: readonly LearnerNoteRow[]): Promise<LearnerNote[]> {
    const names = await findUserNames([...new Set(rows.map(({ authorId }) => authorId))]);
    return rows.map(({ _id: id, text, authorId, createdAt }) => ({
      ...{ id, text, createdAt: createdAt.toISOString() },
      author: { id: authorId, name: names.get(authorId)?.name ?? deletedLearnerName },
    }));
  }

  mountEndpoint(app, learners.list, async ({ query }) => {
    const filter = { ...query, role: 'student', isActive: undefined, sort: 'name' } as const;
    const { rows, total, totalIsEstimate } = await listUsers(users, lists, filter, 'names');
    return { learners: await toLearners(rows), total, totalIsEstimate };
  });

  mountEndpoint(app, learners.get, async ({ params: { id } }) => {
    const learner = await findLearner(id);
    const [[shown], lessons] = await Promise.all([
      toLearners([learner]),
      progress.lessonsOf(id, learnerLimits.lessons + 1),
    ]);
    if (!shown) throw notFound('Learner');
    return {
      ...shown,
      lessons: lessons.slice(0, learnerLimits.lessons),
      isComplete: lessons.length <= learnerLimits.lessons,
    };
  });

  mountEndpoint(app, learners.sessions, async ({ params: { id } }) => {
    const {
      sessions: { epoch },
    } = await findLearner(id);
    const [families, learner] = await Promise.all([
      refreshFamilies.listOf(id, epoch),
      progressRows.findById(id, { clients: 1 }).lean<Pick<LearnerProgressRow, 'clients'>>(),
    ]);
    return {
      sessions: families.map(({ usedAt, expiresAt }) => ({
        ...{ lastUsedAt: usedAt.toISOString(), expiresAt: expiresAt.toISOString() },
      })),
      devices: (learner?.clients ?? []).map(({ usedAt }) => ({ lastUsedAt: usedAt.toISOString() })),
    };
  });

  mountEndpoint(app, learners.notes, async ({ params: { id: userId }, query }) => {
    await findLearner(userId);
    const { limit, offset } = pageOf(query) ?? { limit: learnerLimits.notes, offset: 0 };
    const [rows, total] = await Promise.all([
      notes.find({ userId }).sort({ _id: -1 }).skip(offset).limit(limit).lean<LearnerNoteRow[]>(),
      notes.countDocuments({ userId }),
    ]);
    return { notes: await toNotes(rows), total };
  });

  mountEndpoint(app, learners.addNote, async (context) => {
    const {
      params: { id: userId },
      body: { text },
    } = context;
    const { email } = await findLearner(userId);
    const authorId = requireSessionUserId(context.principal);
    const _id = await nextId(service.connection, 'learner-note');
    const row = { _id, userId, authorId, text, createdAt: new Date() };
    await transact(service, context, async (tx) => {
      // No note outlives the account, and concurrent ones are counted one after the other.
      if (!(await accounts.lock(tx, userId))) throw notFound('Learner');
      if ((await notes.countDocuments({ userId }).session(tx.session)) >= learnerLimits.notes)
        throw conflict(learnerMessages.tooManyNotes);
      await notes.create([row], { session: tx.session });
      tx.audit(userEvent, { action: 'commented', id: userId, title: email });
    });
    const [note] = await toNotes([row]);
    if (!note) throw new Error(`No response was built for note ${_id}`);
    return note;
  });

  mountEndpoint(app, learners.deleteNote, async (context) => {
    const { id: userId, noteId } = context.params;
    const principal = requireSession(context.principal);
    const { email } = await findLearner(userId);
    await transact(service, context, async (tx) => {
      const own = { _id: noteId, userId };
      const row = await notes.findOne(own).session(tx.session).lean<LearnerNoteRow>();
      if (!row) throw notFound('Note');
      if (row.authorId !== principal.userId && principal.role !== 'admin')
        throw new ApiError(403, learnerMessages.notYours);
      await notes.deleteOne(own, { session: tx.session });
      tx.audit(userEvent, { action: 'comment-deleted', id: userId, title: email });
    });
    return { message: learnerMessages.noteDeleted };
  });
}
