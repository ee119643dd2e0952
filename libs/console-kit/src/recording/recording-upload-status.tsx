import { Button, Inline, Text } from '@khmer-learning/ui-kit';
import { useMessages } from '../messages/messages.ts';
import { type RecordingUploads, useClips } from './recording-uploads.tsx';

/** For a form's footer: says that recordings are being uploaded or failed, and what the user can do. Empty without any. */
export function RecordingUploadStatus({ uploads }: { uploads: RecordingUploads }) {
  const t = useMessages();
  const clips = useClips(uploads);
  const failed = clips.filter(({ state }) => state === 'failed');
  if (clips.length === 0) return null;
  if (failed.length === 0) {
    const isWaiting = clips.some(({ message }) => message !== null);
    return (
      <Text size="small" muted role="status">
        {t(isWaiting ? 'recordingUploadStatus.waiting' : 'recordingUploadStatus.uploading', {
          count: clips.length,
        })}
      </Text>
    );
  }
  const forEachFailed = (action: (id: number) => void) => () => {
    for (const { id } of failed) action(id);
  };
  return (
    <Inline gap={2}>
      <Text size="small" role="status">
        {t('recordingUploadStatus.failed', { count: failed.length, reason: failed[0]?.message ?? '' })}
      </Text>
      <Button size="small" onClick={forEachFailed(uploads.retry)}>
        {t('action.sendAgain')}
      </Button>
      <Button size="small" onClick={forEachFailed(uploads.discard)}>
        {t('action.discard')}
      </Button>
    </Inline>
  );
}
