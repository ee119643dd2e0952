import type { Connection } from 'mongoose';
import { normaliseTitle } from '../lesson-types/lesson-type.parents.ts';
import { readLessonsById, readLessonTitlesInMainLessons } from '../lessons/lesson.bulk-queries.ts';
import type { LessonRow } from '../lessons/lesson.queries.ts';
import { streamMainLessons } from '../main-lessons/main-lesson.bulk-queries.ts';
import type { VocabularyRow } from './read-vocabulary-csv.ts';

export type ResolvedLesson = LessonRow;

type LessonReference = Pick<VocabularyRow, 'lessonId' | 'mainLesson' | 'lesson'>;

/** Creates the resolver of a file's lessons: by id, or without an id by the titles of main lesson and lesson. */
export function createLessonResolver(connection: Connection) {
  let mainLessonIdsByTitle: Promise<Map<string, number[]>> | undefined;

  async function readMainLessonIdsByTitle(): Promise<Map<string, number[]>> {
    const found = new Map<string, number[]>();
    for await (const { _id, title } of streamMainLessons(connection))
      found.set(normaliseTitle(title), [...(found.get(normaliseTitle(title)) ?? []), _id]);
    return found;
  }

  async function findByTitles({ mainLesson, lesson }: LessonReference): Promise<ResolvedLesson | undefined> {
    mainLessonIdsByTitle ??= readMainLessonIdsByTitle();
    const parents = (await mainLessonIdsByTitle).get(normaliseTitle(mainLesson)) ?? [];
    const titles = await readLessonTitlesInMainLessons(connection, parents);
    const same = titles.filter(({ title }) => normaliseTitle(title) === normaliseTitle(lesson));
    // Several lessons with the same title are ambiguous.
    return same.length === 1 && same[0] ? findById(same[0]._id) : undefined;
  }

  async function findById(id: number): Promise<ResolvedLesson | undefined> {
    return (await readLessonsById(connection, [id])).get(id);
  }

  return {
    /** Finds the lesson of a row; undefined when there is none or the titles are ambiguous. */
    async find(reference: LessonReference): Promise<ResolvedLesson | undefined> {
      if (reference.lessonId === '') return findByTitles(reference);
      return /^\d{1,15}$/.test(reference.lessonId) ? findById(Number(reference.lessonId)) : undefined;
    },

    /** Whether a row with the lesson's id also has its title: in a file from elsewhere the id is another lesson's. */
    titleMatches: ({ lesson }: LessonReference, { title }: Pick<ResolvedLesson, 'title'>): boolean =>
      normaliseTitle(lesson) === normaliseTitle(title),
  };
}
