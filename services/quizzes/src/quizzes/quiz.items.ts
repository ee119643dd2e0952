import { learnerAnswers, type QueryOf, type Quiz, quizzes } from '@khmer-learning/contracts';
import {
  createPublishableItems,
  mountComments,
  mountItems,
  mountPublishing,
  readMatchLines,
} from '@khmer-learning/item-kit';
import { listOrder, mountEndpoint, notFound, pageOf, type ServiceContext } from '@khmer-learning/service-kit';
import type { FastifyInstance } from 'fastify';
import { readFirstTries } from '../first-tries/first-tries.ts';
import { readLearnerAnswers } from '../first-tries/learner-answers.ts';
import { computeQuestionStatistics } from '../first-tries/question-statistics.ts';
import { readAnalytics } from '../submissions/analytics.ts';
import { findBankQuestions, findSharedQuestions } from './question-bank.ts';
import { buildQuizResponses, quizKind } from './quiz.kind.ts';
import { quizSortIndexes, quizzesOf } from './quiz.model.ts';
import { countQuizzes, countQuizzesByLesson, findQuiz, findQuizzes } from './quiz.queries.ts';
import { searchedTexts } from './quiz-search-fields.ts';

/** The operations on quizzes that other parts of the service use. */
export type QuizItems = ReturnType<typeof mountQuizzes>;

/** Mounts the console's endpoints for quizzes, `/api/quizzes`. @param waitForLesson see `quizKind` */
export function mountQuizzes(
  app: FastifyInstance,
  store: ServiceContext,
  waitForLesson: Parameters<typeof quizKind>[1],
) {
  const kind = quizKind(store, waitForLesson);
  const items = createPublishableItems(store, kind);

  /** Lists a page of quizzes, or all of them without `limit` and `offset`; newest first. */
  async function list(query: QueryOf<typeof quizzes.list>): Promise<Quiz[]> {
    const { search, lessonId, mainLessonId } = query;
    const selected = await items.resolveStatus(query.status);
    const hasStaleRecording = query.recordings === 'stale';
    const filter = { ...selected, search, lessonId, mainLessonId, hasStaleRecording };
    const rows = await findQuizzes(
      store,
      filter,
      pageOf(query),
      listOrder(quizSortIndexes, query.sort, search),
    );
    const places = new Map(rows.map((row) => [row._id, row.mainLessonId]));
    const found = (await buildQuizResponses(store, rows)).map((quiz) => ({
      ...quiz,
      mainLessonId: places.get(quiz.id) ?? null,
    }));
    return items.workingCopies.withInfos(found, rows);
  }

  async function readQuestions(id: number): Promise<Quiz['questions']> {
    const found = await findQuiz(store, id);
    if (!found) throw notFound('Quiz');
    return found.questions;
  }

  mountItems(app, quizzes, items);
  mountPublishing(app, quizzes, items);
  mountComments(app, store, quizzes, kind);
  mountEndpoint(app, quizzes.list, ({ query }) => list(query));
  mountEndpoint(app, quizzes.searchMatches, ({ query }) =>
    readMatchLines(quizzesOf(store.connection), query, ['questions'], ({ questions }) =>
      searchedTexts(questions),
    ),
  );
  mountEndpoint(app, quizzes.count, ({ query }) => countQuizzes(store, query));
  mountEndpoint(app, quizzes.byLessons, ({ query }) => countQuizzesByLesson(store, query.ids));
  mountEndpoint(app, quizzes.questions, ({ query }) => findBankQuestions(store, query));
  mountEndpoint(app, quizzes.get, ({ params }) => items.get(params.id));
  mountEndpoint(app, quizzes.sharedQuestions, async ({ params: { id } }) =>
    findSharedQuestions(store, id, await readQuestions(id)),
  );
  mountEndpoint(app, quizzes.analytics, async ({ params: { id } }) =>
    readAnalytics(store.connection, id, await readQuestions(id)),
  );
  mountEndpoint(app, quizzes.questionStatistics, async ({ params: { id } }) =>
    computeQuestionStatistics(await readQuestions(id), await readFirstTries(store.connection, id)),
  );
  mountEndpoint(app, learnerAnswers, ({ params, query }) =>
    readLearnerAnswers(store.connection, params.id, query),
  );
  return items;
}
