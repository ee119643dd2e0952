import { useApi } from '@khmer-learning/console-sdk';
import { mainLessons as mainLessonEndpoints } from '@khmer-learning/contracts';
import { useQuery } from '@tanstack/react-query';
import { mainLessonKeys } from '../content-query-keys.ts';

/** All main lessons, for dropdowns. */
export function useAllMainLessons() {
  const api = useApi();
  return useQuery({
    queryKey: mainLessonKeys.list(),
    queryFn: ({ signal }) => api.call(mainLessonEndpoints.list, {}, { signal }),
  });
}
