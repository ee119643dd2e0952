import type { Connection } from 'mongoose';
import { titleKey } from '../lesson-types/lesson-type.parents.ts';
import type { FullLesson } from '../lessons/lesson.queries.ts';
import { lessonTitlesIn, readLessonsById } from '../lessons/lesson.reading.ts';
import { streamMainLessons } from '../main-lessons/main-lesson.reading.ts';
import type { VocabularyRow } from './read-vocabulary.ts';

export type NamedLesson = FullLesson;

type Name = Pick<VocabularyRow, 'lessonId' | 'mainLesson' | 'lesson'>;

/** Finds the lessons that the rows of a file name: by id, or without one by the titles of main lesson and lesson. */
export function createNamedLessons(connection: Connection) {
  let mainLessonIds: Promise<Map<string, number[]>> | undefined;

  async function readMainLessons(): Promise<Map<string, number[]>> {
    const found = new Map<string, number[]>();
    for await (const { _id, title } of streamMainLessons(connection))
      found.set(titleKey(title), [...(found.get(titleKey(title)) ?? []), _id]);
    return found;
  }

  async function byTitles({ mainLesson, lesson }: Name): Promise<NamedLesson | undefined> {
    mainLessonIds ??= readMainLessons();
    const parents = (await mainLessonIds).get(titleKey(mainLesson)) ?? [];
    const titles = await lessonTitlesIn(connection, parents);
    const same = titles.filter(({ title }) => titleKey(title) === titleKey(lesson));
    // Several of one title cannot be told apart.
    return same.length === 1 && same[0] ? byId(same[0]._id) : undefined;
  }

  async function byId(id: number): Promise<NamedLesson | undefined> {
    return (await readLessonsById(connection, [id])).get(id);
  }

  return {
    /** undefined when there is none, or no saying which. */
    async find(name: Name): Promise<NamedLesson | undefined> {
      if (name.lessonId === '') return byTitles(name);
      return /^\d{1,15}$/.test(name.lessonId) ? byId(Number(name.lessonId)) : undefined;
    },

    /** Whether a row with the lesson's id also has its title: files from elsewhere have other lessons under it. */
    isSame: ({ lesson }: Name, { title }: Pick<NamedLesson, 'title'>): boolean =>
      titleKey(lesson) === titleKey(title),
  };
}
