import { type LessonType, messages } from '@khmer-learning/contracts';
import { DeleteWithLessonsDialog } from '../deletion/delete-with-lessons-dialog.tsx';
import { useDeleteLessonType } from './lesson-types.api.ts';

/** Asks for confirmation and deletes a lesson type with its lessons. */
export function DeleteLessonTypeDialog({ type, onClose }: { type: LessonType; onClose: () => void }) {
  const { mutateAsync } = useDeleteLessonType();
  return (
    <DeleteWithLessonsDialog
      itemType="lesson type"
      itemName={type.title}
      lessonFilter={{ lessonTypeId: String(type.id) }}
      onConfirm={() => mutateAsync(type.id)}
      failure={messages.lessonType.deleteFailed}
      onClose={onClose}
    />
  );
}
