import { useApiQuery } from '@khmer-learning/console-kit';
import { queryKeys, useApi } from '@khmer-learning/console-sdk';
import { mainLessons, type QuestionKind, quizzes as quizEndpoints } from '@khmer-learning/contracts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';

const bankKeys = queryKeys('questionBank', ['quiz', 'lesson', 'main-lesson']);

const bankPageSize = 20;
/** Few enough to scan: users refine the search instead of paging. */
const searchResultLimit = 20;

interface BankFilters {
  /** 0 for none, which disables the query. */
  readonly mainLessonId: number;
  readonly search: string;
  readonly kind: QuestionKind | 'all';
  /** The quiz that is edited; null for a new one. */
  readonly quizId: number | null;
}

export function useQuestionBank({ mainLessonId, search, kind, quizId }: BankFilters) {
  const api = useApi();
  const query = {
    ...{ mainLessonId, search, kind, limit: bankPageSize },
    ...(quizId === null ? {} : { exceptQuizId: String(quizId) }),
  };
  return useInfiniteQuery({
    queryKey: bankKeys.list(query),
    queryFn: ({ pageParam, signal }) =>
      api.call(quizEndpoints.questions, { query: { ...query, offset: pageParam } }, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ hasMore }, _pages, offset) => (hasMore ? offset + bankPageSize : undefined),
    enabled: mainLessonId > 0,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}

/** Those of a quiz's saved questions that other quizzes have too. @param id null for a new quiz, which disables the query */
export function useSharedQuestions(id: number | null) {
  return useApiQuery(quizEndpoints.sharedQuestions, {
    queryKey: [...bankKeys.detail(id ?? 0), 'shared'],
    request: { params: { id: id ?? 0 } },
    enabled: id !== null,
    staleTime: 0,
  });
}

/** Searches main lessons. Previous results stay visible while new ones load. @param search null disables the query */
export function useMainLessonSearch(search: string | null) {
  const query = { search: search ?? '', limit: searchResultLimit, offset: 0 };
  return useApiQuery(mainLessons.list, {
    queryKey: [...bankKeys.list(query), 'main lessons'],
    request: { query },
    enabled: search !== null,
    placeholderData: keepPreviousData,
  });
}

/** A main lesson, to show its title. An `id` of 0 disables the query. */
export function useMainLesson(id: number) {
  return useApiQuery(mainLessons.get, {
    queryKey: [...bankKeys.detail(id), 'main lesson'],
    request: { params: { id } },
    enabled: id > 0,
  });
}
