import { useApi } from '@khmer-learning/console-sdk';
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
  toast,
} from '@khmer-learning/ui-kit';
import styled from 'styled-components';
import { QuizConsequence } from '../deletion/consequences.tsx';
import { useQuizCount } from '../deletion/deletion-counts.ts';
import { formatLessonCount, type LessonAction } from './lesson-actions.ts';
import { useBulkAction } from './use-bulk-action.ts';

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

interface BulkActionDialogProps {
  action: LessonAction;
  lessons: readonly LessonSummary[];
  /** Starts at once, without a question. */
  startsAtOnce: boolean;
  /** Offers to undo the action for these lessons, in a toast with this text. */
  offerUndo: (description: string, done: readonly LessonSummary[]) => void;
  /** Called for each lesson that succeeded. */
  onDone: (lesson: LessonSummary) => void;
  onClose: () => void;
}

/** Asks for confirmation, runs the action on all lessons, and lists the failures with their reasons. */
export function BulkActionDialog({
  action,
  lessons,
  startsAtOnce,
  offerUndo,
  onDone,
  onClose,
}: BulkActionDialogProps) {
  const api = useApi();
  const { phase, done, failures, notStarted, isStopping, start, stop } = useBulkAction({
    items: lessons,
    call: (lesson) => action.call(api, lesson),
    failure: action.failure,
    onDone,
    onComplete: () => {
      offerUndo(action.success(lessons.length), lessons);
      onClose();
    },
    startsAtOnce,
    onFinishAfterUnmount: (count, remaining) => {
      if (remaining === 0) toast.success(action.success(count));
      else
        toast.error(
          `${action.pastTense} ${count} of ${formatLessonCount(lessons.length)}. The others failed or were not started.`,
        );
    },
  });
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
      onOpenChange={(open) => !open && !isRunning && closeUnfinished()}
      title={isConfirming ? action.title : `${action.label} Lessons`}
      description={isConfirming ? action.warning : undefined}
      size="small"
      footer={
        <>
          <Button
            loading={isStopping}
            loadingLabel="Cancelling..."
            onClick={isRunning ? stop : closeUnfinished}
          >
            {isRunning || isConfirming ? 'Cancel' : 'Close'}
          </Button>
          {isRunning ? null : (
            <Button variant={action.dangerous ? 'danger' : 'primary'} onClick={start}>
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
