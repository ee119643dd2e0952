import type { LessonSummary } from '@khmer-learning/contracts';
import { message } from '../messages/messages.ts';
import type { Edit } from './editing/lesson-edits.api.ts';

/** A bulk action on lessons. Its texts are the messages `bulkAction`, which select by its name. */
export interface LessonAction {
  name: 'publish' | 'unpublish' | 'delete';
  edit: Pick<Edit, 'status' | 'deleted'>;
  /** What happens to the working copies of `count` of the lessons. Absent if they stay what they are. */
  workingCopyConsequence?: (count: number) => string;
  /** Whether the action would change the lesson. */
  appliesTo: (lesson: LessonSummary) => boolean;
}

export const lessonActions: readonly LessonAction[] = [
  {
    name: 'publish',
    // Of a lesson that is published already, this publishes the working copy.
    edit: { status: 'published' },
    workingCopyConsequence: (count) => message('bulkAction.publishesChanges', { count }),
    appliesTo: ({ status, workingCopy }) => status !== 'published' || Boolean(workingCopy),
  },
  {
    name: 'unpublish',
    edit: { status: 'draft' },
    workingCopyConsequence: (count) => message('bulkAction.draftHasChanges', { count }),
    appliesTo: ({ status }) => status === 'published',
  },
  { name: 'delete', edit: { deleted: true }, appliesTo: () => true },
];
