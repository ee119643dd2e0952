import { type ApiClient, queryKeys, useApi, useApiMutation } from '@khmer-learning/console-sdk';
import {
  messages,
  type Quiz,
  type QuizStatus,
  quizzesAnalytics,
  quizzesCreate,
  quizzesDelete,
  quizzesGet,
  quizzesList,
  quizzesUpdate,
  type RequestOf,
} from '@khmer-learning/contracts';
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';

export const quizKeys = queryKeys('quizzes');

/** Quizzes that 'Show more' adds: whole rows of two, three and four cards. */
export const quizPageSize = 24;

export type QuizPayload = RequestOf<typeof quizzesCreate>['body'] & { status: QuizStatus };
type QuizFilters = Pick<NonNullable<RequestOf<typeof quizzesList>['query']>, 'search' | 'status'>;

/**
 * The newest `pages` pages of quizzes, as one list. The service gives no total: each page asks for one quiz more
 * than it shows, which says whether there is another page.
 */
export function useQuizPages(filters: QuizFilters, pages: number) {
  const api = useApi();
  return useQueries({
    queries: Array.from({ length: pages }, (_, page) => {
      const query = { ...filters, limit: quizPageSize + 1, offset: page * quizPageSize };
      return {
        queryKey: quizKeys.list(query),
        queryFn: ({ signal }: { signal: AbortSignal }) => api.call(quizzesList, { query }, { signal }),
        placeholderData: keepPreviousData,
      };
    }),
    combine: (results) => ({
      /** Undefined while nothing has come yet. A quiz that slid to the next page meanwhile shows once. */
      quizzes: results.some(({ data }) => data !== undefined)
        ? distinctById(results.flatMap(({ data }) => data?.slice(0, quizPageSize) ?? []))
        : undefined,
      hasMore: (results.at(-1)?.data?.length ?? 0) > quizPageSize,
      isFetching: results.some(({ isFetching }) => isFetching),
      error: results.find(({ error }) => error !== null)?.error ?? null,
      retry: () => {
        for (const { error, refetch } of results) if (error !== null) void refetch();
      },
    }),
  });
}

function distinctById(quizzes: readonly Quiz[]): Quiz[] {
  return [...new Map(quizzes.map((quiz) => [quiz.id, quiz])).values()];
}

/** Fetches a quiz as it is now. */
export function useFetchQuiz() {
  const api = useApi();
  return (id: number) => api.call(quizzesGet, { params: { id } });
}

/** What learners made of a quiz, as of now: they submit while the console is open. */
export function useQuizAnalytics(id: number) {
  const api = useApi();
  return useQuery({
    queryKey: [...quizKeys.detail(id), 'analytics'],
    queryFn: ({ signal }) => api.call(quizzesAnalytics, { params: { id } }, { signal }),
    staleTime: 0,
  });
}

/** The calls that save a quiz. `version` is what the change was made to; left out, it overwrites. */
export function quizMutations(api: ApiClient) {
  return {
    create: (body: QuizPayload) => api.call(quizzesCreate, { body }),
    update: (id: number, body: QuizPayload, version: number | undefined) =>
      api.call(quizzesUpdate, { params: { id }, body }, { version }),
  };
}

export function useDeleteQuiz() {
  const api = useApi();
  return useApiMutation({
    call: (id: number) => api.call(quizzesDelete, { params: { id } }),
    successMessage: messages.quiz.deleted,
    failureMessage: messages.quiz.deleteFailed,
    invalidates: [quizKeys.all],
  });
}
