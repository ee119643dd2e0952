import { useUndoItemEdits } from '@khmer-learning/console-kit';
import {
  type ApiClient,
  ApiError,
  isSessionEndError,
  queryKeys,
  useApi,
  userMessageOf,
} from '@khmer-learning/console-sdk';
import { type BodyOf, type LessonSummary, lessonEdits, lessons } from '@khmer-learning/contracts';
import { toast } from '@khmer-learning/ui-kit';
import { useMutation, useQuery } from '@tanstack/react-query';
import { contentEntities } from '../../content-query-keys.ts';
import { message } from './messages/messages.ts';

export type Edit = BodyOf<typeof lessonEdits.create>['edits'][number];

const recentKeys = queryKeys('lessonEdits', ['lesson']);

export function useRecentEdits() {
  const api = useApi();
  return useQuery({
    queryKey: recentKeys.list(),
    queryFn: async ({ signal }) => (await api.call(lessonEdits.list, {}, { signal })).data,
  });
}

/** Reads a lesson that was changed since. @param onRead called with the lesson; null when it was deleted */
export function useReloadLesson(onRead: (id: number, lesson: LessonSummary | null) => void) {
  const api = useApi();
  return useMutation({
    mutationFn: async (id: number) => {
      try {
        return await api.call(lessons.get, { params: { id } });
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
    onSuccess: (lesson, id) => onRead(id, lesson),
    onError: (error) =>
      isSessionEndError(error) || toast.error(userMessageOf(error, message('editLessons.tryAgain'))),
  }).mutate;
}

export const useUndoEdit = () => useUndoItemEdits(lessonEdits, contentEntities);

export const lessonEditing = {
  endpoints: lessonEdits,
  create: (api: ApiClient, edits: Edit[]) => api.call(lessonEdits.create, { body: { edits } }),
  entities: contentEntities,
};
