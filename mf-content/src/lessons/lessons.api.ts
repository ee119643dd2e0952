import { listOrCorrect, type PublishableKind } from '@khmer-learning/console-kit';
import { useApi, useApiMutation } from '@khmer-learning/console-sdk';
import {
  type Lesson,
  type LessonContents,
  type LessonSummary,
  lessons,
  type RequestOf,
} from '@khmer-learning/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lessonKeys } from '../content-query-keys.ts';
import { message } from '../messages/messages.ts';

type LessonFilters = Omit<NonNullable<RequestOf<typeof lessons.list>['query']>, 'sections'>;

export function useLessonPage(filters: LessonFilters, isExact: boolean) {
  const api = useApi();
  const query = { ...filters, sections: 'false' } as const;
  return useQuery({
    queryKey: [...lessonKeys.list(query), { isExact }],
    async queryFn({ signal }) {
      const { answer, searchedFor } = await listOrCorrect(
        api,
        { search: query.search, isExact },
        {
          suggestSearch: lessons.suggestSearch,
          list: (search) => api.call(lessons.list, { query: { ...query, search } }, { signal }),
          isEmpty: ({ total }) => total === 0,
        },
      );
      return { ...answer, searchedFor };
    },
    placeholderData: keepPreviousData,
  });
}

export const lessonKind: PublishableKind<Lesson, LessonContents> = {
  endpoints: lessons,
  entity: 'lesson',
  get itemType() {
    return message('itemType.lesson');
  },
  messages: lessons.messages,
  get consequence() {
    return message('lessonKind.unpublishConsequence');
  },
  fetch: (api, id) => api.call(lessons.get, { params: { id } }),
  withContents: (lesson, contents, status) => ({
    ...lesson,
    ...contents,
    image: contents.image ?? lesson.image,
    status,
  }),
};

export function useDuplicateLesson({ onDuplicated }: { onDuplicated: () => void }) {
  const api = useApi();
  return useApiMutation({
    call: ({ id }: LessonSummary) => api.call(lessons.duplicate, { params: { id } }),
    successMessage: ({ title }, { workingCopy }) =>
      message(workingCopy ? 'lessonList.duplicatedWithChanges' : 'lessonList.duplicated', { title }),
    dedupeKey: ({ id }) => id,
    failureMessage: () => message('lessonList.duplicateFailed'),
    changes: ['lesson'],
    onSuccess: onDuplicated,
  });
}
