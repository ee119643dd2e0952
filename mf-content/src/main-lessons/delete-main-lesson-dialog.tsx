import { type MainLesson, messages } from '@khmer-learning/contracts';
import { DeleteWithLessonsDialog } from '../deletion/delete-with-lessons-dialog.tsx';
import { useDeleteMainLesson } from './main-lessons.api.ts';

/** Asks for confirmation and deletes a main lesson with its lessons. */
export function DeleteMainLessonDialog({ lesson, onClose }: { lesson: MainLesson; onClose: () => void }) {
  const { mutateAsync } = useDeleteMainLesson();
  return (
    <DeleteWithLessonsDialog
      itemType="main lesson"
      itemName={lesson.title}
      lessonFilter={{ mainLessonId: String(lesson.id) }}
      onConfirm={() => mutateAsync(lesson.id)}
      failure={messages.mainLesson.deleteFailed}
      onClose={onClose}
    />
  );
}
