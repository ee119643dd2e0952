import { useRestoreDeleted } from '@khmer-learning/console-kit';
import { type ApiClient, useApi, useApiMutation } from '@khmer-learning/console-sdk';
import {
  type LessonType,
  lessonTypesCreate,
  lessonTypesDelete,
  lessonTypesList,
  lessonTypesListDeleted,
  lessonTypesListLessons,
  lessonTypesRestoreDeleted,
  lessonTypesUpdate,
  lessonTypesVersionGet,
  lessonTypesVersionRestore,
  lessonTypesVersions,
  messages,
  type RequestOf,
} from '@khmer-learning/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lessonTypeKeys } from '../content-query-keys.ts';
import { message } from '../messages/messages.ts';

/** All lesson types whose title matches. Filters and dropdowns use the list without a search. */
export function useLessonTypes(search = '') {
  const api = useApi();
  const query = { search };
  return useQuery({
    queryKey: lessonTypeKeys.list(query),
    queryFn: ({ signal }) => api.call(lessonTypesList, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Fetches the current lesson type; null if it was deleted. There is no endpoint for a single one. */
export function useFetchLessonType() {
  const api = useApi();
  return async (id: number): Promise<LessonType | null> => {
    const types = await api.call(lessonTypesList, {});
    return types.find((type) => type.id === id) ?? null;
  };
}

/** The lessons of one type. */
export function useLessonsOfType(id: number) {
  const api = useApi();
  return useQuery({
    queryKey: [...lessonTypeKeys.detail(id), 'lessons'],
    queryFn: ({ signal }) => api.call(lessonTypesListLessons, { params: { id } }, { signal }),
  });
}

export type LessonTypePayload = RequestOf<typeof lessonTypesCreate>['body'];

/** The endpoints of the history of a lesson type. */
export const lessonTypeVersions = {
  list: lessonTypesVersions,
  get: lessonTypesVersionGet,
  restore: lessonTypesVersionRestore,
};

/** What `Recently deleted` and `Undo` need of deleted lesson types. */
export const deletedLessonTypes = {
  get itemType() {
    return message('itemType.lessonType');
  },
  endpoints: { listDeleted: lessonTypesListDeleted, restoreDeleted: lessonTypesRestoreDeleted },
  changes: ['lesson-type', 'lesson'],
} as const;

/** The calls that save a lesson type. `version` is the edited version; without it the update overwrites. */
export function lessonTypeMutations(api: ApiClient) {
  return {
    create: (body: LessonTypePayload) => api.call(lessonTypesCreate, { body }),
    update: (id: number, body: LessonTypePayload, version: number | undefined) =>
      api.call(lessonTypesUpdate, { params: { id }, body }, { version }),
  };
}

/** Deletes a lesson type by id, shows the result as a toast, and refreshes all content queries. */
export function useDeleteLessonType() {
  const api = useApi();
  const restoring = useRestoreDeleted(deletedLessonTypes);
  return useApiMutation({
    call: (id: number) => api.call(lessonTypesDelete, { params: { id } }),
    successMessage: messages.lessonType.deleted,
    failureMessage: messages.lessonType.deleteFailed,
    changes: ['lesson-type'],
    onUndo: restoring.mutate,
  });
}
