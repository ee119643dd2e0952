import type { LessonSummary } from '@khmer-learning/contracts';
import {
  Button,
  Callout,
  color,
  Dialog,
  fontWeight,
  langProps,
  ProgressBar,
  Stack,
  Text,
} from '@khmer-learning/ui-kit';
import { useSyncExternalStore } from 'react';
import styled from 'styled-components';
import { QuizConsequence } from '../deletion/consequences.tsx';
import { useQuizCount } from '../deletion/deletion-counts.ts';
import type { BulkTask } from './bulk-task.ts';
import { formatLessonCount } from './lesson-actions.ts';

/* Focusable so that it can be scrolled with the keyboard: it contains no focusable elements. */
const TitleList = styled.ul.attrs({ tabIndex: 0 })`
  max-height: 14rem;
  margin: 0;
  padding-left: 1.25rem;
  overflow: auto;
  overflow-wrap: anywhere;
`;

const Warning = styled.p`margin: 0; color: ${color('dangerText')}; font-weight: ${fontWeight.medium};`;

const Reason = styled.span`display: block; color: ${color('textMuted')};`;

interface BulkActionDialogProps extends Pick<BulkTask, 'action' | 'lessons' | 'run'> {
  /** Offers to undo the action for these lessons, in a toast with this text. */
  offerUndo: (description: string, done: readonly LessonSummary[]) => void;
  /** Lets the action go on without the dialog. */
  onHide: () => void;
  onClose: () => void;
}

/** Asks for confirmation, runs the action on all lessons, and lists the failures with their reasons. */
export function BulkActionDialog({
  action,
  lessons,
  run,
  offerUndo,
  onHide,
  onClose,
}: BulkActionDialogProps) {
  const { phase, done, failures, notStarted, isStopping } = useSyncExternalStore(run.subscribe, run.progress);
  const isRunning = phase === 'running';
  const isConfirming = phase === 'asking';
  const workingCopies = lessons.filter(({ workingCopy }) => workingCopy).length;
  const finished = done.length + failures.length;
  const unfinished = lessons.length - done.length;
  const closeUnfinished = () => {
    if (done.length > 0 && action.undo)
      offerUndo(`${action.pastTense} ${done.length} of ${lessons.length} lessons`, done);
    onClose();
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && (isRunning ? onHide() : closeUnfinished())}
      title={isConfirming ? action.title : `${action.label} Lessons`}
      description={isConfirming ? action.warning : undefined}
      size="small"
      footer={
        <>
          <Button
            loading={isStopping}
            loadingLabel="Cancelling..."
            onClick={isRunning ? run.stop : closeUnfinished}
          >
            {isRunning || isConfirming ? 'Cancel' : 'Close'}
          </Button>
          {isRunning ? (
            <Button onClick={onHide}>Continue in background</Button>
          ) : (
            <Button variant={action.dangerous ? 'danger' : 'primary'} onClick={run.start}>
              {isConfirming ? action.label : `Retry (${unfinished})`}
            </Button>
          )}
        </>
      }
    >
      <Stack gap={3}>
        {isConfirming ? (
          <Text>
            {action.question(lessons.length === 1 ? 'this lesson' : `these ${lessons.length} lessons`)}
          </Text>
        ) : (
          <>
            <Text role="status">{`${action.pastTense} ${done.length} of ${lessons.length}`}</Text>
            {isRunning ? (
              <ProgressBar label={`${action.label} lessons`} value={(finished / lessons.length) * 100} />
            ) : null}
          </>
        )}
        {isConfirming && workingCopies > 0 && action.workingCopyConsequence ? (
          <Text strong>{action.workingCopyConsequence(workingCopies)}</Text>
        ) : null}
        {isConfirming && action.deletesQuizzes ? <QuizzesOf lessons={lessons} /> : null}
        {isConfirming ? (
          <TitleList>
            {lessons.map(({ id, title }) => (
              <li key={id} {...langProps(title)}>
                {title}
              </li>
            ))}
          </TitleList>
        ) : null}
        {failures.length > 0 ? (
          <Callout tone="danger" title={`${formatLessonCount(failures.length)} failed`} announce>
            <TitleList>
              {failures.map(({ item, message }) => (
                <li key={item.id} {...langProps(item.title)}>
                  {item.title}
                  <Reason>{message}</Reason>
                </li>
              ))}
            </TitleList>
          </Callout>
        ) : null}
        {phase === 'over' && notStarted.length > 0 ? (
          <Callout tone="warning">{`${formatLessonCount(notStarted.length)} not started`}</Callout>
        ) : null}
      </Stack>
    </Dialog>
  );
}

/** Says how many quizzes are deleted with the lessons. */
function QuizzesOf({ lessons }: Pick<BulkActionDialogProps, 'lessons'>) {
  const quizzes = useQuizCount({ lessonIds: lessons.map(({ id }) => id) });
  return (
    <Warning>
      <QuizConsequence quizzes={quizzes} whose={lessons.length === 1 ? 'its' : 'their'} />
    </Warning>
  );
}
