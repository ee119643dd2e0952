import { IconButton, PlayIcon, SquareIcon, toast } from '@khmer-learning/ui-kit';
import { useEffect, useRef, useState } from 'react';
import { message, useMessages } from '../messages/messages.ts';

/** Only one recording plays at a time. */
let stopPlaying = () => {};

/**
 * Plays a recording (`/uploads/<file>` or an object URL), stopping any other. A failure is a toast. @param onEnd called once
 * @returns stops it
 */
export function playRecording(url: string, onEnd: () => void): () => void {
  stopPlaying();
  const audio = new Audio(url);
  let isOver = false;
  const end = () => {
    if (isOver) return;
    isOver = true;
    audio.pause();
    onEnd();
  };
  stopPlaying = end;
  audio.addEventListener('ended', end);
  audio.play().catch(() => {
    if (!isOver) toast.error(message('playButton.failed'));
    end();
  });
  return end;
}

export interface PlayButtonProps {
  /** `/uploads/<file>`, or an object URL. */
  url: string;
  /** What it plays: `Play “water” in English`. */
  label: string;
  size?: 'small' | 'medium';
}

/** Plays a recording, and stops it when it is pressed again. */
export function PlayButton({ url, label, size = 'small' }: PlayButtonProps) {
  const t = useMessages();
  const [isPlaying, setIsPlaying] = useState(false);
  const stop = useRef<() => void>(undefined);
  useEffect(() => () => stop.current?.(), []);
  const onClick = () => {
    if (isPlaying) {
      stop.current?.();
      return;
    }
    stop.current = playRecording(url, () => setIsPlaying(false));
    setIsPlaying(true);
  };
  return (
    <IconButton
      size={size}
      label={label}
      tooltip={isPlaying ? t('action.stop') : t('playButton.play')}
      aria-pressed={isPlaying}
      icon={isPlaying ? <SquareIcon aria-hidden="true" /> : <PlayIcon aria-hidden="true" />}
      onClick={onClick}
    />
  );
}
