import { useApi } from '@khmer-learning/console-sdk';
import type { LessonSummary } from '@khmer-learning/contracts';
import {
  Button,
  Callout,
  color,
  Dialog,
  langProps,
  ProgressBar,
  Stack,
  Text,
  toast,
} from '@khmer-learning/ui-kit';
import styled from 'styled-components';
import { type LessonAction, lessonCount } from './lesson-actions.ts';
import { useBulkRun } from './use-bulk-run.ts';

/* It may scroll, and nothing in it can be pressed: a keyboard gets to it all the same. */
const Names = styled.ul.attrs({ tabIndex: 0 })`
  max-height: 14rem;
  margin: 0;
  padding-left: 1.25rem;
  overflow: auto;
  overflow-wrap: anywhere;
`;

const Reason = styled.span`display: block; color: ${color('textMuted')};`;

interface BulkDialogProps {
  action: LessonAction;
  lessons: readonly LessonSummary[];
  /** Told of each lesson as it is done. */
  onDone: (lesson: LessonSummary) => void;
  onClose: () => void;
}

/** Asks before something is done with many lessons, does it, and says what failed and why. */
export function BulkDialog({ action, lessons, onDone, onClose }: BulkDialogProps) {
  const api = useApi();
  const { phase, done, failures, left, isStopping, start, stop } = useBulkRun({
    items: lessons,
    call: (lesson) => action.call(api, lesson),
    failure: action.failure,
    onDone,
    onComplete: () => {
      toast.success(action.success(lessons.length));
      onClose();
    },
    onEndUnseen: (count, undone) => {
      if (undone === 0) toast.success(action.success(count));
      else
        toast.error(
          `${action.doneWord} ${count} of ${lessonCount(lessons.length)}. The others failed or were not begun.`,
        );
    },
  });
  const isRunning = phase === 'running';
  const isAsking = phase === 'asking';
  const finished = done + failures.length;
  const unfinished = lessons.length - done;

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !isRunning && onClose()}
      title={isAsking ? action.title : `${action.label} Lessons`}
      description={isAsking ? action.warning : undefined}
      size="small"
      footer={
        <>
          <Button loading={isStopping} loadingLabel="Cancelling..." onClick={isRunning ? stop : onClose}>
            {isRunning || isAsking ? 'Cancel' : 'Close'}
          </Button>
          {isRunning ? null : (
            <Button variant={action.dangerous ? 'danger' : 'primary'} onClick={start}>
              {isAsking ? action.label : `Retry (${unfinished})`}
            </Button>
          )}
        </>
      }
    >
      <Stack gap={3}>
        {isAsking ? (
          <Text>
            {action.question(lessons.length === 1 ? 'this lesson' : `these ${lessons.length} lessons`)}
          </Text>
        ) : (
          <>
            <Text role="status">{`${action.doneWord} ${done} of ${lessons.length}`}</Text>
            {isRunning ? (
              <ProgressBar label={`${action.label} lessons`} value={(finished / lessons.length) * 100} />
            ) : null}
          </>
        )}
        {isAsking ? (
          <Names>
            {lessons.map(({ id, title }) => (
              <li key={id} {...langProps(title)}>
                {title}
              </li>
            ))}
          </Names>
        ) : null}
        {failures.length > 0 ? (
          <Callout tone="danger" title={`${lessonCount(failures.length)} failed`} announce>
            <Names>
              {failures.map(({ item, message }) => (
                <li key={item.id} {...langProps(item.title)}>
                  {item.title}
                  <Reason>{message}</Reason>
                </li>
              ))}
            </Names>
          </Callout>
        ) : null}
        {phase === 'over' && left.length > 0 ? (
          <Callout tone="warning">{`${lessonCount(left.length)} not started`}</Callout>
        ) : null}
      </Stack>
    </Dialog>
  );
}
