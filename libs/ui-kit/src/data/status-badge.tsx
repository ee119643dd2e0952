import type { Tone } from '../foundation/tokens.ts';
import { Badge } from './badge.tsx';

const tones = new Map<string, Tone>([
  ['published', 'green'],
  ['active', 'green'],
  ['draft', 'grey'],
  ['inactive', 'grey'],
]);

/** `partially_refunded` reads `Partially refunded`. */
function humanizeStatus(status: string): string {
  const text = status.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export interface StatusBadgeProps {
  status: string;
  /** Its colour, where the kit does not know the status. Default: grey. */
  tone?: Tone | undefined;
  /** Replaces the status's own words. */
  label?: string;
}

/** A status in its colour: the kit knows those of lessons, quizzes and users. */
export function StatusBadge({ status, tone, label }: StatusBadgeProps) {
  return (
    <Badge tone={tone ?? tones.get(status.toLowerCase()) ?? 'grey'} dot>
      {label ?? humanizeStatus(status)}
    </Badge>
  );
}
