import {
  keysOfRows,
  type QueryOf,
  type ResponseOf,
  surrogateKeys,
  type v1LessonsList,
  type v1MainLessonsList,
} from '@khmer-learning/contracts';

type LessonRow = Pick<
  ResponseOf<typeof v1LessonsList>['data'][number],
  'id' | 'mainLessonId' | 'lessonTypeId'
>;

/** The surrogate keys of lessons in an answer: their fields, their types, and whether their main lessons are locked. */
export function lessonRowKeys(rows: readonly LessonRow[]): readonly string[] {
  return [
    ...keysOfRows(
      rows.map(({ id }) => id),
      surrogateKeys.lesson,
      surrogateKeys.anyLesson,
    ),
    ...keysOfRows(
      rows.map(({ mainLessonId }) => mainLessonId),
      surrogateKeys.mainLessonAccess,
      surrogateKeys.anyMainLesson,
    ),
    ...keysOfRows(
      rows.map(({ lessonTypeId }) => lessonTypeId),
      surrogateKeys.lessonType,
      surrogateKeys.lessonTypes,
    ),
  ];
}

/** The surrogate keys of which lessons a list has, apart from those of its rows. */
export function lessonListKeys({
  mainLessonId,
  type,
  search,
}: Pick<Partial<QueryOf<typeof v1LessonsList>>, 'mainLessonId' | 'type' | 'search'>): readonly string[] {
  return [
    mainLessonId === undefined ? surrogateKeys.lessons : surrogateKeys.lessonsOf(mainLessonId),
    ...(type === undefined ? [] : [surrogateKeys.lessonTypes]),
    ...(search === undefined ? [] : [surrogateKeys.lessonTexts, surrogateKeys.freeMainLessons]),
  ];
}

/** The surrogate keys of main lessons in an answer: their fields, and how many lessons they have. */
export function mainLessonRowKeys(
  rows: readonly Pick<ResponseOf<typeof v1MainLessonsList>['data'][number], 'id'>[],
): readonly string[] {
  const ids = rows.map(({ id }) => id);
  return [
    ...keysOfRows(ids, surrogateKeys.mainLesson, surrogateKeys.anyMainLesson),
    ...keysOfRows(ids, surrogateKeys.lessonsOf, surrogateKeys.lessons),
  ];
}
