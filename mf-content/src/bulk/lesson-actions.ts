import { type ApiClient, ApiError } from '@khmer-learning/console-sdk';
import {
  type ContentStatus,
  type LessonSummary,
  lessonsDelete,
  lessonsRestoreDeleted,
  lessonsUpdate,
  messages,
} from '@khmer-learning/contracts';

/** A bulk action on lessons, and its texts. */
export interface LessonAction {
  /** Label of the buttons. */
  label: string;
  title: string;
  /** Shown under the title before the action starts. */
  warning: string;
  question: (what: string) => string;
  /** `Published`, as in `Published 3 of 5`. */
  pastTense: string;
  /** Toast shown when all lessons succeeded. */
  success: (count: number) => string;
  failure: string;
  dangerous: boolean;
  /** Whether the lessons' quizzes are deleted too. */
  deletesQuizzes: boolean;
  /** What happens to the working copies of `count` of the lessons. Absent if they stay what they are. */
  workingCopyConsequence?: (count: number) => string;
  /** Whether the action would change the lesson. */
  appliesTo: (lesson: LessonSummary) => boolean;
  call: (api: ApiClient, lesson: LessonSummary) => Promise<unknown>;
  /** Reverses the action. */
  undo?: LessonAction;
}

const setStatus =
  (status: ContentStatus) =>
  (api: ApiClient, { id }: LessonSummary) =>
    api.call(lessonsUpdate, { params: { id }, body: { status } });

/** Deletes a lesson. Treats 404 as success: the lesson is already deleted. */
async function deleteLesson(api: ApiClient, { id }: LessonSummary): Promise<void> {
  try {
    await api.call(lessonsDelete, { params: { id } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
}

/** `1 lesson`, `5 lessons`. */
export const formatLessonCount = (count: number) => (count === 1 ? '1 lesson' : `${count} lessons`);

const changesOf = (count: number) =>
  count === 1 ? 'One lesson has changes that are' : `${count} lessons have changes that are`;

/** Reverses a deletion. It starts without a question. */
const restoreAction: LessonAction = {
  label: 'Restore',
  title: 'Restore Lessons',
  warning: 'Their quizzes come back with them.',
  question: (what) => `Are you sure you want to restore ${what}?`,
  pastTense: 'Restored',
  success: (count) => `${formatLessonCount(count)} restored successfully`,
  failure: 'Failed to restore lesson',
  dangerous: false,
  deletesQuizzes: false,
  appliesTo: () => true,
  call: (api, { id }) => api.call(lessonsRestoreDeleted, { params: { id } }),
};

export const lessonActions = {
  publish: {
    label: 'Publish',
    title: 'Publish Lessons',
    warning: 'Learners will see them immediately if their main lesson is published.',
    question: (what) => `Are you sure you want to publish ${what}?`,
    pastTense: 'Published',
    success: (count) => `${formatLessonCount(count)} published successfully`,
    failure: messages.lesson.updateFailed,
    dangerous: false,
    deletesQuizzes: false,
    workingCopyConsequence: (count) =>
      `${changesOf(count)} not published yet. Learners will see these changes, too.`,
    appliesTo: ({ status, workingCopy }) => status !== 'published' || Boolean(workingCopy),
    // Of a lesson that is published already, this publishes the working copy.
    call: setStatus('published'),
  },
  unpublish: {
    label: 'Unpublish',
    title: 'Unpublish Lessons',
    warning: 'Learners will not see them until they are published again.',
    question: (what) => `Are you sure you want to unpublish ${what}?`,
    pastTense: 'Unpublished',
    success: (count) => `${formatLessonCount(count)} unpublished successfully`,
    failure: messages.lesson.updateFailed,
    dangerous: false,
    deletesQuizzes: false,
    workingCopyConsequence: (count) =>
      `${changesOf(count)} not published yet. The draft will have these changes, and the published version stays in the history.`,
    appliesTo: ({ status }) => status === 'published',
    call: setStatus('draft'),
  },
  delete: {
    label: 'Delete',
    title: 'Confirm Deletion',
    warning: 'This action cannot be undone.',
    question: (what) =>
      `Are you sure you want to delete ${what}? This will permanently remove all content and associated data.`,
    pastTense: 'Deleted',
    success: (count) =>
      count === 1 ? messages.lesson.deleted : `${formatLessonCount(count)} deleted successfully`,
    failure: messages.lesson.deleteFailed,
    dangerous: true,
    deletesQuizzes: true,
    appliesTo: () => true,
    call: deleteLesson,
    undo: restoreAction,
  },
} as const satisfies Record<string, LessonAction>;
