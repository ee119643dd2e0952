import { queryKeys, useApi } from '@khmer-learning/console-sdk';
import { lessonsGet, lessonsList } from '@khmer-learning/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

const lessonKeys = queryKeys('lessons');

/** As many as a person looks through before typing more. */
const searchResultLimit = 20;

/**
 * The newest lessons that match. What was found last stays while the next is on its way.
 * @param search what was typed; null while nobody asks
 */
export function useLessonSearch(search: string | null) {
  const api = useApi();
  const query = { search: search ?? '', limit: searchResultLimit, offset: 0 };
  return useQuery({
    queryKey: lessonKeys.list(query),
    queryFn: ({ signal }) => api.call(lessonsList, { query }, { signal }),
    enabled: search !== null,
    placeholderData: keepPreviousData,
  });
}

/** Fetches a lesson as it is now. */
export function useFetchLesson() {
  const api = useApi();
  return (id: number) => api.call(lessonsGet, { params: { id } });
}

/** One lesson with its sections, as it is now. `id` is null while there is none to fetch. */
export function useLesson(id: number | null) {
  const api = useApi();
  return useQuery({
    queryKey: lessonKeys.detail(id ?? 0),
    queryFn: ({ signal }) => api.call(lessonsGet, { params: { id: id ?? 0 } }, { signal }),
    enabled: id !== null,
    // Someone may have written in it since it was last read.
    staleTime: 0,
  });
}
