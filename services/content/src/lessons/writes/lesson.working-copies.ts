import { type LessonContents, lessonEvent, lessonWorkingCopyEvent } from '@khmer-learning/contracts';
import {
  createWorkingCopies,
  type WorkingCopies,
  type WorkingCopyOptions,
  workingCopiesOf,
} from '@khmer-learning/item-kit';
import { lockRows, type ServiceContext } from '@khmer-learning/service-kit';
import type { ClientSession, Connection } from 'mongoose';
import { defaultLessonImage, readParentLessonTypes } from '../../parents/lesson-type.parents.ts';
import { readParentMainLessons } from '../../parents/main-lesson.parents.ts';
import { omitUndefined } from '../../store/omit-undefined.ts';
import { lessonsOf, statusFromVisibility } from '../model/lesson.model.ts';
import { type LessonRow, readLesson } from '../reads/lesson.queries.ts';
import { parentNotFound } from './lesson.creation.ts';
import { sanitizeSections } from './sanitize-sections.ts';

/** The working copies of lessons. */
export const lessonWorkingCopies = { item: lessonEvent, event: lessonWorkingCopyEvent } as const;

/** Creates the working copies of lessons. @param publish saves contents as the published ones */
export function createLessonWorkingCopies<Saved>(
  store: ServiceContext,
  publish: WorkingCopyOptions<LessonContents, Saved>['publish'],
): WorkingCopies<LessonContents, Saved> {
  const { connection } = store;
  const workingCopies = createWorkingCopies<LessonContents, Saved>(store, {
    ...lessonWorkingCopies,
    label: 'Lesson',
    publish,

    async readItem(id, session) {
      if (session) await lockRows(lessonsOf(connection), [id], session);
      const found = await readLesson(connection, id, session);
      if (!found) return null;
      const { lesson } = found;
      const { version, title, visibility } = lesson;
      const isPublished = statusFromVisibility(visibility) === 'published';
      return { version, title, isPublished, contents: toContents(lesson) };
    },

    async check(contents, item, session) {
      const { mainLessonId, lessonTypeId } = contents;
      const mainLessons = await readParentMainLessons(connection, [mainLessonId], session);
      if (!mainLessons.has(mainLessonId)) throw parentNotFound('mainLessonId');
      const types = await readParentLessonTypes(connection, [lessonTypeId], session);
      const lessonType = types.get(lessonTypeId);
      if (!lessonType) throw parentNotFound('lessonTypeId');
      const changesType = lessonTypeId !== item.contents.lessonTypeId;
      const defaultImage = changesType ? defaultLessonImage(lessonType) : item.contents.image;
      return { ...contents, image: contents.image || defaultImage };
    },
  });

  return {
    ...workingCopies,
    save(id, { contents, ...body }, ifMatch, context) {
      const sections = sanitizeSections(contents.sections);
      return workingCopies.save(id, { ...body, contents: { ...contents, sections } }, ifMatch, context);
    },
  };
}

/** The contents of a working copy with the lesson's present parents in place of those that have been deleted. */
export async function withExistingParents(
  connection: Connection,
  contents: LessonContents,
  current: LessonRow,
  session: ClientSession,
): Promise<LessonContents> {
  const { mainLessonId, lessonTypeId } = contents;
  const mainLessons = await readParentMainLessons(connection, [mainLessonId], session);
  const types = await readParentLessonTypes(connection, [lessonTypeId], session);
  return {
    ...contents,
    ...(mainLessons.has(mainLessonId) ? {} : { mainLessonId: current.mainLessonId }),
    ...(types.has(lessonTypeId) ? {} : { lessonTypeId: current.lessonTypeId }),
  };
}

/** Reads the distinct lesson type ids in the working copies of a main lesson's lessons. */
export async function readReworkedLessonTypeIds(
  connection: Connection,
  mainLessonId: number,
): Promise<number[]> {
  const { collectionName } = workingCopiesOf(connection, lessonWorkingCopies).collection;
  const types = await lessonsOf(connection).aggregate<{ _id: number }>([
    { $match: { mainLessonId } },
    { $project: { _id: 1 } },
    { $lookup: { from: collectionName, localField: '_id', foreignField: '_id', as: 'copy' } },
    { $unwind: '$copy' },
    { $match: { 'copy.contents': { $ne: null } } },
    { $group: { _id: '$copy.contents.lessonTypeId' } },
  ]);
  return types.map(({ _id }) => _id);
}

/** A lesson with the contents of its working copy, in its present main lesson. @param typeExists of a lesson type */
export function withWorkingCopy<L extends LessonRow>(
  lesson: L,
  contents: LessonContents | null,
  typeExists: (id: number) => boolean,
): L {
  if (!contents) return lesson;
  const { mainLessonId: _place, lessonTypeId, ...fields } = contents;
  return { ...lesson, ...omitUndefined(fields), ...(typeExists(lessonTypeId) ? { lessonTypeId } : {}) };
}

function toContents(lesson: LessonRow): LessonContents & Pick<LessonRow, 'image'> {
  const { mainLessonId, lessonTypeId, title, description, level, image, sections } = lesson;
  return { mainLessonId, lessonTypeId, title, description, level, image, sections };
}
