import { importMessages } from '@khmer-learning/contracts';
import { getOrSet, ImportFileError, maxRefusedLines } from '@khmer-learning/transfer';
import type { Connection } from 'mongoose';
import { readLessonTitle, streamLessonTitles } from '../lessons/reads/lesson.bulk-queries.ts';
import { readMainLessonIdsByTitle } from '../main-lessons/main-lesson.bulk-queries.ts';
import { normaliseTitle } from '../parents/parents.ts';
import type { VocabularyCells } from './vocabulary-table.ts';

type LessonReference = Pick<VocabularyCells, 'lessonId' | 'mainLesson' | 'lesson'>;

/** What the reference of a row leads to. */
export interface RowTarget {
  /** The same for all rows of a lesson, however they name it. */
  readonly key: string;
  /** The lesson; absent when there is none. */
  readonly lessonId?: number;
  /** Whether it can be created: nothing like it is stored. */
  readonly isNew?: boolean;
  /** Why the row is refused. With a lesson: its titles name that one, its id does not, so that the lesson's other rows wait. */
  readonly refusal?: string;
  readonly isWrongId?: boolean;
}

/**
 * Creates the resolver of a file's lessons: by id, or without an id by the titles of main lesson and lesson. What it finds is kept:
 * both passes over a file group its rows in the same way.
 */
export function createLessonResolver(connection: Connection) {
  const targets = new Map<string, Promise<RowTarget>>();
  const titles = new Map<number, Promise<string | undefined>>();
  const idsByTitles = new Map<string, Promise<number | 'several' | undefined>>();
  let unknown = 0;

  async function findByTitles(mainLesson: string, wanted: string): Promise<number | 'several' | undefined> {
    const parents = await readMainLessonIdsByTitle(connection, mainLesson);
    let found: number | undefined;
    for await (const { _id, title } of streamLessonTitles(connection, parents)) {
      if (normaliseTitle(title) !== wanted) continue;
      if (found !== undefined) return 'several';
      found = _id;
    }
    return found;
  }

  async function resolve(reference: LessonReference): Promise<RowTarget> {
    const { lessonId: idText, mainLesson, lesson } = reference;
    const wanted = normaliseTitle(lesson);
    const id = /^\d{1,15}$/.test(idText) ? Number(idText) : undefined;
    const title =
      id === undefined ? undefined : await getOrSet(titles, id, () => readLessonTitle(connection, id));
    // In a file from elsewhere the id is another lesson's.
    if (id !== undefined && title !== undefined && normaliseTitle(title) === wanted) return targetOf(id);

    const key = JSON.stringify([normaliseTitle(mainLesson), wanted]);
    const byTitles = await getOrSet(idsByTitles, key, () => findByTitles(mainLesson, wanted));
    if (idText === '' && typeof byTitles === 'number') return targetOf(byTitles);
    const owner = typeof byTitles === 'number' ? byTitles : title === undefined ? undefined : id;
    if (owner === undefined) unknown += 1;
    if (unknown > maxRefusedLines) throw new ImportFileError(importMessages.tooManyRefusals);
    const isNew = byTitles === undefined && title === undefined && (idText === '' || id !== undefined);
    let refusal = `Lesson "${lesson}" not found`;
    if (title !== undefined) refusal = `Lesson ${id} has a different title: "${title}"`;
    else if (id !== undefined) refusal = `Lesson ID ${idText} not found`;
    else if (idText !== '') refusal = `Lesson ID "${idText}" is not a whole number`;
    else if (byTitles === 'several') refusal = `More than one lesson is named "${lesson}"`;
    return {
      ...(owner === undefined ? { key: isNew ? `new ${key}` : JSON.stringify(reference) } : targetOf(owner)),
      ...{ isNew, isWrongId: idText !== '' && title === undefined, refusal },
    };
  }

  return ({ lessonId: id, mainLesson, lesson }: LessonReference): Promise<RowTarget> => {
    const reference = { lessonId: id.trim(), mainLesson, lesson };
    return getOrSet(targets, JSON.stringify(Object.values(reference)), () => resolve(reference));
  };
}

const targetOf = (lessonId: number): RowTarget => ({ key: `lesson ${lessonId}`, lessonId });
