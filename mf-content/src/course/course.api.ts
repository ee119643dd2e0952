import { useApiQuery } from '@khmer-learning/console-kit';
import { queryKeys, useApi } from '@khmer-learning/console-sdk';
import {
  type Lesson,
  type LessonSummary,
  lessons as lessonEndpoints,
  mainLessons,
  maxCheckedLessons,
  pronunciationConflictsByLessons,
  quizzes,
} from '@khmer-learning/contracts';
import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { lessonKeys, mainLessonKeys } from '../content-query-keys.ts';
import { lessonsOfMainLessonQueryKey } from '../main-lessons/main-lessons.api.ts';

const quizKeys = queryKeys('quizzesOfLessons', ['quiz']);
// The memory of pronunciations follows a save after a moment: it is read when a page is opened, not after each save.
const conflictKeys = queryKeys('conflictsOfLessons', []);

export function useMainLesson(id: number) {
  return useApiQuery(mainLessons.get, { queryKey: mainLessonKeys.detail(id), request: { params: { id } } });
}

/** Changes the lessons of a main lesson as they are shown, before they are fetched again. */
export function useSetLessons(mainLessonId: number) {
  const queryClient = useQueryClient();
  const queryKey = lessonsOfMainLessonQueryKey(mainLessonId);
  return (change: (lessons: readonly LessonSummary[]) => readonly LessonSummary[]) =>
    queryClient.setQueryData<readonly LessonSummary[]>(queryKey, (last) => last && change(last));
}

/** A saved lesson as lists show it, with what only they have. */
export function toListed({ sections: _sections, ...saved }: Lesson, former?: LessonSummary): LessonSummary {
  return { words: 0, recordedWords: 0, ...former, ...saved };
}

/** Divides lessons into parts for one call each, which moving does not change. @returns each lesson's part: ids with commas */
export function partsOf(lessons: readonly LessonSummary[]): ReadonlyMap<number, string> {
  const ids = lessons.map(({ id }) => id).sort((one, other) => one - other);
  const parts = new Map<number, string>();
  for (let start = 0; start < ids.length; start += maxCheckedLessons) {
    const part = ids.slice(start, start + maxCheckedLessons);
    for (const id of part) parts.set(id, part.join());
  }
  return parts;
}

/** What quizzes the lessons of a part have, by the lesson's id. A part is fetched when the first of its rows is shown. */
export function useQuizzesOfLessons(ids: string) {
  const api = useApi();
  return useQuery({
    queryKey: quizKeys.list({ ids }),
    queryFn: async ({ signal }) => {
      const { lessons } = await api.call(quizzes.byLessons, { query: { ids } }, { signal });
      return new Map(lessons.map((counted) => [counted.lessonId, counted]));
    },
    placeholderData: keepPreviousData,
  });
}

/** In how many words the lessons of these parts have a spelling that others write differently, by the lesson's id. */
export function useConflictsOfLessons(parts: readonly string[]): ReadonlyMap<number, number> {
  const api = useApi();
  const found = useQueries({
    queries: parts.map((ids) => ({
      queryKey: conflictKeys.list({ ids }),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.call(pronunciationConflictsByLessons, { query: { ids } }, { signal }),
      staleTime: 0,
    })),
  });
  return new Map(
    found.flatMap(({ data }) => data?.lessons.map((one) => [one.lessonId, one.conflicts] as const) ?? []),
  );
}

export function useFoundLessons(query: { search: string; mainLessonId: string | undefined }) {
  const page = { ...query, sections: 'false', limit: 50, offset: 0 } as const;
  return useApiQuery(lessonEndpoints.list, {
    queryKey: lessonKeys.list(page),
    request: { query: page },
    placeholderData: keepPreviousData,
  });
}
