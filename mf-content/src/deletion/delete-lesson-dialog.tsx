import { DeleteItemDialog } from '@khmer-learning/console-kit';
import type { LessonSummary } from '@khmer-learning/contracts';
import { lessonKind } from '../lessons/lessons.api.ts';
import { QuizConsequence } from './consequences.tsx';
import { useQuizCount } from './deletion-counts.ts';

interface DeleteLessonDialogProps {
  lesson: LessonSummary;
  onDeleted?: () => void;
  onClose: () => void;
}

export function DeleteLessonDialog({ lesson, ...dialog }: DeleteLessonDialogProps) {
  const quizzes = useQuizCount({ lessonIds: [lesson.id] });
  return (
    <DeleteItemDialog
      {...dialog}
      kind={lessonKind}
      item={lesson}
      consequence={<QuizConsequence quizzes={quizzes} lessons={1} />}
    />
  );
}
