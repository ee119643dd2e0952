import type { LessonType } from '@khmer-learning/contracts';
import { LessonsDialog } from '../lessons/lessons-dialog.tsx';
import { useLessonsOfType } from './lesson-types.api.ts';

/** The lessons of a lesson type. */
export function LessonTypeDialog({ type, onClose }: { type: LessonType; onClose: () => void }) {
  return (
    <LessonsDialog
      title={type.title}
      description="Lessons of this type"
      lessons={useLessonsOfType(type.id)}
      onClose={onClose}
    />
  );
}
