import { EditManyDialog } from '@khmer-learning/console-kit';
import { type LessonSummary, versionLimits } from '@khmer-learning/contracts';
import { color, fontWeight, Text } from '@khmer-learning/ui-kit';
import styled from 'styled-components';
import { QuizConsequence } from '../deletion/consequences.tsx';
import { useQuizCount } from '../deletion/deletion-counts.ts';
import { useMessages } from '../messages/messages.ts';
import type { useEditLessons } from './editing/lesson-edits.api.ts';
import type { LessonAction } from './lesson-actions.ts';

const Warning = styled.p`margin: 0; color: ${color('dangerText')}; font-weight: ${fontWeight.medium};`;

interface LessonActionDialogProps {
  action: LessonAction;
  lessons: readonly LessonSummary[];
  editing: ReturnType<typeof useEditLessons>;
  onClose: () => void;
}

/** Asks whether an action is to be done with many lessons, and does it. */
export function LessonActionDialog({ action, lessons, editing, onClose }: LessonActionDialogProps) {
  const t = useMessages();
  const { name, edit, workingCopyConsequence } = action;
  const workingCopies = lessons.filter(({ workingCopy }) => workingCopy).length;
  return (
    <EditManyDialog
      title={t('bulkAction.title', { action: name })}
      description={t('bulkAction.warning', { action: name })}
      question={t('bulkAction.question', { action: name, count: lessons.length })}
      confirmLabel={t('bulkAction.label', { action: name })}
      isDangerous={name === 'delete'}
      items={lessons}
      edits={lessons.map(({ id, version }) => ({ ...edit, id, version }))}
      editing={editing}
      onClose={onClose}
    >
      {workingCopies > 0 && workingCopyConsequence ? (
        <Text strong>{workingCopyConsequence(workingCopies)}</Text>
      ) : null}
      {name === 'delete' ? (
        <>
          <QuizzesOf lessons={lessons} />
          <Text>{t('bulkAction.restorable', { days: versionLimits.deletedDays })}</Text>
        </>
      ) : null}
    </EditManyDialog>
  );
}

/** Says how many quizzes are deleted with the lessons. */
function QuizzesOf({ lessons }: Pick<LessonActionDialogProps, 'lessons'>) {
  const quizzes = useQuizCount({ lessonIds: lessons.map(({ id }) => id) });
  return (
    <Warning>
      <QuizConsequence quizzes={quizzes} lessons={lessons.length} />
    </Warning>
  );
}
