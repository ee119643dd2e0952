import { userMessageOf } from '@khmer-learning/console-sdk';
import { type LessonSummary, messages } from '@khmer-learning/contracts';
import { DeleteDialog } from '@khmer-learning/ui-kit';
import { useDeleteLesson } from './lessons.api.ts';

interface DeleteLessonDialogProps {
  lesson: LessonSummary;
  onDeleted: () => void;
  onClose: () => void;
}

/** Asks for confirmation and deletes a lesson. */
export function DeleteLessonDialog({ lesson, onDeleted, onClose }: DeleteLessonDialogProps) {
  const { mutateAsync } = useDeleteLesson();
  return (
    <DeleteDialog
      open
      onOpenChange={(open) => !open && onClose()}
      itemType="lesson"
      itemName={lesson.title}
      onConfirm={() => mutateAsync(lesson.id, { onSuccess: onDeleted })}
      describeError={(error) => userMessageOf(error, messages.lesson.deleteFailed)}
    />
  );
}
