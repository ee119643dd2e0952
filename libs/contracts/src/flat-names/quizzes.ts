import { quizzes } from '../quizzes/quiz.ts';

// The names that these endpoints had before they were members of an object. A file for each kind: bundles have what they use.
export const quizzesList = quizzes.list;
export const quizzesGet = quizzes.get;
export const quizzesCreate = quizzes.create;
export const quizzesUpdate = quizzes.update;
export const quizzesDelete = quizzes.delete;
export const quizzesCount = quizzes.count;
export const quizzesAnalytics = quizzes.analytics;
export const quizzesQuestionStatistics = quizzes.questionStatistics;
export const quizzesVersions = quizzes.versions.list;
export const quizzesVersionGet = quizzes.versions.get;
export const quizzesVersionRestore = quizzes.versions.restore;
export const quizzesListDeleted = quizzes.deleted.list;
export const quizzesRestoreDeleted = quizzes.deleted.restore;
export const quizzesWorkingCopyGet = quizzes.workingCopy.get;
export const quizzesWorkingCopySave = quizzes.workingCopy.save;
export const quizzesWorkingCopyPublish = quizzes.workingCopy.publish;
export const quizzesWorkingCopyDiscard = quizzes.workingCopy.discard;
export const quizzesScheduleSet = quizzes.schedule.set;
export const quizzesScheduleCancel = quizzes.schedule.cancel;
