import { useApiQuery } from '@khmer-learning/console-kit';
import { mainLessons as mainLessonEndpoints } from '@khmer-learning/contracts';
import { mainLessonKeys } from '../content-query-keys.ts';

export function useAllMainLessons() {
  return useApiQuery(mainLessonEndpoints.list, { queryKey: mainLessonKeys.list() });
}
