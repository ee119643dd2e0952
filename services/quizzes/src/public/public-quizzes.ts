import type {
  Principal,
  QueryOf,
  ResponseOf,
  v1QuizzesGet,
  v1QuizzesList,
  v1QuizzesListOfLesson,
} from '@khmer-learning/contracts';
import { cutPage, learnerOf, notFound, publicPageOf, withNextRow } from '@khmer-learning/service-kit';
import { readFreeMainLessonIds, readQuizLessons } from '../lessons/lesson-replicas.ts';
import { readOwnedMainLessonIds } from '../purchases/ownership.ts';
import {
  countQuizzes,
  findQuizSummaries,
  publicQuizFilter,
  type QuizFilter,
  type QuizRow,
  type QuizSummaryRow,
  quizSortLength,
  quizSortValues,
} from '../quizzes/quiz.queries.ts';
import type { QuizzesContext } from '../store/quizzes-context.ts';
import { resolveQuizAccess } from './quiz-access.ts';

type QuizList = ResponseOf<typeof v1QuizzesList>;

/**
 * Quizzes for external apps: active quizzes of public lessons or without a lesson, in the order of the curriculum; a
 * search gives the newest first. Only practice quizzes have correct answers.
 */
export interface PublicQuizzes {
  /** @param principal the caller; a search covers only the questions of quizzes that its learner may open */
  list(query: QueryOf<typeof v1QuizzesList>, principal: Principal): Promise<QuizList>;
  /** @throws ApiError 404 when the lesson is not public */
  listByLesson(lessonId: number, query: QueryOf<typeof v1QuizzesListOfLesson>): Promise<QuizList>;
  /**
   * @param principal the caller; quizzes that its learner owns are not locked
   * @throws ApiError 404 when the quiz is not public, 403 when it is locked
   */
  get(id: number, principal: Principal): Promise<ResponseOf<typeof v1QuizzesGet>>;
}

/** Creates the service behind the reading quiz endpoints of `/api/v1`. */
export function createPublicQuizzes(store: QuizzesContext): PublicQuizzes {
  async function list(filter: QuizFilter, query: QueryOf<typeof v1QuizzesListOfLesson>): Promise<QuizList> {
    const page = publicPageOf(query, quizSortLength(filter));
    const [found, total] = await Promise.all([
      findQuizSummaries(store, { ...filter, after: page.after }, withNextRow(page)),
      countQuizzes(store, filter),
    ]);
    const { rows, next } = cutPage(found, page, (quiz) => quizSortValues(filter, quiz));
    return { success: true, data: rows.map(toPublicQuiz), total, ...next };
  }

  /** The main lessons whose quizzes the caller may open, and null: quizzes without a lesson are open to all. */
  async function readReadableMainLessonIds(principal: Principal): Promise<(number | null)[]> {
    const [free, owned] = await Promise.all([
      readFreeMainLessonIds(store.connection),
      readOwnedMainLessonIds(store.connection, learnerOf(principal)?.userId),
    ]);
    return [null, ...free, ...owned];
  }

  return {
    async list(query, principal) {
      const { search } = query;
      const contentsOf = search === undefined ? undefined : await readReadableMainLessonIds(principal);
      return list({ ...publicQuizFilter, search, contentsOf }, query);
    },

    async listByLesson(lessonId, query) {
      const lesson = (await readQuizLessons(store.connection, [lessonId])).get(lessonId);
      if (!lesson?.isPublic) throw notFound('Lesson');
      return list({ ...publicQuizFilter, lessonId }, query);
    },

    async get(id, principal) {
      const [found] = await resolveQuizAccess(store, [
        { quizId: id, learnerId: learnerOf(principal)?.userId },
      ]);
      if (!found) throw notFound('Quiz');
      if ('error' in found) throw found.error;
      return { success: true, data: toUnlockedQuiz(found.value) };
    },
  };
}

/** The data of a quiz for a caller for whom it is not locked. */
export function toUnlockedQuiz(quiz: QuizRow): ResponseOf<typeof v1QuizzesGet>['data'] {
  const questions = quiz.questions.map(({ id, question, options, correctAnswer }) => ({
    id,
    question,
    options,
    ...(quiz.isPractice ? { correctAnswer } : {}),
  }));
  return { ...toPublicQuiz(quiz), questions };
}

function toPublicQuiz(quiz: QuizSummaryRow): QuizList['data'][number] {
  const { _id, lessonId, title, description, questionCount, isPractice, createdAt, updatedAt } = quiz;
  return {
    id: _id,
    lessonId,
    title,
    description,
    questionCount,
    isPractice: isPractice ?? false,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
