import type { RecordingLanguage } from '@khmer-learning/contracts';
import {
  CircleAlertIcon,
  color,
  IconButton,
  MicIcon,
  SpinnerRing,
  TriangleAlertIcon,
  VolumeIcon,
} from '@khmer-learning/ui-kit';
import { type ReactNode, useState } from 'react';
import styled from 'styled-components';
import { useMessages } from '../messages/messages.ts';
import { RecordingDialog } from './recording-dialog.tsx';
import { type Clip, type RecordingTarget, useClip } from './recording-uploads.tsx';
import { isUnrecordable, type RowRecording } from './row-recordings.ts';

const Place = styled.span`
  flex: none;
  [data-recording='recorded'] svg { color: ${color('greenText')}; }
  [data-recording='stale'] svg { color: ${color('yellowText')}; }
  [data-recording='failed'] svg { color: ${color('dangerText')}; }
`;

const icons = {
  none: <MicIcon aria-hidden="true" />,
  recorded: <VolumeIcon aria-hidden="true" />,
  stale: <TriangleAlertIcon aria-hidden="true" />,
  uploading: <SpinnerRing size={15} />,
  failed: <CircleAlertIcon aria-hidden="true" />,
} satisfies Record<string, ReactNode>;

function stateOf(clip: Clip | undefined, recorded: RowRecording | undefined): keyof typeof icons {
  if (clip !== undefined) return clip.state;
  if (recorded === undefined) return 'none';
  return recorded.isStale ? 'stale' : 'recorded';
}

export interface RecordingButtonProps {
  target: RecordingTarget;
  language: RecordingLanguage;
  /** What is recorded. */
  text: string;
  /** Its recording, by `useRowRecordings`. */
  recorded: RowRecording | undefined;
  disabled?: boolean;
}

/** Shows whether a text has a recording in a language, and opens the dialog to record it, listen to it or delete it. */
export function RecordingButton({
  target,
  language,
  text,
  recorded,
  disabled = false,
}: RecordingButtonProps) {
  const t = useMessages();
  const clip = useClip(target, language, text);
  const [isOpen, setIsOpen] = useState(false);
  const isEmpty = isUnrecordable(language, text);
  const state = stateOf(clip, recorded);
  return (
    <Place>
      <IconButton
        size="small"
        data-recording={state}
        label={
          isEmpty
            ? t('recordingButton.empty', { language })
            : t('recordingButton.label', { state, text, language })
        }
        tooltip={t('recordingButton.tooltip', { state, language })}
        icon={icons[state]}
        disabled={disabled || isEmpty}
        onClick={() => setIsOpen(true)}
      />
      {isOpen ? (
        <RecordingDialog
          target={target}
          language={language}
          text={text}
          recorded={recorded}
          clip={clip}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </Place>
  );
}
