import { fetchOpenedItem, type PublishableKind, useRestoreDeleted } from '@khmer-learning/console-kit';
import { useApi, useApiMutation } from '@khmer-learning/console-sdk';
import {
  type MainLesson,
  type MainLessonContents,
  mainLessonsCreate,
  mainLessonsDelete,
  mainLessonsDuplicate,
  mainLessonsGet,
  mainLessonsList,
  mainLessonsListDeleted,
  mainLessonsListLessons,
  mainLessonsRestoreDeleted,
  mainLessonsScheduleCancel,
  mainLessonsScheduleSet,
  mainLessonsUpdate,
  mainLessonsVersionGet,
  mainLessonsVersionRestore,
  mainLessonsVersions,
  mainLessonsWorkingCopyDiscard,
  mainLessonsWorkingCopyGet,
  mainLessonsWorkingCopyPublish,
  mainLessonsWorkingCopySave,
  messages,
  type RequestOf,
  uploadUrl,
} from '@khmer-learning/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { mainLessonKeys } from '../content-query-keys.ts';
import { message } from '../messages/messages.ts';

type MainLessonFilters = NonNullable<RequestOf<typeof mainLessonsList>['query']>;

/** One page of main lessons. The current page stays visible while the next one loads. */
export function useMainLessonPage(query: MainLessonFilters) {
  const api = useApi();
  return useQuery({
    queryKey: mainLessonKeys.list(query),
    queryFn: ({ signal }) => api.call(mainLessonsList, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** All main lessons, for dropdowns. */
export function useAllMainLessons() {
  const api = useApi();
  return useQuery({
    queryKey: mainLessonKeys.list(),
    queryFn: ({ signal }) => api.call(mainLessonsList, {}, { signal }),
  });
}

/** Fetches the current main lesson. */
export function useFetchMainLesson() {
  const api = useApi();
  return (id: number) => api.call(mainLessonsGet, { params: { id } });
}

/** Fetches a main lesson as it was at one version. */
export function useFetchMainLessonVersion() {
  const api = useApi();
  return (id: number, version: number) => api.call(mainLessonsVersionGet, { params: { id, version } });
}

export const catalogueQueryKey = mainLessonKeys.list({ order: 'catalogue' });
/** All main lessons in catalogue order. */
export function useCatalogue() {
  const api = useApi();
  return useQuery({
    queryKey: catalogueQueryKey,
    queryFn: async ({ signal }) => {
      const { mainLessons } = await api.call(mainLessonsList, { query: { order: 'catalogue' } }, { signal });
      return mainLessons;
    },
  });
}

export const lessonsOfMainLessonQueryKey = (id: number) => [...mainLessonKeys.detail(id), 'lessons'];

/** The lessons of a main lesson, in order. */
export function useLessonsOfMainLesson(id: number) {
  const api = useApi();
  return useQuery({
    queryKey: lessonsOfMainLessonQueryKey(id),
    queryFn: ({ signal }) => api.call(mainLessonsListLessons, { params: { id } }, { signal }),
  });
}

/** The endpoints of the history of a main lesson. */
export const mainLessonVersions = {
  list: mainLessonsVersions,
  get: mainLessonsVersionGet,
  restore: mainLessonsVersionRestore,
};

/** What `Recently deleted` and `Undo` need of deleted main lessons. */
export const deletedMainLessons = {
  get itemType() {
    return message('itemType.mainLesson');
  },
  endpoints: { listDeleted: mainLessonsListDeleted, restoreDeleted: mainLessonsRestoreDeleted },
  changes: ['main-lesson', 'lesson'],
} as const;

/** How a main lesson's form saves it. */
export const mainLessonKind: PublishableKind<MainLesson, MainLessonContents> = {
  get itemType() {
    return message('itemType.mainLesson');
  },
  changes: ['main-lesson'],
  messages: messages.mainLesson,
  get consequence() {
    return message('mainLessonKind.unpublishConsequence');
  },
  fetch: (api, id) => api.call(mainLessonsGet, { params: { id } }),
  fetchLastUser: async (api, id) =>
    (await api.call(mainLessonVersions.list, { params: { id }, query: { limit: 1 } })).data[0]?.savedBy?.name,
  create: (api, contents, status) => api.call(mainLessonsCreate, { body: { ...contents, status } }),
  update: (api, id, contents, status, version) =>
    api.call(mainLessonsUpdate, { params: { id }, body: { ...contents, status } }, { version }),
  workingCopy: {
    get: (api, id) => api.call(mainLessonsWorkingCopyGet, { params: { id } }),
    save: (api, id, body, version) =>
      api.call(mainLessonsWorkingCopySave, { params: { id }, body }, { version }),
    publish: (api, id, version) =>
      api.call(mainLessonsWorkingCopyPublish, { params: { id }, body: {} }, { version }),
    discard: (api, id, version) => api.call(mainLessonsWorkingCopyDiscard, { params: { id } }, { version }),
  },
  schedule: { set: mainLessonsScheduleSet, cancel: mainLessonsScheduleCancel },
  withContents: (lesson, contents, status) => ({
    ...lesson,
    ...contents,
    price: contents.price ?? null,
    imageCoverUrl: uploadUrl(contents.imageCover),
    status,
  }),
};

/** Fetches a main lesson with its working copy. */
export function useFetchOpenedMainLesson() {
  const api = useApi();
  return (id: number) => fetchOpenedItem(api, mainLessonKind, id);
}

/** Duplicates a main lesson and its lessons as a draft. */
export function useDuplicateMainLesson({ onDuplicated }: { onDuplicated: () => void }) {
  const api = useApi();
  return useApiMutation({
    call: ({ id }: MainLesson) => api.call(mainLessonsDuplicate, { params: { id } }),
    successMessage: ({ title }, { workingCopy }) =>
      message(workingCopy ? 'mainLessonList.duplicatedWithChanges' : 'mainLessonList.duplicated', { title }),
    dedupeKey: ({ id }) => id,
    failureMessage: () => message('mainLessonList.duplicateFailed'),
    changes: ['main-lesson'],
    onSuccess: onDuplicated,
  });
}

/** Deletes a main lesson by id, shows the result as a toast, and refreshes all content queries. */
export function useDeleteMainLesson() {
  const api = useApi();
  const restoring = useRestoreDeleted(deletedMainLessons);
  return useApiMutation({
    call: (id: number) => api.call(mainLessonsDelete, { params: { id } }),
    successMessage: messages.mainLesson.deleted,
    failureMessage: messages.mainLesson.deleteFailed,
    changes: ['main-lesson'],
    onUndo: restoring.mutate,
  });
}
