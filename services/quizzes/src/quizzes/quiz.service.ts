import {
  type BodyOf,
  messages,
  type QueryOf,
  type Quiz,
  quizEvent,
  quizMessages,
  type quizzesAnalytics,
  type quizzesCreate,
  type quizzesList,
  type quizzesUpdate,
  type ResponseOf,
} from '@khmer-learning/contracts';
import {
  ApiError,
  type RequestContext,
  commit,
  auditInputForUpdate,
  isUnchanged,
  nextId,
  notFound,
  pageOf,
  staleVersion,
  type TitledSearchFields,
  type Transaction,
  titledSearchFields,
} from '@khmer-learning/service-kit';
import type { ClientSession } from 'mongoose';
import { holdLesson, lessonIsKnown, type QuizLesson } from '../lessons/lesson-copies.ts';
import type { QuizStore } from '../store/quiz-store.ts';
import { deleteAnalytics, moveAnalytics, openAnalytics, readAnalytics } from '../submissions/analytics.ts';
import { quizState, toQuiz, toQuizzes } from './quiz.answers.ts';
import { quizzesOf, rowProjection, type StoredQuiz } from './quiz.model.ts';
import { findQuiz, findQuizzes, type QuizRow } from './quiz.queries.ts';
import { storedQuestions } from './quiz-questions.ts';

type QuizBody = BodyOf<typeof quizzesCreate>;
type QuizPatch = BodyOf<typeof quizzesUpdate>;

/** Quizzes as the console works with them. */
export interface QuizService {
  list(query: QueryOf<typeof quizzesList>): Promise<Quiz[]>;
  get(id: number): Promise<Quiz>;
  analytics(id: number): Promise<ResponseOf<typeof quizzesAnalytics>>;
  create(body: QuizBody, context: RequestContext): Promise<Quiz>;
  /** @param ifMatch the version the caller has seen; any when undefined */
  update(id: number, patch: QuizPatch, ifMatch: number | undefined, context: RequestContext): Promise<Quiz>;
  remove(id: number, context: RequestContext): Promise<{ message: string }>;
  /** `create` as a part of a unit of work. @param id from the counter `quiz` */
  createIn(tx: Transaction, id: number, body: QuizBody): Promise<QuizRow>;
  /** `update` as a part of a unit of work. */
  updateIn(tx: Transaction, id: number, patch: QuizPatch, ifMatch: number | undefined): Promise<QuizRow>;
  /** `remove` as a part of a unit of work. */
  removeIn(tx: Transaction, id: number): Promise<void>;
}

/** @param lessonHeard waits a moment for a lesson of which nothing has been heard */
export function createQuizService(
  store: QuizStore,
  lessonHeard: (lessonId: number) => Promise<void>,
): QuizService {
  const { connection } = store;

  /** A lesson that was created just now may be known only after a moment. */
  async function requireLesson(id: number): Promise<void> {
    if (await lessonIsKnown(connection, id)) return;
    await lessonHeard(id);
    if (!(await lessonIsKnown(connection, id))) throw lessonMissing();
  }

  async function hold(id: number, session: ClientSession): Promise<QuizLesson> {
    const lesson = await holdLesson(connection, id, session);
    if (!lesson) throw lessonMissing();
    return lesson;
  }

  async function write(current: QuizRow, patch: QuizPatch, tx: Transaction): Promise<QuizRow> {
    const { _id: id } = current;
    const { session } = tx;
    const { title = current.title, description = current.description, status = current.status } = patch;
    const { lessonId = current.lessonId } = patch;
    const moves = lessonId !== null && lessonId !== current.lessonId;
    const changes = {
      title,
      description,
      status,
      lessonId,
      ...(moves ? placeOf(await hold(lessonId, session)) : {}),
      ...(patch.questions ? storedQuestions(patch.questions, current.lastQuestionId) : {}),
      version: current.version + 1,
      updatedAt: new Date(),
    };
    const next: QuizRow = { ...current, ...changes };
    if (isUnchanged(quizState(current), quizState(next))) return current;
    const found = patch.title ?? patch.description ?? patch.questions;
    const { modifiedCount } = await quizzesOf(connection).updateOne(
      { _id: id, version: current.version },
      { $set: { ...changes, ...(found ? foundBy(next) : {}) } },
      { session },
    );
    if (modifiedCount !== 1) throw staleVersion('quiz');
    if (moves) await moveAnalytics(connection, id, lessonId, session);
    tx.emitChanged(quizEvent, { id, version: next.version, state: quizState(next) });
    return next;
  }

  async function createIn(tx: Transaction, id: number, body: QuizBody): Promise<QuizRow> {
    const { session } = tx;
    const { lessonId, title, description, status } = body;
    const createdAt = new Date();
    const row: QuizRow = {
      _id: id,
      lessonId,
      ...placeOf(await hold(lessonId, session)),
      title,
      description,
      status,
      ...storedQuestions(body.questions, 0),
      version: 1,
      createdAt,
      updatedAt: createdAt,
    };
    const stored: StoredQuiz = { ...row, ...foundBy(row) };
    await quizzesOf(connection).insertMany([stored], { session, lean: true });
    await openAnalytics(connection, { quizId: id, lessonId, createdAt }, session);
    tx.emitChanged(quizEvent, { id, version: 1, state: quizState(row) });
    return row;
  }

  async function edit(tx: Transaction, id: number, patch: QuizPatch, ifMatch: number | undefined) {
    const current = await quizzesOf(connection)
      .findById(id, rowProjection, { session: tx.session })
      .lean<QuizRow>();
    if (!current) throw notFound('Quiz');
    if (ifMatch !== undefined && ifMatch !== current.version) throw staleVersion('quiz');
    return { current, next: await write(current, patch, tx) };
  }

  async function take(tx: Transaction, id: number): Promise<Pick<StoredQuiz, 'version' | 'title'>> {
    const { session } = tx;
    await deleteAnalytics(connection, [id], session);
    const gone = await quizzesOf(connection)
      .findOneAndDelete({ _id: id }, { session, projection: { version: 1, title: 1 } })
      .lean<Pick<StoredQuiz, 'version' | 'title'>>();
    if (!gone) throw notFound('Quiz');
    tx.emitDeleted(quizEvent, { id, version: gone.version + 1 });
    return gone;
  }

  return {
    async list(query) {
      const { status, search, lessonId } = query;
      return toQuizzes(store, await findQuizzes(store, { status, search, lessonId }, pageOf(query)));
    },

    async get(id) {
      const found = await findQuiz(store, id);
      if (!found) throw notFound('Quiz');
      return toQuiz(store, found);
    },

    async analytics(id) {
      const found = await findQuiz(store, id);
      if (!found) throw notFound('Quiz');
      return readAnalytics(connection, id, found.questions);
    },

    async create(body, context) {
      await requireLesson(body.lessonId);
      const id = await nextId(connection, 'quiz');
      const created = await store.holdingLessons(() =>
        commit(store, context, async (tx) => {
          const row = await createIn(tx, id, body);
          tx.audit(quizEvent, { action: 'created', id, title: row.title });
          return row;
        }),
      );
      return toQuiz(store, created);
    },

    async update(id, patch, ifMatch, context) {
      if (patch.lessonId !== undefined) await requireLesson(patch.lessonId);
      const work = () =>
        commit(store, context, async (tx) => {
          const { current, next } = await edit(tx, id, patch, ifMatch);
          if (next !== current) {
            const note = auditInputForUpdate(quizState(current), quizState(next));
            tx.audit(quizEvent, { ...note, id, title: next.title });
          }
          return next;
        });
      return toQuiz(store, await (patch.lessonId === undefined ? work() : store.holdingLessons(work)));
    },

    async remove(id, context) {
      await commit(store, context, async (tx) => {
        const { title } = await take(tx, id);
        tx.audit(quizEvent, { action: 'deleted', id, title });
      });
      return { message: messages.quiz.deleted };
    },

    createIn,
    async updateIn(tx, id, patch, ifMatch) {
      return (await edit(tx, id, patch, ifMatch)).next;
    },
    async removeIn(tx, id) {
      await take(tx, id);
    },
  };
}

function lessonMissing(): ApiError {
  const message = quizMessages.lesson;
  return new ApiError(400, message, { issues: [{ path: 'lessonId', message }] });
}

function placeOf({ mainLessonId, isPublic }: QuizLesson) {
  return { mainLessonId, lessonIsPublic: isPublic };
}

function foundBy(quiz: QuizRow): TitledSearchFields {
  const texts = quiz.questions.flatMap(({ question, options }) => [question, ...options]);
  return titledSearchFields(quiz, texts);
}
