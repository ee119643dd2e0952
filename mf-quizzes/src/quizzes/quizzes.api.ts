import { listOrCorrect, type PublishableKind, useApiQuery } from '@khmer-learning/console-kit';
import { queryKeys, useApi } from '@khmer-learning/console-sdk';
import {
  type ContentStatus,
  type Quiz,
  type QuizContents,
  type QuizStatus,
  quizzes as quizEndpoints,
  type RequestOf,
} from '@khmer-learning/contracts';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { message } from '../messages/messages.ts';
import { quizStatusLabel } from './quiz-labels.ts';

/** A quiz shows its lesson, and is deleted with it. */
const quizKeys = queryKeys('quizzes', ['quiz', 'lesson', 'lesson-type', 'main-lesson']);

/** Number of quizzes that 'Show more' adds. Divisible by 2, 3 and 4, so that grid rows are full. */
export const quizPageSize = 24;

/** The id of a question to which the server has not given one. */
export const newQuestionId = 0;
type QuizFilters = Pick<
  NonNullable<RequestOf<typeof quizEndpoints.list>['query']>,
  'search' | 'mainLessonId' | 'status' | 'recordings' | 'sort'
>;

/** The first `pages` pages of quizzes as one list. The API has no total: a page asks for one more, to know if there are others. */
export function useQuizPages(filters: QuizFilters, isExact: boolean, pages: number) {
  const api = useApi();
  return useQueries({
    queries: Array.from({ length: pages }, (_, page) => {
      const query = { ...filters, limit: quizPageSize + 1, offset: page * quizPageSize };
      return {
        queryKey: [...quizKeys.list(query), { isExact }],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          listOrCorrect(
            api,
            { search: query.search, isExact },
            {
              suggestSearch: quizEndpoints.suggestSearch,
              list: (search) => api.call(quizEndpoints.list, { query: { ...query, search } }, { signal }),
              isEmpty: ({ length }) => length === 0,
            },
          ),
        placeholderData: keepPreviousData,
      };
    }),
    combine: (results) => ({
      /** Undefined until a page loads. Deduplicated, because a quiz can move to the next page between requests. */
      quizzes: results.some(({ data }) => data !== undefined)
        ? distinctById(results.flatMap(({ data }) => data?.answer.slice(0, quizPageSize) ?? []))
        : undefined,
      /** The search that they are of, when nothing has the words that were typed. */
      searchedFor: results[0]?.data?.searchedFor,
      hasMore: (results.at(-1)?.data?.answer.length ?? 0) > quizPageSize,
      isFetching: results.some(({ isFetching }) => isFetching),
      error: results.find(({ error }) => error !== null)?.error ?? null,
      retry: () => {
        for (const { error, refetch } of results) if (error !== null) void refetch();
      },
    }),
  });
}

/** The newest quizzes of a lesson, refetched on every mount, like the form and dialog that show them. */
export function useQuizzesOfLesson(lessonId: number) {
  const query = { lessonId: String(lessonId), limit: quizPageSize };
  return useApiQuery(quizEndpoints.list, {
    queryKey: quizKeys.list(query),
    request: { query },
    staleTime: 0,
  });
}

function distinctById(quizzes: readonly Quiz[]): Quiz[] {
  return [...new Map(quizzes.map((quiz) => [quiz.id, quiz])).values()];
}

/** A quiz's results, refetched on every mount because learners can submit at any time. */
export function useQuizAnalytics(id: number) {
  return useApiQuery(quizEndpoints.analytics, {
    queryKey: [...quizKeys.detail(id), 'analytics'],
    request: { params: { id } },
    staleTime: 0,
  });
}

/** The statistics of a quiz's questions, refetched on every mount like its results. */
export function useQuestionStatistics(id: number) {
  return useApiQuery(quizEndpoints.questionStatistics, {
    queryKey: [...quizKeys.detail(id), 'question-statistics'],
    request: { params: { id } },
    staleTime: 0,
  });
}

/** A published quiz is called active. */
const toQuizStatus = (status: ContentStatus): QuizStatus => (status === 'published' ? 'active' : status);

export const quizKind: PublishableKind<Quiz, QuizContents> = {
  endpoints: quizEndpoints,
  entity: 'quiz',
  get itemType() {
    return message('itemType.quiz');
  },
  messages: quizEndpoints.messages,
  get consequence() {
    return message('quizKind.unpublishConsequence');
  },
  statusLabel: quizStatusLabel,
  toStatus: toQuizStatus,
  fetch: (api, id) => api.call(quizEndpoints.get, { params: { id } }),
  withContents: (quiz, { questions, ...contents }, status) => ({
    ...quiz,
    ...contents,
    // The title is known only of the quiz's own lesson.
    lessonTitle: contents.lessonId === quiz.lessonId ? quiz.lessonTitle : null,
    questions: questions.map(({ id = newQuestionId, ...question }) => ({ ...question, id })),
    status: toQuizStatus(status),
  }),
};
