import { type RecordingLanguage, recordingLanguages } from '@khmer-learning/contracts';
import {
  Button,
  CircleAlertIcon,
  color,
  Inline,
  MicIcon,
  SpinnerRing,
  space,
  TriangleAlertIcon,
  VolumeIcon,
} from '@khmer-learning/ui-kit';
import { type ReactNode, useState } from 'react';
import styled from 'styled-components';
import { useMessages } from '../messages/messages.ts';
import { RecordingDialog } from './recording-dialog.tsx';
import { type Clip, type RecordingTarget, useClip } from './recording-uploads.tsx';
import { isUnrecordable, type RecordableRow, type RecordedRow, type RowRecording } from './row-recordings.ts';

const Compact = styled(Button)`
  gap: ${space(1)};
  padding-inline: ${space(1.5)};
  /* Not part of the text, because the name has the whole word. */
  &::after { content: attr(data-language); }
  &[data-recording='recorded'] > svg { color: ${color('greenText')}; }
  &[data-recording='stale'] > svg { color: ${color('yellowText')}; }
  &[data-recording='failed'] > svg { color: ${color('dangerText')}; }
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

export interface RecordingButtonsProps {
  target: RecordingTarget;
  texts: RecordableRow['texts'];
  /** The recordings of the texts, by `useRowRecordings`. */
  recorded: RecordedRow | undefined;
  disabled?: boolean;
}

/** A button for each language, which shows whether the text has a recording, and opens the dialog to record, play or delete it. */
export function RecordingButtons({ target, texts, recorded, disabled = false }: RecordingButtonsProps) {
  return (
    <Inline gap={0} wrap={false}>
      {recordingLanguages.map((language) => (
        <RecordingButton
          key={language}
          target={target}
          language={language}
          text={texts[language]}
          recorded={recorded?.[language]}
          disabled={disabled}
        />
      ))}
    </Inline>
  );
}

interface RecordingButtonProps {
  target: RecordingTarget;
  language: RecordingLanguage;
  text: string;
  recorded: RowRecording | undefined;
  disabled: boolean;
}

function RecordingButton({ target, language, text, recorded, disabled }: RecordingButtonProps) {
  const t = useMessages();
  const clip = useClip(target, language, text);
  const [isOpen, setIsOpen] = useState(false);
  const isEmpty = isUnrecordable(language, text);
  const state = stateOf(clip, recorded);
  const label = isEmpty
    ? t('recordingButton.empty', { language })
    : t('recordingButton.label', { state, text: text.trim(), language });
  return (
    <>
      <Compact
        size="small"
        variant="ghost"
        data-recording={state}
        data-language={t('recordingButton.language', { language })}
        aria-label={label}
        title={label}
        icon={icons[state]}
        disabled={disabled || isEmpty}
        onClick={() => setIsOpen(true)}
      />
      {isOpen ? (
        <RecordingDialog
          target={target}
          language={language}
          text={text.trim()}
          recorded={recorded}
          clip={clip}
          onClose={() => setIsOpen(false)}
        />
      ) : null}
    </>
  );
}
