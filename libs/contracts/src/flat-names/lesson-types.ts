import { lessonTypes } from '../content/lesson-type.ts';

// The names that these endpoints had before they were members of an object. A file for each kind: bundles have what they use.
export const lessonTypesList = lessonTypes.list;
export const lessonTypesListLessons = lessonTypes.lessons;
export const lessonTypesCreate = lessonTypes.create;
export const lessonTypesUpdate = lessonTypes.update;
export const lessonTypesDelete = lessonTypes.delete;
export const lessonTypesVersions = lessonTypes.versions.list;
export const lessonTypesVersionGet = lessonTypes.versions.get;
export const lessonTypesVersionRestore = lessonTypes.versions.restore;
export const lessonTypesListDeleted = lessonTypes.deleted.list;
export const lessonTypesRestoreDeleted = lessonTypes.deleted.restore;
