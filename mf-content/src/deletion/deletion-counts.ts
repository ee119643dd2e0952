import { queryKeys, useApi } from '@khmer-learning/console-sdk';
import {
  type BoundedCount,
  type ListTotal,
  lessons,
  mainLessonSales,
  type RequestOf,
  type ResponseOf,
} from '@khmer-learning/contracts';
import { type QueryKey, useQuery } from '@tanstack/react-query';
import { contentEntities, lessonKeys, mainLessonKeys } from '../content-query-keys.ts';
import type { QuizOwner } from './count-quizzes.ts';

/** A figure in a question: it may be loading, or unknown because it could not be fetched. */
export type Figure<T> = T | 'loading' | 'unknown';

const quizCountKeys = queryKeys('quizCounts', ['quiz', ...contentEntities]);

/** Fetches a figure each time the question is opened: other users may have changed it. */
function useFigure<T>(queryKey: QueryKey, fetch: (signal: AbortSignal) => Promise<T>): Figure<T> {
  const { data, isFetching, isError } = useQuery({
    queryKey,
    queryFn: ({ signal }) => fetch(signal),
    staleTime: 0,
    gcTime: 0,
  });
  if (isFetching) return 'loading';
  return data === undefined || isError ? 'unknown' : data;
}

export function useLessonCount(
  filter: Pick<
    NonNullable<RequestOf<typeof lessons.list>['query']>,
    'mainLessonId' | 'lessonTypeId' | 'status'
  >,
): Figure<ListTotal> {
  const api = useApi();
  const query = { ...filter, limit: 1, sections: 'false' } as const;
  return useFigure([...lessonKeys.all, 'count', query], (signal) =>
    api.call(lessons.list, { query }, { signal }),
  );
}

export function useQuizCount(of: QuizOwner): Figure<BoundedCount> {
  const api = useApi();
  return useFigure(quizCountKeys.list(of), async (signal) => {
    // The contract of quizzes is a tenth of a list's code.
    const { countQuizzes } = await import(/* webpackChunkName: "count-quizzes" */ './count-quizzes.ts');
    return countQuizzes(api, of, signal);
  });
}

export type MainLessonSales = ResponseOf<typeof mainLessonSales>;

export function useMainLessonSales(id: number): Figure<MainLessonSales> {
  const api = useApi();
  return useFigure([...mainLessonKeys.detail(id), 'sales'], (signal) =>
    api.call(mainLessonSales, { params: { id } }, { signal }),
  );
}
