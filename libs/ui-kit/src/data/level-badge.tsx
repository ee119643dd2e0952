import type { Tone } from '../foundation/tokens.ts';
import { useMessages } from '../messages/messages.ts';
import { Badge } from './badge.tsx';

export type Level = 'Beginner' | 'Intermediate' | 'Advanced';

const tones: Record<Level, Tone> = { Beginner: 'green', Intermediate: 'yellow', Advanced: 'red' };

const labels = {
  Beginner: 'level.beginner',
  Intermediate: 'level.intermediate',
  Advanced: 'level.advanced',
} as const;

/** A badge with a lesson's level. */
export function LevelBadge({ level }: { level: Level }) {
  const t = useMessages();
  return <Badge tone={tones[level]}>{t(labels[level])}</Badge>;
}
