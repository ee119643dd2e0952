import {
  type BodyOf,
  type BoundedCount,
  lacksRecording,
  messages,
  type QueryOf,
  type Quiz,
  type QuizContents,
  quizEvent,
  quizMessages,
  type quizzesAnalytics,
  type quizzesCount,
  type quizzesCreate,
  type quizzesList,
  type quizzesQuestionStatistics,
  quizzesUpdate,
  type quizzesWorkingCopyPublish,
  type ResponseOf,
} from '@khmer-learning/contracts';
import {
  auditInputForRestoration,
  auditInputForUpdate,
  forgetDeletedItems,
  type History,
  type WorkingCopies,
} from '@khmer-learning/item-kit';
import {
  ApiError,
  changedFields,
  commit,
  isUnchanged,
  listOrder,
  nextId,
  notFound,
  pageOf,
  type RequestContext,
  type ServiceContext,
  serviceUnavailable,
  staleVersion,
  type Transaction,
  validateInput,
} from '@khmer-learning/service-kit';
import type { ClientSession } from 'mongoose';
import { readFirstTries } from '../first-tries/first-tries.ts';
import { computeQuestionStatistics } from '../first-tries/question-statistics.ts';
import { lessonReplicaExists, lockLesson, type QuizLesson } from '../lessons/lesson-replicas.ts';
import {
  createAnalytics,
  moveAnalyticsToLesson,
  readAnalytics,
  takeAnalytics,
} from '../submissions/analytics.ts';
import { assignQuestionIds } from './assign-question-ids.ts';
import {
  buildQuizResponse,
  buildQuizResponseOfState,
  buildQuizResponses,
  toDeletedQuiz,
  toQuizState,
} from './quiz.mappers.ts';
import {
  quizRowProjection,
  quizSortIndexes,
  quizzesOf,
  type StoredQuiz,
  toLessonFields,
} from './quiz.model.ts';
import { countQuizzes, findQuiz, findQuizzes, type QuizRow } from './quiz.queries.ts';
import { insertRestoredQuiz, lessonDeleted } from './quiz.restoration.ts';
import { quizChangeKeys } from './quiz.surrogate-keys.ts';
import { createQuizWorkingCopies } from './quiz.working-copies.ts';
import { quizSearchFields } from './quiz-search-fields.ts';

type QuizBody = BodyOf<typeof quizzesCreate>;
type QuizPatch = BodyOf<typeof quizzesUpdate>;

/** A quiz before and after a save. */
interface SavedQuiz {
  readonly current: QuizRow;
  readonly next: QuizRow;
}

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
  /**
   * @throws ApiError 503 while the event of the lesson may be on the way, 400 when it does not exist, or the quiz is active and a listening question has no recording; 413 when
   *   the questions are too large
   */
  create(body: QuizBody, context: RequestContext): Promise<Quiz>;
  /**
   * Updates a quiz. With the status alone, publishing publishes its working copy, and unpublishing makes that the contents of
   * the draft.
   *
   * @param ifMatch the expected version; not checked when undefined
   * @throws ApiError 400 and 413 as `create`, 409 when the version is stale
   */
  update(id: number, patch: QuizPatch, ifMatch: number | undefined, context: RequestContext): Promise<Quiz>;
  remove(id: number, context: RequestContext): Promise<{ message: string }>;
  /** Reads a quiz as it was at a version, with its figures of today. */
  getVersion(id: number, version: number): Promise<Quiz>;
  /**
   * Saves the contents of an earlier version as a new one.
   *
   * @param ifMatch the expected version; not checked when undefined
   * @throws ApiError 400 and 413 as `create`, 409 when the version is stale or the lesson of that version was deleted
   */
  restoreVersion(
    id: number,
    version: number,
    ifMatch: number | undefined,
    context: RequestContext,
  ): Promise<Quiz>;
  /** @throws ApiError 404 when it cannot be restored, 409 when its lesson was deleted */
  restoreDeleted(id: number, context: RequestContext): Promise<Quiz>;
  readonly workingCopies: WorkingCopies<QuizContents, SavedQuiz>;
  /** Publishes the working copy of a quiz. @throws ApiError as `workingCopies.publish` */
  publishWorkingCopy(
    id: number,
    body: BodyOf<typeof quizzesWorkingCopyPublish>,
    ifMatch: number | undefined,
    context: RequestContext,
  ): Promise<Quiz>;
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
 * @param waitForLesson waits briefly for the event of a lesson that is not known yet; whether one that is still missing does
 * not exist
 */
export function createQuizService(
  store: ServiceContext,
  history: History,
  waitForLesson: (lessonId: number, after: RequestContext['after']) => Promise<boolean>,
): QuizService {
  const { connection } = store;
  const workingCopies = createQuizWorkingCopies<SavedQuiz>(store, {
    requireLesson,
    async publish(tx, id, contents) {
      const saved = await patchQuiz(tx, id, { ...contents, status: 'active' }, undefined);
      const fields = changedFields(toQuizState(saved.current), toQuizState(saved.next));
      return { item: saved, title: saved.next.title, changedFields: fields };
    },
  });

  /** Waits for a lesson that has just been created: its event may arrive after the request. */
  async function requireLesson(id: number, { after }: RequestContext): Promise<void> {
    if (await lessonReplicaExists(connection, id)) return;
    const isMissing = await waitForLesson(id, after);
    if (await lessonReplicaExists(connection, id)) return;
    throw isMissing ? lessonNotFound() : serviceUnavailable();
  }

  async function lockLessonOrThrow(id: number, session: ClientSession): Promise<QuizLesson> {
    const lesson = await lockLesson(connection, id, session);
    if (!lesson) throw lessonNotFound();
    return lesson;
  }

  async function applyPatch(
    current: QuizRow,
    patch: QuizPatch,
    tx: Transaction,
    isRestored = false,
  ): Promise<QuizRow> {
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
    if (status === 'active') requireRecordings(next.questions);
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
      before: toQuizState(current),
      isRestored,
      state: toQuizState(next),
      surrogateKeys: quizChangeKeys(current, next),
    });
    return next;
  }

  async function createInTransaction(tx: Transaction, id: number, body: QuizBody): Promise<QuizRow> {
    const { session } = tx;
    const { lessonId, title, description, status, isPractice } = body;
    if (status === 'active') requireRecordings(body.questions);
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
    tx.emitChanged(quizEvent, { id, version: 1, before: null, state: toQuizState(row), surrogateKeys });
    return row;
  }

  async function patchQuiz(
    tx: Transaction,
    id: number,
    patch: QuizPatch,
    ifMatch: number | undefined,
    isRestored = false,
  ): Promise<SavedQuiz> {
    const current = await quizzesOf(connection)
      .findById(id, quizRowProjection, { session: tx.session })
      .lean<QuizRow>();
    if (!current) throw notFound('Quiz');
    if (ifMatch !== undefined && ifMatch !== current.version) throw staleVersion('quiz');
    return workingCopies.saveItemInTransaction(tx, id, {
      isPublished: current.status === 'active',
      patch,
      saveAsDraft: async (contents) => {
        const { lessonId, ...fields } = contents;
        const lesson = await lockLesson(connection, lessonId, tx.session);
        // A lesson that was deleted leaves the quiz where it is.
        const existing = lesson ? contents : fields;
        return { current, next: await applyPatch(current, { ...existing, status: 'draft' }, tx) };
      },
      savePatch: async (draft) => ({
        current,
        next: await applyPatch(draft?.next ?? current, patch, tx, isRestored),
      }),
    });
  }

  async function deleteQuiz(tx: Transaction, id: number): Promise<QuizRow> {
    const { session } = tx;
    const analytics = await takeAnalytics(connection, [id], session);
    const removed = await quizzesOf(connection)
      .findOneAndDelete({ _id: id }, { session, projection: quizRowProjection })
      .lean<QuizRow>();
    if (!removed) throw notFound('Quiz');
    tx.emitDeleted(quizEvent, toDeletedQuiz(removed, analytics.get(id)));
    return removed;
  }

  return {
    workingCopies,

    async list(query) {
      const { status, search, lessonId } = query;
      const filter = { status, search, lessonId, hasStaleRecording: query.recordings === 'stale' };
      const order = listOrder(quizSortIndexes, query.sort);
      const rows = await findQuizzes(store, filter, pageOf(query), order);
      return workingCopies.withInfos(await buildQuizResponses(store, rows));
    },

    count: (query) => countQuizzes(store, query),

    async get(id) {
      const found = await findQuiz(store, id);
      if (!found) throw notFound('Quiz');
      const quiz = await buildQuizResponse(store, found);
      const [withInfo = quiz] = await workingCopies.withInfos([quiz]);
      return withInfo;
    },

    async publishWorkingCopy(id, body, ifMatch, context) {
      const { next } = await workingCopies.publish(id, body, ifMatch, context);
      return buildQuizResponse(store, next);
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
      await requireLesson(body.lessonId, context);
      const id = await nextId(connection, 'quiz');
      const created = await commit(store, context, async (tx) => {
        const row = await createInTransaction(tx, id, body);
        tx.audit(quizEvent, { action: 'created', id, title: row.title });
        return row;
      });
      return buildQuizResponse(store, created);
    },

    async update(id, patch, ifMatch, context) {
      if (patch.lessonId !== undefined) await requireLesson(patch.lessonId, context);
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

    async getVersion(id, version) {
      const state = quizEvent.state.parse(await history.readState(id, version));
      return buildQuizResponseOfState(store, state, version);
    },

    async restoreVersion(id, version, ifMatch, context) {
      const { lessonId, ...contents } = quizEvent.state.parse(await history.readState(id, version));
      const patch = validateInput(quizzesUpdate.body, {
        ...contents,
        ...(lessonId === null ? {} : { lessonId }),
      });
      const restored = await commit(store, context, async (tx) => {
        if (lessonId !== null && !(await lockLesson(connection, lessonId, tx.session)))
          throw await lessonDeleted(connection, lessonId, tx.session);
        const { current, next } = await patchQuiz(tx, id, patch, ifMatch, true);
        if (next !== current) {
          const note = auditInputForRestoration(toQuizState(current), toQuizState(next), version);
          tx.audit(quizEvent, { ...note, id, title: next.title });
        }
        return next;
      });
      return buildQuizResponse(store, restored);
    },

    async restoreDeleted(id, context) {
      const restored = await commit(store, context, async (tx) => {
        const item = await history.readDeleted(id, tx.session);
        const row = await insertRestoredQuiz(connection, item, tx);
        await forgetDeletedItems(connection, quizEvent, [id], tx.session);
        tx.audit(quizEvent, { action: 'restored', id, title: row.title });
        return row;
      });
      return buildQuizResponse(store, restored);
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

/** @throws ApiError 400 at the first listening question that has no recording */
function requireRecordings(questions: QuizContents['questions']): void {
  const index = questions.findIndex(lacksRecording);
  if (index < 0) return;
  const message = quizMessages.recording;
  throw new ApiError(400, message, { issues: [{ path: `questions.${index}.recordings`, message }] });
}

function lessonNotFound(): ApiError {
  const message = quizMessages.lesson;
  return new ApiError(400, message, { issues: [{ path: 'lessonId', message }] });
}
