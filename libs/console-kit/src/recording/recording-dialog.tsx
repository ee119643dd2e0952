import { type Recording, type RecordingLanguage, uploadUrl } from '@khmer-learning/contracts';
import {
  Button,
  Callout,
  Dialog,
  Inline,
  MicIcon,
  ProgressBar,
  SquareIcon,
  Stack,
  Text,
  UploadIcon,
  VisuallyHidden,
} from '@khmer-learning/ui-kit';
import { useEffect, useRef, useState } from 'react';
import { useMessages } from '../messages/messages.ts';
import { useOfferUndo } from '../undo/undo-history.tsx';
import { LevelMeter } from './level-meter.tsx';
import { PlayButton } from './play-button.tsx';
import { type Clip, type RecordingTarget, useRecordingUploadsContext } from './recording-uploads.tsx';
import type { RowRecording } from './row-recordings.ts';
import { readSoundFile, type Sound, SoundFileError } from './sound-file.ts';
import { useRecorder } from './use-recorder.ts';

interface RecordingDialogProps {
  target: RecordingTarget;
  language: RecordingLanguage;
  text: string;
  recorded: RowRecording | undefined;
  clip: Clip | undefined;
  onClose: () => void;
}

/** Records a text, plays and deletes its recording. What was recorded is uploaded at once; recording again replaces it. */
export function RecordingDialog({ target, language, text, recorded, clip, onClose }: RecordingDialogProps) {
  const t = useMessages();
  const uploads = useRecordingUploadsContext();
  const offerUndo = useOfferUndo();
  const [isReading, setIsReading] = useState(false);
  const [fileProblem, setFileProblem] = useState<string | null>(null);
  const fileInput = useRef<HTMLInputElement>(null);
  const recordButton = useRef<HTMLButtonElement>(null);

  const save = (sound: Sound) =>
    uploads.add(target, {
      language,
      text,
      sound,
      replaced: recorded?.isStale ? recorded.recording : undefined,
    });
  const recorder = useRecorder(save);
  const isRecording = recorder.status === 'recording';
  const hasRoom = recorded !== undefined || uploads.hasRoom(target, language, text);
  const problem = recorder.problem ?? fileProblem;

  // After the dialog has set its own initial focus.
  useEffect(() => {
    const frame = requestAnimationFrame(() => recordButton.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);

  const changeRecording = (recording: Recording, change: (found: Recording) => readonly Recording[]) =>
    target.setRecordings(
      target.getRecordings().flatMap((other) => {
        const isFound = other.file === recording.file && other.text === recording.text;
        return isFound && other.language === language ? change(other) : [other];
      }),
    );
  const remove = (recording: Recording) => {
    changeRecording(recording, () => []);
    offerUndo(t('recordingDialog.deleted', { text: recording.text }));
    onClose();
  };
  const readFile = async (file: File | undefined) => {
    if (file === undefined) return;
    setFileProblem(null);
    setIsReading(true);
    try {
      save(await readSoundFile(file));
    } catch (error) {
      setFileProblem(error instanceof SoundFileError ? error.message : t('soundFile.unreadable'));
    }
    setIsReading(false);
  };
  const record = () => {
    setFileProblem(null);
    if (isRecording) recorder.stop();
    else recorder.start();
  };
  const isEmpty = recorded === undefined && clip === undefined;

  return (
    <Dialog
      open
      // A file that is being read would be lost.
      onOpenChange={() => !isReading && onClose()}
      size="small"
      title={t('recordingDialog.title', { text })}
      description={t('recordingDialog.language', { language })}
      footer={
        <Button disabled={isReading} onClick={onClose}>
          {t('recordingDialog.done')}
        </Button>
      }
    >
      <Stack gap={4}>
        {clip === undefined ? null : <PendingClip clip={clip} />}
        {clip === undefined && recorded?.isStale ? (
          <StaleRecording
            text={text}
            recording={recorded.recording}
            onKeep={() => changeRecording(recorded.recording, (found) => [{ ...found, text }])}
            onDelete={() => remove(recorded.recording)}
          />
        ) : null}
        {clip === undefined && recorded?.isStale === false ? (
          <Inline justify="between">
            <Inline>
              <PlayButton
                size="medium"
                url={uploadUrl(recorded.recording.file)}
                label={t('recordingDialog.play', { text, language })}
              />
              <Text>{t('recordingDialog.saved')}</Text>
            </Inline>
            <Button size="small" variant="ghost" onClick={() => remove(recorded.recording)}>
              {t('action.deleteRecording')}
            </Button>
          </Inline>
        ) : null}
        {isRecording ? (
          <Stack gap={2}>
            <LevelMeter level={recorder.level} />
            <Text size="small" muted>
              {t('recordingDialog.seconds', { seconds: Math.floor(recorder.seconds) })}
            </Text>
          </Stack>
        ) : null}
        {hasRoom ? (
          <Inline>
            <Button
              ref={recordButton}
              variant={isRecording || isEmpty ? 'primary' : 'secondary'}
              icon={isRecording ? <SquareIcon aria-hidden="true" /> : <MicIcon aria-hidden="true" />}
              loading={recorder.status === 'starting'}
              disabled={isReading}
              onClick={record}
              // Enter that is held down would start and stop again and again.
              onKeyDown={(event) => event.repeat && event.preventDefault()}
            >
              {isRecording
                ? t('action.stop')
                : t(isEmpty ? 'recordingDialog.record' : 'recordingDialog.retake')}
            </Button>
            <Button
              icon={<UploadIcon aria-hidden="true" />}
              loading={isReading}
              disabled={recorder.status !== 'idle'}
              onClick={() => fileInput.current?.click()}
            >
              {t('recordingDialog.upload')}
            </Button>
            <input
              ref={fileInput}
              type="file"
              hidden
              accept="audio/*,.m4a,.webm"
              onChange={({ target: input }) => {
                void readFile(input.files?.[0]);
                // Choosing the same file again is a change again.
                input.value = '';
              }}
            />
          </Inline>
        ) : (
          <Callout tone="warning">{t('recordingDialog.full', { max: target.getMax() })}</Callout>
        )}
        {problem === null ? null : (
          <Callout tone="danger" announce>
            {problem}
          </Callout>
        )}
      </Stack>
      <VisuallyHidden role="status">{isRecording ? t('recordingDialog.recording') : ''}</VisuallyHidden>
    </Dialog>
  );
}

/** A clip on its way to the server, or one that could not be sent. */
function PendingClip({ clip }: { clip: Clip }) {
  const t = useMessages();
  const uploads = useRecordingUploadsContext();
  const { text, language } = clip;
  const isFailed = clip.state === 'failed';
  return (
    <Stack gap={2}>
      <Inline justify="between">
        <Inline>
          <PlayButton size="medium" url={clip.url} label={t('recordingDialog.play', { text, language })} />
          <Text role="status">{t(isFailed ? 'recordingDialog.failed' : 'recordingDialog.uploading')}</Text>
        </Inline>
        <Inline>
          {isFailed ? (
            <Button size="small" onClick={() => uploads.retry(clip.id)}>
              {t('action.sendAgain')}
            </Button>
          ) : null}
          <Button size="small" variant="ghost" onClick={() => uploads.discard(clip.id)}>
            {t('action.discard')}
          </Button>
        </Inline>
      </Inline>
      {clip.message === null ? null : <Text size="small">{clip.message}</Text>}
      {isFailed ? null : (
        <ProgressBar
          label={t('recordingDialog.progress')}
          value={clip.progress < 1 ? clip.progress * 100 : null}
        />
      )}
    </Stack>
  );
}

interface StaleRecordingProps {
  text: string;
  recording: Recording;
  onKeep: () => void;
  onDelete: () => void;
}

function StaleRecording({ text, recording, onKeep, onDelete }: StaleRecordingProps) {
  const t = useMessages();
  return (
    <Callout tone="warning" title={t('recordingDialog.staleTitle', { text: recording.text })}>
      <Stack gap={2}>
        <Text size="small">{t('recordingDialog.stale', { text })}</Text>
        <Inline>
          <PlayButton
            url={uploadUrl(recording.file)}
            label={t('recordingDialog.play', { text: recording.text, language: recording.language })}
          />
          <Button size="small" onClick={onKeep}>
            {t('recordingDialog.keep', { text })}
          </Button>
          <Button size="small" variant="ghost" onClick={onDelete}>
            {t('action.deleteRecording')}
          </Button>
        </Inline>
      </Stack>
    </Callout>
  );
}
