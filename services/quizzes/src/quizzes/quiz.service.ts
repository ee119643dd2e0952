import {
  type BodyOf,
  type BoundedCount,
  messages,
  type QueryOf,
  type Quiz,
  quizEvent,
  quizMessages,
  type quizzesAnalytics,
  type quizzesCount,
  type quizzesCreate,
  type quizzesList,
  type quizzesQuestionStatistics,
  type quizzesUpdate,
  type ResponseOf,
} from '@khmer-learning/contracts';
import {
  ApiError,
  auditInputForUpdate,
  commit,
  isUnchanged,
  nextId,
  notFound,
  pageOf,
  type RequestContext,
  type ServiceContext,
  staleVersion,
  type TitledSearchFields,
  type Transaction,
  titledSearchFields,
} from '@khmer-learning/service-kit';
import type { ClientSession } from 'mongoose';
import { readFirstTries } from '../first-tries/first-tries.ts';
import { computeQuestionStatistics } from '../first-tries/question-statistics.ts';
import { lessonReplicaExists, lockLesson, type QuizLesson } from '../lessons/lesson-replicas.ts';
import {
  createAnalytics,
  deleteAnalytics,
  moveAnalyticsToLesson,
  readAnalytics,
} from '../submissions/analytics.ts';
import { assignQuestionIds } from './assign-question-ids.ts';
import { buildQuizResponse, buildQuizResponses, toQuizState } from './quiz.mappers.ts';
import {
  quizRowProjection,
  quizSummaryProjection,
  quizzesOf,
  type StoredQuiz,
  toLessonFields,
} from './quiz.model.ts';
import { countQuizzes, findQuiz, findQuizzes, type QuizRow, type QuizSummaryRow } from './quiz.queries.ts';
import { quizChangeKeys, quizDeletionKeys } from './quiz.surrogate-keys.ts';

type QuizBody = BodyOf<typeof quizzesCreate>;
type QuizPatch = BodyOf<typeof quizzesUpdate>;

/** The console's operations on quizzes. Those that take an id throw ApiError 404 when it does not exist. */
export interface QuizService {
  /** Lists a page of quizzes, or all of them without `limit` and `offset`; newest first. */
  list(query: QueryOf<typeof quizzesList>): Promise<Quiz[]>;
  /** Counts the quizzes of lessons or of a main lesson, up to `maxExactTotal`. */
  count(query: QueryOf<typeof quizzesCount>): Promise<BoundedCount>;
  get(id: number): Promise<Quiz>;
  /** The figures of a quiz and of each of its current questions. */
  analytics(id: number): Promise<ResponseOf<typeof quizzesAnalytics>>;
  /** The statistics of each of its current questions, from learners' first tries. */
  questionStatistics(id: number): Promise<ResponseOf<typeof quizzesQuestionStatistics>>;
  /** @throws ApiError 400 when the lesson does not exist, 413 when the questions are too large */
  create(body: QuizBody, context: RequestContext): Promise<Quiz>;
  /**
   * @param ifMatch the expected version; not checked when undefined
   * @throws ApiError 400 and 413 as `create`, 409 when the version is stale
   */
  update(id: number, patch: QuizPatch, ifMatch: number | undefined, context: RequestContext): Promise<Quiz>;
  remove(id: number, context: RequestContext): Promise<{ message: string }>;
  /** `create` as part of a transaction, without an audit record. @param id from the counter `quiz` */
  createInTransaction(tx: Transaction, id: number, body: QuizBody): Promise<QuizRow>;
  /** `update` as part of a transaction, without an audit record. */
  updateInTransaction(
    tx: Transaction,
    id: number,
    patch: QuizPatch,
    ifMatch: number | undefined,
  ): Promise<QuizRow>;
  /** `remove` as part of a transaction, without an audit record. */
  removeInTransaction(tx: Transaction, id: number): Promise<void>;
}

/**
 * Creates the service for quizzes.
 *
 * @param waitForLesson waits briefly for the event of a lesson that is not known yet
 */
export function createQuizService(
  store: ServiceContext,
  waitForLesson: (lessonId: number) => Promise<void>,
): QuizService {
  const { connection } = store;

  /** Waits for a lesson that has just been created: its event may arrive after the request. */
  async function requireLesson(id: number): Promise<void> {
    if (await lessonReplicaExists(connection, id)) return;
    await waitForLesson(id);
    if (!(await lessonReplicaExists(connection, id))) throw lessonNotFound();
  }

  async function lockLessonOrThrow(id: number, session: ClientSession): Promise<QuizLesson> {
    const lesson = await lockLesson(connection, id, session);
    if (!lesson) throw lessonNotFound();
    return lesson;
  }

  async function applyPatch(current: QuizRow, patch: QuizPatch, tx: Transaction): Promise<QuizRow> {
    const { _id: id } = current;
    const { session } = tx;
    const { title = current.title, description = current.description, status = current.status } = patch;
    const { lessonId = current.lessonId, isPractice = current.isPractice ?? false } = patch;
    const changesLesson = lessonId !== null && lessonId !== current.lessonId;
    const changes = {
      title,
      description,
      status,
      isPractice,
      lessonId,
      ...(changesLesson ? toLessonFields(await lockLessonOrThrow(lessonId, session)) : {}),
      ...(patch.questions ? assignQuestionIds(patch.questions, current.lastQuestionId) : {}),
      version: current.version + 1,
      updatedAt: new Date(),
    };
    const next: QuizRow = { ...current, ...changes };
    if (isUnchanged(toQuizState(current), toQuizState(next))) return current;
    const found = patch.title ?? patch.description ?? patch.questions;
    const { modifiedCount } = await quizzesOf(connection).updateOne(
      { _id: id, version: current.version },
      { $set: { ...changes, ...(found ? quizSearchFields(next) : {}) } },
      { session },
    );
    if (modifiedCount !== 1) throw staleVersion('quiz');
    if (changesLesson) await moveAnalyticsToLesson(connection, id, lessonId, session);
    tx.emitChanged(quizEvent, {
      id,
      version: next.version,
      state: toQuizState(next),
      surrogateKeys: quizChangeKeys(current, next),
    });
    return next;
  }

  async function createInTransaction(tx: Transaction, id: number, body: QuizBody): Promise<QuizRow> {
    const { session } = tx;
    const { lessonId, title, description, status, isPractice } = body;
    const createdAt = new Date();
    const row: QuizRow = {
      _id: id,
      lessonId,
      ...toLessonFields(await lockLessonOrThrow(lessonId, session)),
      title,
      description,
      status,
      isPractice,
      ...assignQuestionIds(body.questions, 0),
      version: 1,
      createdAt,
      updatedAt: createdAt,
    };
    const stored: StoredQuiz = { ...row, ...quizSearchFields(row) };
    await quizzesOf(connection).insertMany([stored], { session, lean: true });
    await createAnalytics(connection, { quizId: id, lessonId, createdAt }, session);
    const surrogateKeys = quizChangeKeys(null, row);
    tx.emitChanged(quizEvent, { id, version: 1, state: toQuizState(row), surrogateKeys });
    return row;
  }

  async function patchQuiz(tx: Transaction, id: number, patch: QuizPatch, ifMatch: number | undefined) {
    const current = await quizzesOf(connection)
      .findById(id, quizRowProjection, { session: tx.session })
      .lean<QuizRow>();
    if (!current) throw notFound('Quiz');
    if (ifMatch !== undefined && ifMatch !== current.version) throw staleVersion('quiz');
    return { current, next: await applyPatch(current, patch, tx) };
  }

  async function deleteQuiz(tx: Transaction, id: number): Promise<QuizSummaryRow> {
    const { session } = tx;
    await deleteAnalytics(connection, [id], session);
    const removed = await quizzesOf(connection)
      .findOneAndDelete({ _id: id }, { session, projection: quizSummaryProjection })
      .lean<QuizSummaryRow>();
    if (!removed) throw notFound('Quiz');
    tx.emitDeleted(quizEvent, { id, version: removed.version + 1, surrogateKeys: quizDeletionKeys(removed) });
    return removed;
  }

  return {
    async list(query) {
      const { status, search, lessonId } = query;
      return buildQuizResponses(store, await findQuizzes(store, { status, search, lessonId }, pageOf(query)));
    },

    count: (query) => countQuizzes(store, query),

    async get(id) {
      const found = await findQuiz(store, id);
      if (!found) throw notFound('Quiz');
      return buildQuizResponse(store, found);
    },

    async analytics(id) {
      const found = await findQuiz(store, id);
      if (!found) throw notFound('Quiz');
      return readAnalytics(connection, id, found.questions);
    },

    async questionStatistics(id) {
      const found = await findQuiz(store, id);
      if (!found) throw notFound('Quiz');
      return computeQuestionStatistics(found.questions, await readFirstTries(connection, id));
    },

    async create(body, context) {
      await requireLesson(body.lessonId);
      const id = await nextId(connection, 'quiz');
      const created = await commit(store, context, async (tx) => {
        const row = await createInTransaction(tx, id, body);
        tx.audit(quizEvent, { action: 'created', id, title: row.title });
        return row;
      });
      return buildQuizResponse(store, created);
    },

    async update(id, patch, ifMatch, context) {
      if (patch.lessonId !== undefined) await requireLesson(patch.lessonId);
      const updated = await commit(store, context, async (tx) => {
        const { current, next } = await patchQuiz(tx, id, patch, ifMatch);
        if (next !== current) {
          const note = auditInputForUpdate(toQuizState(current), toQuizState(next));
          tx.audit(quizEvent, { ...note, id, title: next.title });
        }
        return next;
      });
      return buildQuizResponse(store, updated);
    },

    async remove(id, context) {
      await commit(store, context, async (tx) => {
        const { title } = await deleteQuiz(tx, id);
        tx.audit(quizEvent, { action: 'deleted', id, title });
      });
      return { message: messages.quiz.deleted };
    },

    createInTransaction,
    async updateInTransaction(tx, id, patch, ifMatch) {
      return (await patchQuiz(tx, id, patch, ifMatch)).next;
    },
    async removeInTransaction(tx, id) {
      await deleteQuiz(tx, id);
    },
  };
}

function lessonNotFound(): ApiError {
  const message = quizMessages.lesson;
  return new ApiError(400, message, { issues: [{ path: 'lessonId', message }] });
}

function quizSearchFields(quiz: QuizRow): TitledSearchFields {
  const texts = quiz.questions.flatMap(({ question, options }) => [question, ...options]);
  return titledSearchFields(quiz, texts);
}
