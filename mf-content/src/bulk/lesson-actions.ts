import { type ApiClient, ApiError } from '@khmer-learning/console-sdk';
import { type ContentStatus, type LessonSummary, lessons } from '@khmer-learning/contracts';
import { message } from '../messages/messages.ts';

/** A bulk action on lessons. Its texts are the messages `bulkAction`, which select by its name. */
export interface LessonAction {
  name: 'publish' | 'unpublish' | 'delete' | 'restore';
  /** Message for a lesson whose failure has no message of the server. */
  failure: () => string;
  dangerous: boolean;
  /** Whether the lessons' quizzes are deleted too. */
  deletesQuizzes: boolean;
  /** What happens to the working copies of `count` of the lessons. Absent if they stay what they are. */
  workingCopyConsequence?: (count: number) => string;
  /** Whether the action would change the lesson. */
  appliesTo: (lesson: LessonSummary) => boolean;
  call: (api: ApiClient, lesson: LessonSummary) => Promise<Pick<LessonSummary, 'hiddenBy'> | null>;
  /** Reverses the action. */
  undo?: LessonAction;
}

const setStatus =
  (status: ContentStatus) =>
  (api: ApiClient, { id }: LessonSummary) =>
    api.call(lessons.update, { params: { id }, body: { status } });

/** Deletes a lesson. Treats 404 as success: the lesson is already deleted. */
async function deleteLesson(api: ApiClient, { id }: LessonSummary): Promise<null> {
  try {
    await api.call(lessons.delete, { params: { id } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
  return null;
}

/** Reverses a deletion. It starts without a question. */
const restoreAction: LessonAction = {
  name: 'restore',
  failure: () => message('bulkAction.restoreFailed'),
  dangerous: false,
  deletesQuizzes: false,
  appliesTo: () => true,
  call: (api, { id }) => api.call(lessons.deleted.restore, { params: { id } }),
};

export const lessonActions = {
  publish: {
    name: 'publish',
    failure: () => lessons.messages.updateFailed,
    dangerous: false,
    deletesQuizzes: false,
    workingCopyConsequence: (count) => message('bulkAction.publishesChanges', { count }),
    appliesTo: ({ status, workingCopy }) => status !== 'published' || Boolean(workingCopy),
    // Of a lesson that is published already, this publishes the working copy.
    call: setStatus('published'),
  },
  unpublish: {
    name: 'unpublish',
    failure: () => lessons.messages.updateFailed,
    dangerous: false,
    deletesQuizzes: false,
    workingCopyConsequence: (count) => message('bulkAction.draftHasChanges', { count }),
    appliesTo: ({ status }) => status === 'published',
    call: setStatus('draft'),
  },
  delete: {
    name: 'delete',
    failure: () => lessons.messages.deleteFailed,
    dangerous: true,
    deletesQuizzes: true,
    appliesTo: () => true,
    call: deleteLesson,
    undo: restoreAction,
  },
} as const satisfies Record<string, LessonAction>;
