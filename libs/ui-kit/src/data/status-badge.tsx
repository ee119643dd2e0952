import type { Tone } from '../foundation/tokens.ts';
import { Badge } from './badge.tsx';

const tones = new Map<string, Tone>([
  ['published', 'green'],
  ['active', 'green'],
  ['draft', 'grey'],
  ['inactive', 'grey'],
]);

/** `partially_refunded` becomes `Partially refunded`. */
function humanizeStatus(status: string): string {
  const text = status.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export interface StatusBadgeProps {
  status: string;
  /** The colour. Default: that of known statuses (lessons, quizzes, users), grey for others. */
  tone?: Tone | undefined;
  /** Replaces the text derived from the status. */
  label?: string;
}

/** A badge with a status. The colours of lesson, quiz and user statuses are built in. */
export function StatusBadge({ status, tone, label }: StatusBadgeProps) {
  return (
    <Badge tone={tone ?? tones.get(status.toLowerCase()) ?? 'grey'} dot>
      {label ?? humanizeStatus(status)}
    </Badge>
  );
}
