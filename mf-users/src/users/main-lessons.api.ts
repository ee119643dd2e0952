import { useApiQuery } from '@khmer-learning/console-kit';
import { ApiError, queryKeys, useApi } from '@khmer-learning/console-sdk';
import { mainLessons } from '@khmer-learning/contracts';
import { keepPreviousData, useQueries } from '@tanstack/react-query';

const mainLessonKeys = queryKeys('mainLessonsToChoose', ['main-lesson']);

/** Few enough to scan: users refine the search instead of paging. */
const searchResultLimit = 20;

/** Searches main lessons, newest first. @param search the search text; null disables the query */
export function useMainLessonSearch(search: string | null) {
  const query = { search: search ?? '', limit: searchResultLimit, offset: 0 };
  return useApiQuery(mainLessons.list, {
    queryKey: mainLessonKeys.list(query),
    request: { query },
    enabled: search !== null,
    placeholderData: keepPreviousData,
  });
}

/** The titles of main lessons by id: null for a deleted one, none while they are not known. */
export function useMainLessonTitles(ids: readonly number[]): ReadonlyMap<number, string | null> {
  const api = useApi();
  const titles = useQueries({
    queries: ids.map((id) => ({
      queryKey: mainLessonKeys.detail(id),
      queryFn: async ({ signal }: { signal: AbortSignal }) => {
        try {
          return (await api.call(mainLessons.get, { params: { id } }, { signal })).title;
        } catch (error) {
          if (error instanceof ApiError && error.status === 404) return null;
          throw error;
        }
      },
    })),
  });
  return new Map(
    ids.flatMap((id, index) => {
      const title = titles[index]?.data;
      return title === undefined ? [] : [[id, title] as const];
    }),
  );
}
