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
  translateServerMessage,
} from '@khmer-learning/ui-kit';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useMessages } from '../messages/messages.ts';
import { usePronunciationReplacement } from './pronunciations.api.ts';

/** The list of words follows the lessons a moment later. */
const settleMs = 1_500;

interface ReplacementStatusProps {
  id: number;
  onRunningChange: (isRunning: boolean) => void;
  onClose: () => void;
}

export function ReplacementStatus({ id, onRunningChange, onClose }: ReplacementStatusProps) {
  const t = useMessages();
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
    if (data) toast.success(t('replacementStatus.changed', { count: data.changed, phonemic: data.phonemic }));
  });
  const refresh = useEffectEvent(() => announceChanges(['lesson']));
  useEffect(() => {
    if (!isDone) return undefined;
    finish();
    const timer = setTimeout(refresh, settleMs);
    return () => clearTimeout(timer);
  }, [isDone]);

  if (data === undefined) {
    if (error === null) return <ProgressBar label={t('replacementStatus.changing')} value={null} />;
    return (
      <Callout tone="warning" announce title={t('replacementStatus.notLoaded')}>
        <Inline justify="between">
          <span>{userMessageOf(error, t('error.unknown'))}</span>
          {isGone ? (
            <Button size="small" onClick={onClose}>
              {t('replacementStatus.close')}
            </Button>
          ) : (
            <Button size="small" loading={isFetching} onClick={() => void refetch()}>
              {t('action.tryAgain')}
            </Button>
          )}
        </Inline>
      </Callout>
    );
  }

  const { khmer, phonemic, lessons, changed, failedLessons } = data;
  if (!isDone) {
    return (
      <Callout title={t('replacementStatus.title', { phonemic })}>
        <Stack gap={2}>
          <Text size="small" role="status">
            {t('replacementStatus.progress', { changed, count: lessons })}
          </Text>
          <ProgressBar
            label={t('replacementStatus.progressLabel')}
            value={(100 * changed) / Math.max(1, lessons)}
          />
        </Stack>
      </Callout>
    );
  }
  const list = { search: khmer, filters: {}, sort: null, limit: defaultPageSize, offset: 0 };
  return (
    <Callout
      tone={failedLessons.length === 0 ? 'success' : 'warning'}
      title={t('replacementStatus.changed', { count: changed, phonemic })}
    >
      <Stack gap={2}>
        {failedLessons.length === 0 ? null : (
          <div>
            <Text size="small">{t('replacementStatus.notChanged', { count: failedLessons.length })}</Text>
            <ul>
              {failedLessons.map(({ lessonId, message }) => (
                <li key={lessonId}>
                  {t.rich(
                    'replacementStatus.failedLesson',
                    {
                      link: (content) => (
                        <TextLink
                          href={formatViewAddress({ view: 'lessons', list: undefined, item: lessonId })}
                        >
                          {content}
                        </TextLink>
                      ),
                    },
                    { id: lessonId, reason: translateServerMessage(message) },
                  )}
                </li>
              ))}
            </ul>
          </div>
        )}
        <Inline justify="between">
          <TextLink href={formatViewAddress({ view: 'lessons', list, item: null })}>
            {t.rich(
              'replacementStatus.showLessons',
              { khmer: (content) => <KhmerText>{content}</KhmerText> },
              { khmer },
            )}
          </TextLink>
          <Button size="small" variant="ghost" onClick={onClose}>
            {t('replacementStatus.close')}
          </Button>
        </Inline>
      </Stack>
    </Callout>
  );
}
