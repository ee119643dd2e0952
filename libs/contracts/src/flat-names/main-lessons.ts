import { mainLessons } from '../content/main-lesson.ts';

// The names that these endpoints had before they were members of an object. A file for each kind: bundles have what they use.
export const mainLessonsList = mainLessons.list;
export const mainLessonsGet = mainLessons.get;
export const mainLessonsListLessons = mainLessons.lessons;
export const mainLessonsCreate = mainLessons.create;
export const mainLessonsUpdate = mainLessons.update;
export const mainLessonsDelete = mainLessons.delete;
export const mainLessonsDuplicate = mainLessons.duplicate;
export const mainLessonsMove = mainLessons.move;
export const mainLessonsVersions = mainLessons.versions.list;
export const mainLessonsVersionGet = mainLessons.versions.get;
export const mainLessonsVersionRestore = mainLessons.versions.restore;
export const mainLessonsListDeleted = mainLessons.deleted.list;
export const mainLessonsRestoreDeleted = mainLessons.deleted.restore;
export const mainLessonsWorkingCopyGet = mainLessons.workingCopy.get;
export const mainLessonsWorkingCopySave = mainLessons.workingCopy.save;
export const mainLessonsWorkingCopyPublish = mainLessons.workingCopy.publish;
export const mainLessonsWorkingCopyDiscard = mainLessons.workingCopy.discard;
export const mainLessonsScheduleSet = mainLessons.schedule.set;
export const mainLessonsScheduleCancel = mainLessons.schedule.cancel;
