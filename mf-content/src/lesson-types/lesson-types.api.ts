import type { ItemKind } from '@khmer-learning/console-kit';
import { useApi } from '@khmer-learning/console-sdk';
import { type LessonType, lessonTypes } from '@khmer-learning/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lessonTypeKeys } from '../content-query-keys.ts';
import { message } from '../messages/messages.ts';

/** All lesson types whose title matches. Filters and dropdowns use the list without a search. */
export function useLessonTypes(search = '') {
  const api = useApi();
  const query = { search };
  return useQuery({
    queryKey: lessonTypeKeys.list(query),
    queryFn: ({ signal }) => api.call(lessonTypes.list, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** The lessons of one type. */
export function useLessonsOfType(id: number) {
  const api = useApi();
  return useQuery({
    queryKey: [...lessonTypeKeys.detail(id), 'lessons'],
    queryFn: ({ signal }) => api.call(lessonTypes.lessons, { params: { id } }, { signal }),
  });
}

/** How a lesson type is saved, deleted and restored. */
export const lessonTypeKind: ItemKind<LessonType> = {
  endpoints: lessonTypes,
  entity: 'lesson-type',
  get itemType() {
    return message('itemType.lessonType');
  },
  messages: lessonTypes.messages,
  deletedWith: ['lesson'],
  // There is no endpoint for a single one.
  fetch: async (api, id) => (await api.call(lessonTypes.list, {})).find((type) => type.id === id) ?? null,
};
