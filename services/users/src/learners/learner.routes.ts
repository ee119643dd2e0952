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
  modelOf,
  mountEndpoint,
  nextId,
  notFound,
  pageOf,
  transact,
} from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import { Schema } from 'mongoose';
import type { LearnerProgress } from '../progress/learner-progress.ts';
import type { RefreshFamilies } from '../sessions/refresh-families.ts';
import { requireSession, requireSessionUserId } from '../sessions/require-session.ts';
import type { Account } from '../users/account-repository.ts';
import { type ListedUser, listUsers } from '../users/list-users.ts';
import { createUserNameLookup } from '../users/user-name-lookup.ts';
import type { UsersContext } from '../users-context.ts';

/** A note of staff about a learner. */
interface LearnerNoteRow {
  _id: number;
  userId: number;
  authorId: number;
  text: string;
  createdAt: Date;
}

const schema = new Schema<LearnerNoteRow>(
  { _id: Number, userId: Number, authorId: Number, text: String, createdAt: Date },
  { collection: 'learner_notes', versionKey: false },
).index({ userId: 1, _id: -1 });

export const learnerNoteModel = modelOf('LearnerNote', schema);

type Named = Pick<ListedUser, '_id' | 'firstName' | 'lastName' | 'isActive'>;

/** Mounts what staff see of learners, without their addresses, and their notes about them. */
export function learnerRoutes(
  app: FastifyInstance,
  { service, accounts }: UsersContext,
  progress: LearnerProgress,
  refreshFamilies: RefreshFamilies,
): void {
  const { connection } = service;
  const notes = learnerNoteModel(connection);
  const findUserNames = createUserNameLookup(connection);
  const lists = createListStore();

  /** @throws ApiError 404 when there is no such learner */
  async function findLearner(id: number): Promise<Account> {
    const row = await accounts.find(id);
    if (row?.role !== 'student') throw notFound('Learner');
    return row;
  }

  async function toLearners(rows: readonly Named[]): Promise<ListedLearner[]> {
    const days = await progress.lastDaysOf(rows.map(({ _id }) => _id));
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
    const { rows, total, totalIsEstimate } = await listUsers(
      connection,
      lists,
      { ...query, role: 'student', isActive: undefined, sort: 'name' },
      'names',
    );
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
    const [families, clients] = await Promise.all([
      refreshFamilies.listOf(id, epoch),
      progress.clientsOf(id),
    ]);
    return {
      sessions: families.map(({ usedAt, expiresAt }) => ({
        ...{ lastUsedAt: usedAt.toISOString(), expiresAt: expiresAt.toISOString() },
      })),
      devices: clients.map((usedAt) => ({ lastUsedAt: usedAt.toISOString() })),
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
