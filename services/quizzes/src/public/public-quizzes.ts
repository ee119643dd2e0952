import type {
  Principal,
  QueryOf,
  ResponseOf,
  v1QuizzesGet,
  v1QuizzesList,
  v1QuizzesListOfLesson,
} from '@khmer-learning/contracts';
import { learnerOf, notFound, pageOf } from '@khmer-learning/service-kit';
import { allFreeMainLessons, readLessons } from '../lessons/lesson-copies.ts';
import { ownedMainLessons } from '../purchases/ownership.ts';
import {
  countQuizzes,
  findLightQuizzes,
  type LightQuiz,
  publicQuizzes,
  type QuizFilter,
} from '../quizzes/quiz.queries.ts';
import type { QuizStore } from '../store/quiz-store.ts';
import { openQuizzes } from './open-quizzes.ts';

type QuizList = ResponseOf<typeof v1QuizzesList>;

/** Quizzes as external apps see them: active ones of public lessons, never with the answers. */
export interface PublicQuizzes {
  /** @param principal who asks: a search looks into the questions of what their learner owns, and of what is free */
  list(query: QueryOf<typeof v1QuizzesList>, principal: Principal): Promise<QuizList>;
  ofLesson(lessonId: number, query: QueryOf<typeof v1QuizzesListOfLesson>): Promise<QuizList>;
  /**
   * @param principal who asks: what their learner owns is not locked
   * @throws ApiError 404 when the quiz is not public, 403 when it is locked
   */
  get(id: number, principal: Principal): Promise<ResponseOf<typeof v1QuizzesGet>>;
}

export function createPublicQuizzes(store: QuizStore): PublicQuizzes {
  async function list(filter: QuizFilter, query: QueryOf<typeof v1QuizzesListOfLesson>): Promise<QuizList> {
    const page = pageOf(query);
    const [rows, counted] = await Promise.all([
      findLightQuizzes(store, filter, page),
      page ? countQuizzes(store, filter) : undefined,
    ]);
    return { success: true, data: rows.map(toSummary), total: counted ?? rows.length };
  }

  /** The main lessons whose quizzes a reader may open, and none: quizzes without a lesson are open to all. */
  async function readableFor(principal: Principal): Promise<(number | null)[]> {
    const [free, owned] = await Promise.all([
      allFreeMainLessons(store.connection),
      ownedMainLessons(store.connection, learnerOf(principal)?.userId),
    ]);
    return [null, ...free, ...owned];
  }

  return {
    async list(query, principal) {
      const { search } = query;
      const contentsOf = search === undefined ? undefined : await readableFor(principal);
      return list({ ...publicQuizzes, search, contentsOf }, query);
    },

    async ofLesson(lessonId, query) {
      const lesson = (await readLessons(store.connection, [lessonId])).get(lessonId);
      if (!lesson?.isPublic) throw notFound('Lesson');
      return list({ ...publicQuizzes, lessonId }, query);
    },

    async get(id, principal) {
      const [found] = await openQuizzes(store, [{ quizId: id, learnerId: learnerOf(principal)?.userId }]);
      if (!found) throw notFound('Quiz');
      if ('error' in found) throw found.error;
      const questions = found.value.questions.map(({ id, question, options }) => ({ id, question, options }));
      return { success: true, data: { ...toSummary(found.value), questions } };
    },
  };
}

function toSummary(quiz: LightQuiz): QuizList['data'][number] {
  const { _id, lessonId, title, description, questionCount, createdAt, updatedAt } = quiz;
  return {
    id: _id,
    lessonId,
    title,
    description,
    questionCount,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
