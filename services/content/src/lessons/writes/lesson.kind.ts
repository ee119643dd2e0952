import { isDeepStrictEqual } from 'node:util';
import {
  countWords,
  defaultLessonTypeIcon,
  hasStaleSectionRecording,
  type Lesson,
  type LessonContents,
  type LessonSummary,
  lessonEvent,
  lessons,
  type Section,
  surrogateKeys,
} from '@khmer-learning/contracts';
import {
  definePublishableKind,
  type ItemChange,
  omitUndefined,
  parentDeleted,
  pickFields,
  withEventFields,
} from '@khmer-learning/item-kit';
import { parseVocabulary } from '@khmer-learning/khmer-text';
import {
  fieldError,
  nextIdInTransaction,
  notFound,
  type ServiceContext,
  type TitledSearchFields,
  titledSearchFields,
} from '@khmer-learning/service-kit';
import type { ClientSession, Connection } from 'mongoose';
import {
  defaultLessonImage,
  lockLessonTypes,
  lockMainLessons,
  type ParentLessonType,
  readParentLessonTypes,
  readParentMainLessons,
  toLessonTypeRef,
} from '../../parents/parents.ts';
import {
  type LessonSummaryRow,
  lessonsOf,
  quizKeys,
  recordingsKeys,
  resolveVisibility,
  type StoredLesson,
  statusFromVisibility,
} from '../model/lesson.model.ts';
import { type LessonRow, readLesson } from '../reads/lesson.queries.ts';
import { sanitizeSections } from './sanitize-sections.ts';

export const toLessonState = (lesson: LessonRow) =>
  pickFields(
    { ...withEventFields(lesson), status: statusFromVisibility(lesson.visibility) },
    lessonEvent.state.shape,
  );

/** The response for a lesson in a list, without sections and counts. */
export function toLessonSummary(lesson: LessonSummaryRow, lessonType: ParentLessonType): LessonSummary {
  const {
    _id,
    visibility,
    quizStatus: _quizStatus,
    words: _words,
    recordedWords: _recordedWords,
    ...fields
  } = withEventFields(lesson);
  return {
    ...fields,
    status: statusFromVisibility(visibility),
    ...(visibility === 'hidden'
      ? { hiddenBy: { entity: 'main-lesson', id: lesson.mainLessonId } as const }
      : {}),
    lessonType: toLessonTypeRef(lessonType),
  };
}

export function toLesson(lesson: LessonRow, lessonType: ParentLessonType): Lesson {
  return { ...toLessonSummary(lesson, lessonType), sections: lesson.sections };
}

/** By which texts an item with a title and a description is found. */
export const titledTexts = ({ title, description }: Pick<StoredLesson, 'title' | 'description'>) => [
  title,
  description,
];

/** By which texts the contents of a lesson are found. */
export const contentsTexts = ({
  sections,
}: {
  readonly sections: readonly Pick<Section, 'title' | 'content'>[];
}) => sections.flatMap(({ title, content }) => [title, content]);

/** By which texts a lesson is found. */
export const lessonTexts = (
  lesson: Pick<StoredLesson, 'title' | 'description'> & Parameters<typeof contentsTexts>[0],
) => [...titledTexts(lesson), ...contentsTexts(lesson)];

/** The sections of a lesson and the rows of their vocabulary, as comments are anchored to them. */
export const commentedSections = (sections: readonly Pick<Section, 'title' | 'content'>[]) =>
  sections.map(({ title, content }) => ({
    text: title,
    contents: content,
    rows: parseVocabulary(content).rows.map(({ source = '', english, khmer }) => ({
      text: source,
      keys: [english, khmer],
    })),
  }));

/** The search fields of a lesson, and the counts of its words. Every write of its texts must store them too. */
export function lessonTextFields(
  lesson: Pick<StoredLesson, 'title' | 'description' | 'sections' | 'quizStatus'>,
): TitledSearchFields & ReturnType<typeof countWords> {
  const { sections } = lesson;
  const fields = titledSearchFields(lesson, contentsTexts(lesson));
  const counts = countWords(sections);
  fields.searchKeys.push(quizKeys[lesson.quizStatus ?? 'none']);
  if (hasStaleSectionRecording(sections)) fields.searchKeys.push(recordingsKeys.stale);
  if (counts.words > 0)
    fields.searchKeys.push(recordingsKeys[counts.recordedWords < counts.words ? 'missing' : 'complete']);
  return { ...fields, ...counts };
}

/** Adding one key to the search index takes about as long as storing this many bytes. */
const searchKeyBytes = 100;

/** Estimates the cost of storing a lesson, in bytes. */
export function estimateWriteBytes(
  { sections }: Pick<StoredLesson, 'sections'>,
  { searchKeys }: Pick<StoredLesson, 'searchKeys'>,
): number {
  return Buffer.byteLength(JSON.stringify(sections)) + searchKeys.length * searchKeyBytes;
}

export const lessonFeed = {
  event: lessonEvent,
  toState: toLessonState,
  surrogateKeys({ before, after }: ItemChange<LessonRow>) {
    if (after) return lessonChangeKeys(before, after);
    return before ? lessonDeletionKeys(before) : [];
  },
  mainLessonOf: ({ mainLessonId }: LessonRow) => mainLessonId,
};

/** Lessons, each in its main lesson and of its lesson type. */
export const lessonKind = ({ connection }: Pick<ServiceContext, 'connection'>) =>
  definePublishableKind({
    ...lessonFeed,
    contract: lessons,
    model: lessonsOf(connection),
    searched: ['title', 'description', 'sections'],
    searchFields: lessonTextFields,

    prepare: async (input) =>
      input.sections ? { ...input, sections: sanitizeSections(input.sections) } : input,
    async read(id, session) {
      const found = await readLesson(connection, id, session);
      return found && { row: found.lesson, joined: found.lessonType };
    },

    async create({ session }, items) {
      const idsOf = (field: 'mainLessonId' | 'lessonTypeId') => [
        ...new Set(items.map(({ contents }) => contents[field])),
      ];
      const mainLessons = await lockMainLessons(connection, idsOf('mainLessonId'), session);
      const lessonTypes = await lockLessonTypes(connection, idsOf('lessonTypeId'), session);
      return items.map(({ id, contents: { status, ...fields } }) => {
        const mainLesson = mainLessons.get(fields.mainLessonId);
        if (!mainLesson) return { error: parentNotFound('mainLessonId') };
        const lessonType = lessonTypes.get(fields.lessonTypeId);
        if (!lessonType) return { error: parentNotFound('lessonTypeId') };
        const image = fields.image || defaultLessonImage(lessonType);
        const visibility = resolveVisibility(status, mainLesson.status);
        // Last in its main lesson without reading the others: ids only grow.
        return { value: { row: { ...fields, image, visibility, position: id }, joined: lessonType } };
      });
    },

    async change({ session }, { row: current, joined }, { image, ...patch }) {
      const formerStatus = statusFromVisibility(current.visibility);
      const { status = formerStatus, ...fields } = patch;
      const next = { ...current, ...omitUndefined(fields) };
      const { mainLessonId, lessonTypeId } = next;
      const changesMainLesson = mainLessonId !== current.mainLessonId;
      if (changesMainLesson || status !== formerStatus) {
        // The former main lesson is locked too: a lesson of a deleted one must not escape the deletion by moving.
        const parents = [...new Set([mainLessonId, current.mainLessonId])];
        const locked = await lockMainLessons(connection, parents, session);
        const mainLesson = locked.get(mainLessonId);
        if (!locked.has(current.mainLessonId)) throw notFound('Lesson');
        if (!mainLesson) throw parentNotFound('mainLessonId');
        next.visibility = resolveVisibility(status, mainLesson.status);
      }
      let lessonType = joined;
      if (lessonTypeId !== current.lessonTypeId) {
        const types = await lockLessonTypes(connection, [lessonTypeId, current.lessonTypeId], session);
        if (!types.has(current.lessonTypeId)) throw notFound('Lesson');
        lessonType = types.get(lessonTypeId) ?? lessonType;
        if (!types.has(lessonTypeId)) throw parentNotFound('lessonTypeId');
        next.image = defaultLessonImage(lessonType);
      }
      if (changesMainLesson) next.position = await nextIdInTransaction(connection, 'lesson', session);
      return { row: { ...next, image: image || next.image }, joined: lessonType };
    },

    async revive({ session }, { status, position, ...fields }, { id }) {
      const { mainLesson, lessonType } = await lockParents(connection, fields, session);
      const visibility = resolveVisibility(status, mainLesson.status);
      return { row: { ...fields, position: position ?? id, visibility }, joined: lessonType };
    },
    async requireParents({ session }, { mainLessonId, lessonTypeId }) {
      if (mainLessonId !== undefined && lessonTypeId !== undefined)
        await lockParents(connection, { mainLessonId, lessonTypeId }, session);
    },

    toItem: ({ row, joined }) => toLesson(row, joined),
    async toVersion({ position, ...state }, version) {
      const { id, lessonTypeId } = state;
      const types = await readParentLessonTypes(connection, [lessonTypeId]);
      const lessonType = types.get(lessonTypeId) ?? { _id: lessonTypeId, ...deletedLessonType };
      return { ...state, position: position ?? id, version, lessonType: toLessonTypeRef(lessonType) };
    },

    publishing: {
      publishedStatus: 'published',
      toContents: (row) => pickFields(row, lessons.workingCopy.save.body.shape.contents.shape),
      mainLessonOfCopy: async ({ mainLessonId }) => mainLessonId,

      async check(contents, item, session) {
        const { mainLessonId, lessonTypeId, image } = contents;
        const { mainLessons, lessonTypes } = await readParents(connection, contents, session);
        if (!mainLessons.has(mainLessonId)) throw parentNotFound('mainLessonId');
        const lessonType = lessonTypes.get(lessonTypeId);
        if (!lessonType) throw parentNotFound('lessonTypeId');
        const changesType = lessonTypeId !== item.contents.lessonTypeId;
        const defaultImage = changesType ? defaultLessonImage(lessonType) : item.contents.image;
        return { ...contents, image: image || defaultImage };
      },

      async withPresentParents(contents, current, session) {
        const { mainLessons, lessonTypes } = await readParents(connection, contents, session);
        return {
          ...contents,
          ...(mainLessons.has(contents.mainLessonId) ? {} : { mainLessonId: current.mainLessonId }),
          ...(lessonTypes.has(contents.lessonTypeId) ? {} : { lessonTypeId: current.lessonTypeId }),
        };
      },
    },
  });

type LessonParents = Pick<StoredLesson, 'mainLessonId' | 'lessonTypeId'>;

/** Stands for the lesson type of an earlier version that does not exist anymore. */
const deletedLessonType = {
  title: 'Deleted lesson type',
  icon: defaultLessonTypeIcon,
  iconMode: 'raw',
} as const;

/** The error for a lesson whose parent does not exist: 400. */
export const parentNotFound = (field: keyof LessonParents) =>
  fieldError(field, field === 'mainLessonId' ? 'Main lesson not found' : 'Lesson type not found');

async function readParents(
  connection: Connection,
  { mainLessonId, lessonTypeId }: LessonParents,
  session: ClientSession,
) {
  return {
    mainLessons: await readParentMainLessons(connection, [mainLessonId], session),
    lessonTypes: await readParentLessonTypes(connection, [lessonTypeId], session),
  };
}

/** Locks the parents of a lesson to be restored. @throws ApiError 409 that names the one to restore first */
async function lockParents(
  connection: Connection,
  { mainLessonId, lessonTypeId }: LessonParents,
  session: ClientSession,
) {
  const mainLesson = (await lockMainLessons(connection, [mainLessonId], session)).get(mainLessonId);
  if (!mainLesson) {
    const parent = { entity: 'main-lesson', id: mainLessonId, label: 'main lesson' };
    throw await parentDeleted(connection, parent, session);
  }
  const lessonType = (await lockLessonTypes(connection, [lessonTypeId], session)).get(lessonTypeId);
  if (!lessonType) {
    const parent = { entity: 'lesson-type', id: lessonTypeId, label: 'lesson type' };
    throw await parentDeleted(connection, parent, session);
  }
  return { mainLesson, lessonType };
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

/** The fields of a lesson that decide in which answers of `/api/v1` it appears. */
type PlacedLesson = Pick<StoredLesson, '_id' | 'visibility' | 'mainLessonId'>;
type ChangedLesson = PlacedLesson &
  Pick<StoredLesson, 'lessonTypeId' | 'level' | 'position' | 'title' | 'description' | 'sections'>;

/** The surrogate keys that a change of a lesson, or a new one, purges: none when it is not public before and after. */
export function lessonChangeKeys(before: ChangedLesson | null, after: ChangedLesson): readonly string[] {
  const isPublic = after.visibility === 'public';
  if (before?.visibility !== 'public') return isPublic ? appearanceKeys(after) : [];
  if (!isPublic) return appearanceKeys(before);
  const { _id: id, mainLessonId } = after;
  const keys = [surrogateKeys.lesson(id), surrogateKeys.anyLesson];
  const changes = (...fields: (keyof ChangedLesson)[]) =>
    fields.some((field) => !isDeepStrictEqual(before[field], after[field]));
  if (changes('mainLessonId')) keys.push(...appearanceKeys(before), ...appearanceKeys(after));
  if (changes('lessonTypeId', 'level'))
    keys.push(surrogateKeys.lessons, surrogateKeys.lessonsOf(mainLessonId));
  if (changes('position')) keys.push(surrogateKeys.curriculum, surrogateKeys.lessonsOf(mainLessonId));
  if (changes('title', 'description', 'sections')) keys.push(surrogateKeys.lessonTexts);
  return keys;
}

export function lessonDeletionKeys(lesson: PlacedLesson): readonly string[] {
  return lesson.visibility === 'public' ? appearanceKeys(lesson) : [];
}

/** What a public lesson purges when it appears, disappears, or leaves one main lesson for another. */
function appearanceKeys({ _id: id, mainLessonId }: PlacedLesson): string[] {
  return [
    surrogateKeys.lesson(id),
    surrogateKeys.anyLesson,
    surrogateKeys.lessonAccess(id),
    surrogateKeys.lessons,
    surrogateKeys.lessonsOf(mainLessonId),
    surrogateKeys.curriculum,
  ];
}
