import { type LessonSummary, versionLimits } from '@khmer-learning/contracts';
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
import { useMessages } from '../messages/messages.ts';
import type { BulkTask } from './bulk-task.ts';

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
  const t = useMessages();
  const { phase, done, failures, notStarted, isStopping } = useSyncExternalStore(run.subscribe, run.progress);
  const isRunning = phase === 'running';
  const isConfirming = phase === 'asking';
  const workingCopies = lessons.filter(({ workingCopy }) => workingCopy).length;
  const finished = done.length + failures.length;
  const unfinished = lessons.length - done.length;
  const closeUnfinished = () => {
    if (done.length > 0 && action.undo)
      offerUndo(
        t('bulkAction.doneOfLessons', { action: action.name, done: done.length, total: lessons.length }),
        done,
      );
    onClose();
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && (isRunning ? onHide() : closeUnfinished())}
      title={t(isConfirming ? 'bulkAction.title' : 'bulkAction.runningTitle', { action: action.name })}
      description={isConfirming ? t('bulkAction.warning', { action: action.name }) : undefined}
      size="small"
      footer={
        <>
          <Button
            loading={isStopping}
            loadingLabel={t('bulkActionDialog.cancelling')}
            onClick={isRunning ? run.stop : closeUnfinished}
          >
            {t(isRunning || isConfirming ? 'bulkActionDialog.cancel' : 'bulkActionDialog.close')}
          </Button>
          {isRunning ? (
            <Button onClick={onHide}>{t('bulkActionDialog.continueInBackground')}</Button>
          ) : (
            <Button variant={action.dangerous ? 'danger' : 'primary'} onClick={run.start}>
              {isConfirming
                ? t('bulkAction.label', { action: action.name })
                : t('bulkActionDialog.retry', { count: unfinished })}
            </Button>
          )}
        </>
      }
    >
      <Stack gap={3}>
        {isConfirming ? (
          <Text>{t('bulkAction.question', { action: action.name, count: lessons.length })}</Text>
        ) : (
          <>
            <Text role="status">
              {t('bulkAction.doneOf', { action: action.name, done: done.length, total: lessons.length })}
            </Text>
            {isRunning ? (
              <ProgressBar
                label={t('bulkAction.progress', { action: action.name })}
                value={(finished / lessons.length) * 100}
              />
            ) : null}
          </>
        )}
        {isConfirming && workingCopies > 0 && action.workingCopyConsequence ? (
          <Text strong>{action.workingCopyConsequence(workingCopies)}</Text>
        ) : null}
        {isConfirming && action.deletesQuizzes ? <QuizzesOf lessons={lessons} /> : null}
        {isConfirming && action.name === 'delete' ? (
          <Text>{t('bulkAction.restorable', { days: versionLimits.deletedDays })}</Text>
        ) : null}
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
          <Callout tone="danger" title={t('bulkActionDialog.failed', { count: failures.length })} announce>
            <TitleList>
              {failures.map(({ item, reason }) => (
                <li key={item.id} {...langProps(item.title)}>
                  {item.title}
                  <Reason>{reason()}</Reason>
                </li>
              ))}
            </TitleList>
          </Callout>
        ) : null}
        {phase === 'over' && notStarted.length > 0 ? (
          <Callout tone="warning">{t('bulkActionDialog.notStarted', { count: notStarted.length })}</Callout>
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
      <QuizConsequence quizzes={quizzes} lessons={lessons.length} />
    </Warning>
  );
}
