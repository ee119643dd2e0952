import { useApiQuery } from '@khmer-learning/console-kit';
import { queryKeys, useApi } from '@khmer-learning/console-sdk';
import { lessons, quizzes } from '@khmer-learning/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

const mainLessonKeys = queryKeys('mainLessonsOfQuizzes', ['main-lesson']);
const lessonKeys = queryKeys('lessonsToChoose', ['lesson', 'lesson-type', 'main-lesson']);

/** Few enough to scan: users refine the search instead of paging. */
const searchResultLimit = 20;

/** Searches lessons, newest first; null does not. Previous results stay visible while new ones load. */
export function useLessonSearch(search: string | null) {
  const query = { search: search ?? '', limit: searchResultLimit, offset: 0, sections: 'false' } as const;
  return useApiQuery(lessons.list, {
    queryKey: lessonKeys.list(query),
    request: { query },
    enabled: search !== null,
    placeholderData: keepPreviousData,
  });
}

/** Their sections come with them: more would be megabytes. */
const maxLessonsAtOnce = 50;

/** The first lessons of a main lesson that have no quiz, in their order, with sections, and how many there are. Refetched on every mount. */
export function useLessonsWithoutQuiz(mainLessonId: number) {
  const api = useApi();
  const query = { mainLessonId: String(mainLessonId), quiz: 'none', limit: maxLessonsAtOnce } as const;
  return useQuery({
    queryKey: [...lessonKeys.list(query), 'with sections'],
    queryFn: async ({ signal }) => {
      const { lessons: found, total } = await api.call(lessons.list, { query }, { signal });
      // The filter follows a new quiz after a moment.
      const ids = found.map(({ id }) => id).join();
      const counted = ids
        ? await api.call(quizzes.byLessons, { query: { ids } }, { signal })
        : { lessons: [] };
      const withQuiz = new Set(counted.lessons.map(({ lessonId }) => lessonId));
      return {
        total: total - withQuiz.size,
        lessons: found
          .filter(({ id }) => !withQuiz.has(id))
          .map(({ sections = [], ...lesson }) => ({ ...lesson, sections }))
          .sort((one, other) => one.position - other.position),
      };
    },
    staleTime: 0,
    gcTime: 0,
  });
}

/** The titles of all main lessons, by id: none while they are not known. */
export function useMainLessonTitles(): ReadonlyMap<number, string> {
  const api = useApi();
  const { data } = useQuery({
    queryKey: mainLessonKeys.list(),
    queryFn: async ({ signal }) =>
      (await import(/* webpackChunkName: "main-lessons" */ './fetch-main-lessons.ts')).fetchMainLessons(
        api,
        signal,
      ),
  });
  return new Map(data?.mainLessons.map(({ id, title }) => [id, title]));
}

/** Returns a function that fetches a lesson from the server, bypassing the cache. */
export function useFetchLesson() {
  const api = useApi();
  return (id: number) => api.call(lessons.get, { params: { id } });
}

/** A lesson with its sections, refetched on every mount. An `id` of null disables the query. */
export function useLesson(id: number | null) {
  return useApiQuery(lessons.get, {
    queryKey: lessonKeys.detail(id ?? 0),
    request: { params: { id: id ?? 0 } },
    enabled: id !== null,
    // Someone else may have edited it since the last fetch.
    staleTime: 0,
  });
}
