import {
  findChangedQuizzes,
  listOrCorrect,
  type PublishableKind,
  toCandidates,
  useApiQuery,
} from '@khmer-learning/console-kit';
import type { ApiClient } from '@khmer-learning/console-sdk';
import { useApi, useApiMutation } from '@khmer-learning/console-sdk';
import {
  type MainLesson,
  type MainLessonContents,
  mainLessons as mainLessonEndpoints,
  mainLessons,
  type RequestOf,
  uploadUrl,
} from '@khmer-learning/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { mainLessonKeys } from '../content-query-keys.ts';
import { message } from '../messages/messages.ts';

type MainLessonFilters = NonNullable<RequestOf<typeof mainLessonEndpoints.list>['query']>;

export function useMainLessonPage(query: MainLessonFilters, isExact: boolean) {
  const api = useApi();
  return useQuery({
    queryKey: [...mainLessonKeys.list(query), { isExact }],
    async queryFn({ signal }) {
      const { answer, searchedFor } = await listOrCorrect(
        api,
        { search: query.search, isExact },
        {
          suggestSearch: mainLessonEndpoints.suggestSearch,
          list: (search) => api.call(mainLessonEndpoints.list, { query: { ...query, search } }, { signal }),
          isEmpty: ({ total }) => total === 0,
        },
      );
      return { ...answer, searchedFor };
    },
    placeholderData: keepPreviousData,
  });
}

export const catalogueQueryKey = mainLessonKeys.list({ order: 'catalogue' });
export function useCatalogue() {
  const api = useApi();
  return useQuery({
    queryKey: catalogueQueryKey,
    queryFn: async ({ signal }) => {
      const { mainLessons } = await api.call(
        mainLessonEndpoints.list,
        { query: { order: 'catalogue' } },
        { signal },
      );
      return mainLessons;
    },
  });
}

export const lessonsOfMainLessonQueryKey = (id: number) => [...mainLessonKeys.detail(id), 'lessons'];

export function useLessonsOfMainLesson(id: number) {
  return useApiQuery(mainLessonEndpoints.lessons, {
    queryKey: lessonsOfMainLessonQueryKey(id),
    request: { params: { id }, query: { counts: 'true' } },
  });
}

export const mainLessonKind: PublishableKind<MainLesson, MainLessonContents> = {
  endpoints: mainLessonEndpoints,
  entity: 'main-lesson',
  get itemType() {
    return message('itemType.mainLesson');
  },
  messages: mainLessonEndpoints.messages,
  deletedWith: ['lesson'],
  get consequence() {
    return message('mainLessonKind.unpublishConsequence');
  },
  fetch: (api, id) => api.call(mainLessonEndpoints.get, { params: { id } }),
  withContents: (lesson, contents, status) => ({
    ...lesson,
    ...contents,
    price: contents.price ?? null,
    imageCoverUrl: uploadUrl(contents.imageCover),
    status,
  }),
};

export function useDuplicateMainLesson({ onDuplicated }: { onDuplicated: () => void }) {
  const api = useApi();
  return useApiMutation({
    call: ({ id }: MainLesson) => api.call(mainLessonEndpoints.duplicate, { params: { id } }),
    successMessage: ({ title }, { workingCopy }) =>
      message(workingCopy ? 'mainLessonList.duplicatedWithChanges' : 'mainLessonList.duplicated', { title }),
    dedupeKey: ({ id }) => id,
    failureMessage: () => message('mainLessonList.duplicateFailed'),
    changes: ['main-lesson'],
    onSuccess: onDuplicated,
  });
}

/** Finds what changed in a main lesson: its lessons, and the quizzes of all its lessons. Throws like `ApiClient.call`. */
export async function findChangesOfMainLesson(api: ApiClient, id: number, signal: AbortSignal) {
  const lessons = await api.call(mainLessons.lessons, { params: { id } }, { signal });
  const quizzes = await findChangedQuizzes(
    api,
    lessons.map((lesson) => lesson.id),
    signal,
  );
  return [...toCandidates('lesson', lessons), ...quizzes];
}
