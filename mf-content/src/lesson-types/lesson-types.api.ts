import type { ItemKind } from '@khmer-learning/console-kit';
import { useApiQuery } from '@khmer-learning/console-kit';
import { type LessonType, lessonTypes } from '@khmer-learning/contracts';
import { keepPreviousData } from '@tanstack/react-query';
import { lessonTypeKeys } from '../content-query-keys.ts';
import { message } from '../messages/messages.ts';

export function useLessonTypes(search = '') {
  const query = { search };
  return useApiQuery(lessonTypes.list, {
    queryKey: lessonTypeKeys.list(query),
    request: { query },
    placeholderData: keepPreviousData,
  });
}

export function useLessonsOfType(id: number) {
  return useApiQuery(lessonTypes.lessons, {
    queryKey: [...lessonTypeKeys.detail(id), 'lessons'],
    request: { params: { id } },
  });
}

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
