import {
  lessonTypeEvent,
  lessonTypeMessages,
  lessonTypes,
  surrogateKeys,
  uploadedFileNamePattern,
} from '@khmer-learning/contracts';
import {
  defineKind,
  omitUndefined,
  oneByOne,
  pickFields,
  rowReader,
  withEventFields,
} from '@khmer-learning/item-kit';
import {
  conflict,
  fieldError,
  type SearchFields,
  type ServiceContext,
  searchFields,
} from '@khmer-learning/service-kit';
import { normaliseTitle, resolveIconUrl } from '../parents/parents.ts';
import { createParentLocks, deleteParentLocks } from '../store/parent-locks.ts';
import { changesLessonImage, renameLessonImages, updateLessonImages } from './lesson-type.images.ts';
import { lessonTypesOf, type StoredLessonType } from './lesson-type.model.ts';

/** A lesson type without search fields. */
export type LessonTypeRow = Omit<StoredLessonType, keyof SearchFields | 'titleKey'>;

export const lessonTypeRowProjection = { searchKeys: 0, searchText: 0, titleKey: 0 } as const;

export const toLessonTypeState = (row: LessonTypeRow) =>
  pickFields(withEventFields(row), lessonTypeEvent.state.shape);

export const toLessonType = (row: LessonTypeRow) => ({
  ...toLessonTypeState(row),
  version: row.version,
  iconUrl: resolveIconUrl(row),
});

/** Lesson types, with titles that are unique. @param wakeImageUpdateJob wakes `lessonImageUpdateJob` */
export const lessonTypeKind = (store: ServiceContext, wakeImageUpdateJob: () => void) => {
  const { connection } = store;
  const model = lessonTypesOf(connection);
  return defineKind({
    contract: lessonTypes,
    event: lessonTypeEvent,
    model,
    titleTaken: lessonTypeMessages.titleTaken,
    searched: ['title'],
    searchFields: ({ title }) => ({ ...searchFields([title]), titleKey: normaliseTitle(title) }),

    async prepare(input, context, { id }) {
      if (id !== null && input.title !== undefined) await updateLessonImages(store, id, context);
      return input;
    },
    read: rowReader<StoredLessonType, LessonTypeRow>(model, lessonTypeRowProjection),

    create: oneByOne(async (_tx, contents) => ({ row: { ...contents, formerImage: null }, joined: null })),
    async change(_tx, { row, joined }, patch) {
      const next = { ...row, ...omitUndefined(patch) };
      requireIconFile(next);
      // Lessons that still have the image of the title before would keep it.
      if (changesLessonImage(row, next) && row.formerImage !== null)
        throw conflict(lessonTypeMessages.imagesPending);
      return { row: next, joined };
    },
    revive: async (_tx, fields) => ({ row: { ...fields, formerImage: null }, joined: null }),

    inserted: (tx, { _id }) => createParentLocks(connection, 'lesson-type', _id, tx.session),
    async changed(tx, before, after, context) {
      if (changesLessonImage(before, after)) await renameLessonImages(store, before, after, context, tx);
    },
    async removed(tx, { _id }) {
      await deleteParentLocks(connection, 'lesson-type', _id, tx.session);
      return undefined;
    },
    committed(before, after) {
      if (changesLessonImage(before, after)) wakeImageUpdateJob();
    },

    toState: toLessonTypeState,
    toItem: ({ row }) => toLessonType(row),
    toVersion: (state, version) => ({ ...state, version, iconUrl: resolveIconUrl(state) }),
    surrogateKeys({ before, after, isRestored = false }) {
      // Hides lessons in any number of main lessons at once: without surrogate keys, it purges every list.
      if (!after) return undefined;
      // A list filtered by a type without lessons is as empty as one filtered by an unknown type.
      if (!before && !isRestored) return [];
      return [surrogateKeys.lessonType(after._id), surrogateKeys.lessonTypes];
    },
  });
};

/** In `file` mode the icon must be a file name. Checked on the merged row: a patch may hold only one of the two. */
function requireIconFile({ icon, iconMode }: LessonTypeRow): void {
  if (iconMode === 'file' && !uploadedFileNamePattern.test(icon))
    throw fieldError('icon', lessonTypeMessages.iconFile);
}
