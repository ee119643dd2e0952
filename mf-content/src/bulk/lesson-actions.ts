import { type ApiClient, ApiError } from '@khmer-learning/console-sdk';
import {
  type ContentStatus,
  type LessonSummary,
  lessonsDelete,
  lessonsUpdate,
  messages,
} from '@khmer-learning/contracts';

/** Something that can be done with many lessons at once, and the words for it. */
export interface LessonAction {
  /** On its buttons. */
  label: string;
  title: string;
  /** Under the title, before it begins. */
  warning: string;
  question: (what: string) => string;
  /** `Published`, before how many. */
  pastTense: string;
  /** Its toast when all are done. */
  success: (count: number) => string;
  failure: string;
  dangerous: boolean;
  /** Whether there is something to do with a lesson. */
  appliesTo: (lesson: LessonSummary) => boolean;
  call: (api: ApiClient, lesson: LessonSummary) => Promise<unknown>;
}

const setStatus =
  (status: ContentStatus) =>
  (api: ApiClient, { id }: LessonSummary) =>
    api.call(lessonsUpdate, { params: { id }, body: { status } });

/** A lesson that is gone already is what was asked for. */
async function deleteLesson(api: ApiClient, { id }: LessonSummary): Promise<void> {
  try {
    await api.call(lessonsDelete, { params: { id } });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
}

/** `1 lesson`, `5 lessons`. */
export const formatLessonCount = (count: number) => (count === 1 ? '1 lesson' : `${count} lessons`);

export const lessonActions = {
  publish: {
    label: 'Publish',
    title: 'Publish Lessons',
    warning: 'Learners see them at once where their main lesson is published.',
    question: (what) => `Are you sure you want to publish ${what}?`,
    pastTense: 'Published',
    success: (count) => `${formatLessonCount(count)} published successfully`,
    failure: messages.lesson.updateFailed,
    dangerous: false,
    appliesTo: ({ status }) => status !== 'published',
    call: setStatus('published'),
  },
  unpublish: {
    label: 'Unpublish',
    title: 'Unpublish Lessons',
    warning: 'Learners no longer see them until they are published again.',
    question: (what) => `Are you sure you want to unpublish ${what}?`,
    pastTense: 'Unpublished',
    success: (count) => `${formatLessonCount(count)} unpublished successfully`,
    failure: messages.lesson.updateFailed,
    dangerous: false,
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
    appliesTo: () => true,
    call: deleteLesson,
  },
} as const satisfies Record<string, LessonAction>;
