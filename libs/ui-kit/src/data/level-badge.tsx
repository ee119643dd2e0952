import type { Tone } from '../foundation/tokens.ts';
import { Badge } from './badge.tsx';

export type Level = 'Beginner' | 'Intermediate' | 'Advanced';

const tones: Record<Level, Tone> = { Beginner: 'green', Intermediate: 'yellow', Advanced: 'red' };

/** A badge with a lesson's level. */
export function LevelBadge({ level }: { level: Level }) {
  return <Badge tone={tones[level]}>{level}</Badge>;
}
