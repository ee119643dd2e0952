import { userMessageOf } from '@khmer-learning/console-sdk';
import { messages, type Quiz } from '@khmer-learning/contracts';
import { DeleteDialog } from '@khmer-learning/ui-kit';
import { useDeleteQuiz } from './quizzes.api.ts';

/** Deletes a quiz after confirmation. */
export function DeleteQuizDialog({ quiz, onClose }: { quiz: Quiz; onClose: () => void }) {
  const { mutateAsync } = useDeleteQuiz();
  return (
    <DeleteDialog
      open
      onOpenChange={(open) => !open && onClose()}
      itemType="quiz"
      itemName={quiz.title}
      onConfirm={() => mutateAsync(quiz.id)}
      describeError={(error) => userMessageOf(error, messages.quiz.deleteFailed)}
    />
  );
}
