import { Button, Inline, Text } from '@khmer-learning/ui-kit';
import { type RecordingUploads, useClips } from './recording-uploads.tsx';

const countOf = (count: number) => (count === 1 ? '1 recording' : `${count} recordings`);

/** For a form's footer: says that recordings are being uploaded or failed, and what the user can do. Empty without any. */
export function RecordingUploadStatus({ uploads }: { uploads: RecordingUploads }) {
  const clips = useClips(uploads);
  const failed = clips.filter(({ state }) => state === 'failed');
  if (clips.length === 0) return null;
  if (failed.length === 0) {
    const waiting = clips.find(({ message }) => message !== null);
    return (
      <Text size="small" muted role="status">
        {waiting === undefined
          ? `Uploading ${countOf(clips.length)}. You can save when the upload is complete.`
          : `${countOf(clips.length)} could not be sent yet and will be sent again. Keep this page open.`}
      </Text>
    );
  }
  const forEachFailed = (action: (id: number) => void) => () => {
    for (const { id } of failed) action(id);
  };
  return (
    <Inline gap={2}>
      <Text size="small" role="status">
        {`${countOf(failed.length)} could not be uploaded. ${failed[0]?.message ?? ''}`}
      </Text>
      <Button size="small" onClick={forEachFailed(uploads.retry)}>
        Send again
      </Button>
      <Button size="small" onClick={forEachFailed(uploads.discard)}>
        Discard
      </Button>
    </Inline>
  );
}
