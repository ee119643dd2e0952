import { lessons } from '../content/lesson.ts';

// The names that these endpoints had before they were members of an object. A file for each kind: bundles have what they use.
export const lessonsList = lessons.list;
export const lessonsGet = lessons.get;
export const lessonsCreate = lessons.create;
export const lessonsUpdate = lessons.update;
export const lessonsDelete = lessons.delete;
export const lessonsDuplicate = lessons.duplicate;
export const lessonsMove = lessons.move;
export const lessonsVersions = lessons.versions.list;
export const lessonsVersionGet = lessons.versions.get;
export const lessonsVersionRestore = lessons.versions.restore;
export const lessonsListDeleted = lessons.deleted.list;
export const lessonsRestoreDeleted = lessons.deleted.restore;
export const lessonsWorkingCopyGet = lessons.workingCopy.get;
export const lessonsWorkingCopySave = lessons.workingCopy.save;
export const lessonsWorkingCopyPublish = lessons.workingCopy.publish;
export const lessonsWorkingCopyDiscard = lessons.workingCopy.discard;
export const lessonsScheduleSet = lessons.schedule.set;
export const lessonsScheduleCancel = lessons.schedule.cancel;
