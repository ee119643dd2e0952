import { type ApiClient, ApiError, useApi, useApiMutation } from '@khmer-learning/console-sdk';
import {
  type ContentStatus,
  lessonsCreate,
  lessonsDelete,
  lessonsGet,
  lessonsList,
  lessonsUpdate,
  messages,
  pageSize,
  type RequestOf,
} from '@khmer-learning/contracts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { contentKeys, lessonKeys } from '../content-keys.ts';

export type LessonChanges = RequestOf<typeof lessonsCreate>['body'] & { status: ContentStatus };
type LessonFilters = Omit<NonNullable<RequestOf<typeof lessonsList>['query']>, 'limit'>;

/** One page of lessons. The page in sight stays while the next is on its way. */
export function useLessonPage(filters: LessonFilters) {
  const api = useApi();
  const query = { ...filters, limit: pageSize };
  return useQuery({
    queryKey: lessonKeys.list(query),
    queryFn: ({ signal }) => api.call(lessonsList, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Fetches a lesson with its sections, as it is now. */
export function useFetchLesson() {
  const api = useApi();
  return (id: number) => api.call(lessonsGet, { params: { id } });
}

/** The calls that save a lesson. `version` is what the change was made to; left out, it overwrites. */
export function lessonCalls(api: ApiClient) {
  return {
    create: (body: LessonChanges) => api.call(lessonsCreate, { body }),
    update: (id: number, body: LessonChanges, version: number | undefined) =>
      api.call(lessonsUpdate, { params: { id }, body }, { version }),
  };
}

export function useDeleteLesson() {
  const api = useApi();
  return useApiMutation({
    call: (id: number) => api.call(lessonsDelete, { params: { id } }),
    success: messages.lesson.deleted,
    failure: messages.lesson.deleteFailed,
    invalidates: contentKeys,
  });
}

/** A lesson that is gone already is what was asked for. */
const isGone = (error: unknown) => error instanceof ApiError && error.status === 404;

/**
 * Deletes lessons one by one and stops at the first that cannot be deleted.
 * @param onDeleted told the id of each as it goes
 */
export function useDeleteLessons(onDeleted: (id: number) => void) {
  const api = useApi();
  const queryClient = useQueryClient();
  return useApiMutation({
    call: async (ids: readonly number[]) => {
      for (const id of ids) {
        try {
          await api.call(lessonsDelete, { params: { id } });
        } catch (error) {
          if (!isGone(error)) throw error;
        }
        onDeleted(id);
      }
    },
    success: (_nothing, { length }) =>
      length === 1 ? messages.lesson.deleted : `${length} lessons deleted successfully`,
    failure: messages.lesson.deleteFailed,
    invalidates: contentKeys,
    onError: () => {
      // Some may be gone before one failed.
      for (const queryKey of contentKeys) void queryClient.invalidateQueries({ queryKey });
      return false;
    },
  });
}
