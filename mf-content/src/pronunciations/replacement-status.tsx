import { ApiError, formatViewAddress, useAnnounceChanges, userMessageOf } from '@khmer-learning/console-sdk';
import { defaultPageSize } from '@khmer-learning/contracts';
import {
  Button,
  Callout,
  Inline,
  KhmerText,
  ProgressBar,
  Stack,
  Text,
  TextLink,
  toast,
} from '@khmer-learning/ui-kit';
import { useEffect, useEffectEvent, useRef } from 'react';
import { formatLessonCount } from '../bulk/lesson-actions.ts';
import { usePronunciationReplacement } from './pronunciations.api.ts';

/** The list of words follows the lessons a moment later. */
const settleMs = 1_500;

interface ReplacementStatusProps {
  id: number;
  onRunningChange: (isRunning: boolean) => void;
  onClose: () => void;
}

/** The progress of a replacement, and its result until it is closed. */
export function ReplacementStatus({ id, onRunningChange, onClose }: ReplacementStatusProps) {
  const { data, error, isFetching, refetch } = usePronunciationReplacement(id);
  const announceChanges = useAnnounceChanges();
  const isDone = data?.isDone === true;
  const isGone = error instanceof ApiError && error.status === 404;
  const isRunning = !isDone && !isGone;
  const report = useEffectEvent(onRunningChange);
  useEffect(() => {
    report(isRunning);
    return () => report(false);
  }, [isRunning]);

  // After a reload, the result of an earlier replacement is shown without a toast.
  const wasRunning = useRef(false);
  useEffect(() => {
    if (data && !isDone) wasRunning.current = true;
  }, [data, isDone]);
  const finish = useEffectEvent(() => {
    if (!wasRunning.current) return;
    announceChanges(['lesson']);
    if (data) toast.success(`${formatLessonCount(data.changed)} changed to [${data.phonemic}]`);
  });
  const refresh = useEffectEvent(() => announceChanges(['lesson']));
  useEffect(() => {
    if (!isDone) return undefined;
    finish();
    const timer = setTimeout(refresh, settleMs);
    return () => clearTimeout(timer);
  }, [isDone]);

  if (data === undefined) {
    if (error === null) return <ProgressBar label="Changing lessons" value={null} />;
    return (
      <Callout tone="warning" announce title="The progress could not be loaded">
        <Inline justify="between">
          <span>{userMessageOf(error, 'Something went wrong.')}</span>
          {isGone ? (
            <Button size="small" onClick={onClose}>
              Close
            </Button>
          ) : (
            <Button size="small" loading={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          )}
        </Inline>
      </Callout>
    );
  }

  const { khmer, phonemic, lessons, changed, failedLessons } = data;
  if (!isDone) {
    return (
      <Callout title={`Using [${phonemic}] everywhere`}>
        <Stack gap={2}>
          <Text size="small" role="status">{`Changed ${changed} of ${formatLessonCount(lessons)}.`}</Text>
          <ProgressBar label="Changed lessons" value={(100 * changed) / Math.max(1, lessons)} />
        </Stack>
      </Callout>
    );
  }
  const list = { search: khmer, filters: {}, sort: null, limit: defaultPageSize, offset: 0 };
  return (
    <Callout
      tone={failedLessons.length === 0 ? 'success' : 'warning'}
      title={`${formatLessonCount(changed)} changed to [${phonemic}]`}
    >
      <Stack gap={2}>
        {failedLessons.length === 0 ? null : (
          <div>
            <Text size="small">{`${formatLessonCount(failedLessons.length)} could not be changed:`}</Text>
            <ul>
              {failedLessons.map(({ lessonId, message }) => (
                <li key={lessonId}>
                  <TextLink href={formatViewAddress({ view: 'lessons', list: undefined, item: lessonId })}>
                    {`Lesson ${lessonId}`}
                  </TextLink>
                  {`: ${message}`}
                </li>
              ))}
            </ul>
          </div>
        )}
        <Inline justify="between">
          <TextLink href={formatViewAddress({ view: 'lessons', list, item: null })}>
            Show the lessons with <KhmerText>{khmer}</KhmerText>
          </TextLink>
          <Button size="small" variant="ghost" onClick={onClose}>
            Close
          </Button>
        </Inline>
      </Stack>
    </Callout>
  );
}
