import {
  type Endpoint,
  keysOfRows,
  type Principal,
  type QueryOf,
  type ResponseOf,
  surrogateKeys,
  v1QuizzesGet,
  v1QuizzesList,
  v1QuizzesListOfLesson,
} from '@khmer-learning/contracts';
import { searchOrCorrect } from '@khmer-learning/item-kit';
import {
  type AnswerContents,
  cutPage,
  learnerOf,
  mountCachedRead,
  notFound,
  publicPageOf,
  type ReadableFilter,
  type ServiceContext,
  withNextRow,
} from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import { filterFreeMainLessonIds, readQuizLessons } from '../lessons/lesson-replicas.ts';
import { createOwnershipCheck } from '../purchases/ownership.ts';
import {
  publicQuizFilter,
  type QuizFilter,
  type QuizRow,
  type QuizSummaryRow,
  quizSortLength,
  quizSortValues,
  readQuizSummaryPage,
} from '../quizzes/quiz.queries.ts';
import { countQuestions, hasKind, type RequestedKinds, toPublicQuestion } from './question-kinds.ts';
import { resolveQuizAccess } from './quiz-access.ts';

type QuizList = ResponseOf<typeof v1QuizzesList>;

/**
 * Mounts the reading quiz endpoints of `/api/v1`, which external apps call with an API key.
 *
 * @param isUpToDate whether the replicas and the places of quizzes reflect all content events
 */
export function publicRoutes(
  app: FastifyInstance,
  store: ServiceContext,
  isUpToDate: () => Promise<boolean>,
): void {
  const quizzes = createPublicQuizzes(store);
  const mount = <const E extends Endpoint>(endpoint: E, read: Parameters<typeof mountCachedRead<E>>[2]) =>
    mountCachedRead(app, endpoint, read, isUpToDate);

  mount(v1QuizzesList, ({ query, principal }, contents) => quizzes.list(query, principal, contents));
  mount(v1QuizzesListOfLesson, ({ params, query }, contents) =>
    quizzes.listByLesson(params.lessonId, query, contents),
  );
  mount(v1QuizzesGet, ({ params, query, principal }, contents) =>
    quizzes.get(params.id, query, principal, contents),
  );
}

/**
 * Creates the service behind them: active quizzes of public lessons or without a lesson, in the order of the curriculum; a
 * search gives the newest first. Only practice quizzes have correct answers. `contents` learns what an answer is made
 * of.
 */
function createPublicQuizzes(store: ServiceContext) {
  async function list(
    filter: QuizFilter,
    query: QueryOf<typeof v1QuizzesListOfLesson>,
    contents: AnswerContents,
  ): Promise<QuizList> {
    const page = publicPageOf(query, quizSortLength(filter));
    const found = await readQuizSummaryPage(store, { ...filter, after: page.after }, withNextRow(page));
    const { total, totalIsEstimate, resumeAfter } = found;
    const { rows, next } = cutPage(found.rows, page, (quiz) => quizSortValues(filter, quiz), resumeAfter);
    const ids = rows.map((row) => row._id);
    contents.add(...keysOfRows(ids, surrogateKeys.quiz, surrogateKeys.anyQuiz));
    return {
      success: true,
      data: rows.map((row) => toPublicQuiz(row, query.kinds)),
      total,
      totalIsEstimate,
      ...next,
    };
  }

  /** The caller may open the quizzes of free main lessons and of owned ones. */
  function readableFilterOf(principal: Principal): ReadableFilter {
    const { connection } = store;
    const learnerId = learnerOf(principal)?.userId;
    return async (ids) => {
      const [free, isOwned] = await Promise.all([
        filterFreeMainLessonIds(connection, ids),
        createOwnershipCheck(connection, learnerId === undefined ? [] : [learnerId], ids),
      ]);
      return new Set(ids.filter((id) => free.has(id) || isOwned(learnerId, id)));
    };
  }

  return {
    /** @param principal the caller; a search covers only the questions of quizzes that its learner may open */
    async list(
      query: QueryOf<typeof v1QuizzesList>,
      principal: Principal,
      contents: AnswerContents,
    ): Promise<QuizList> {
      const { search } = query;
      // A quiz is listed while its lesson is public, in the order of the lessons.
      contents.add(surrogateKeys.quizzes, surrogateKeys.lessons, surrogateKeys.curriculum);
      if (search !== undefined) {
        contents.add(surrogateKeys.quizTexts, surrogateKeys.freeMainLessons);
        contents.addOwnership('all');
      }
      const readable = { ...publicQuizFilter, filterReadable: readableFilterOf(principal) };
      return searchOrCorrect(
        store.connection,
        query,
        (words) => list({ ...readable, search: words }, query, contents),
        async (word) => {
          const page = { limit: 1, offset: 0 };
          return (await readQuizSummaryPage(store, { ...readable, search: word }, page)).rows.length > 0;
        },
      );
    },

    /** @throws ApiError 404 when the lesson is not public */
    async listByLesson(
      lessonId: number,
      query: QueryOf<typeof v1QuizzesListOfLesson>,
      contents: AnswerContents,
    ): Promise<QuizList> {
      contents.add(surrogateKeys.quizzesOf(lessonId), surrogateKeys.lessonAccess(lessonId));
      const lesson = (await readQuizLessons(store.connection, [lessonId])).get(lessonId);
      contents.add(lesson ? surrogateKeys.mainLessonAccess(lesson.mainLessonId) : surrogateKeys.lessons);
      if (!lesson?.isPublic) throw notFound('Lesson');
      return list({ ...publicQuizFilter, lessonId }, query, contents);
    },

    /**
     * @param principal the caller; quizzes that its learner owns are not locked
     * @throws ApiError 404 when the quiz is not public, 403 when it is locked
     */
    async get(
      id: number,
      { kinds }: QueryOf<typeof v1QuizzesGet>,
      principal: Principal,
      contents: AnswerContents,
    ): Promise<ResponseOf<typeof v1QuizzesGet>> {
      contents.add(surrogateKeys.quiz(id));
      const [found] = await resolveQuizAccess(store, [
        { quizId: id, learnerId: learnerOf(principal)?.userId },
      ]);
      if (!found) throw notFound('Quiz');
      const { paid } = found;
      // A quiz that is not public becomes so with its lesson, without an event of its own.
      contents.add(...(found.quiz ? quizAccessKeys(found.quiz) : [surrogateKeys.lessons]));
      if (paid) contents.addOwnership([paid.mainLessonId], new Set(paid.isOwned ? [paid.mainLessonId] : []));
      if ('error' in found) throw found.error;
      return { success: true, data: toUnlockedQuiz(found.value, kinds) };
    },
  };
}

/** The surrogate keys of whether a quiz is public and whether it is locked. */
function quizAccessKeys({ lessonId, mainLessonId }: Pick<QuizSummaryRow, 'lessonId' | 'mainLessonId'>) {
  return [
    ...(lessonId === null ? [] : [surrogateKeys.lessonAccess(lessonId)]),
    ...(mainLessonId === null ? [] : [surrogateKeys.mainLessonAccess(mainLessonId)]),
  ];
}

/** The data of a quiz for a caller for whom it is not locked. @param kinds the questions that the caller can show */
export function toUnlockedQuiz(
  quiz: QuizRow,
  kinds?: RequestedKinds,
): ResponseOf<typeof v1QuizzesGet>['data'] {
  const questions = quiz.questions
    .filter(hasKind(kinds))
    .map((question) => toPublicQuestion(quiz, question, kinds));
  return { ...toPublicQuiz(quiz, kinds), questions };
}

function toPublicQuiz(quiz: QuizSummaryRow, kinds: RequestedKinds): QuizList['data'][number] {
  const { _id, lessonId, title, description, isPractice, createdAt, updatedAt } = quiz;
  return {
    id: _id,
    lessonId,
    title,
    description,
    questionCount: countQuestions(quiz, kinds),
    isPractice: isPractice ?? false,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
