import { userMessageOf } from '@khmer-learning/console-sdk';
import { type LessonSummary, messages } from '@khmer-learning/contracts';
import { DeleteDialog } from '@khmer-learning/ui-kit';
import { useDeleteLesson } from './lessons.api.ts';

/** Asks before one lesson is deleted, and deletes it. */
export function DeleteLessonDialog({ lesson, onClose }: { lesson: LessonSummary; onClose: () => void }) {
  const { mutateAsync } = useDeleteLesson();
  return (
    <DeleteDialog
      open
      onOpenChange={(open) => !open && onClose()}
      type="lesson"
      name={lesson.title}
      onConfirm={() => mutateAsync(lesson.id)}
      describeError={(error) => userMessageOf(error, messages.lesson.deleteFailed)}
    />
  );
}
