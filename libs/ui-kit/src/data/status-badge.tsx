import type { Tone } from '../foundation/tokens.ts';
import { useMessages } from '../messages/messages.ts';
import { Badge } from './badge.tsx';

const known = {
  published: { tone: 'green', label: 'statusBadge.published' },
  active: { tone: 'green', label: 'statusBadge.active' },
  draft: { tone: 'grey', label: 'statusBadge.draft' },
  inactive: { tone: 'grey', label: 'statusBadge.inactive' },
} as const;

const isKnown = (status: string): status is keyof typeof known => Object.hasOwn(known, status);

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
  const t = useMessages();
  const lowerCase = status.toLowerCase();
  const style = isKnown(lowerCase) ? known[lowerCase] : null;
  return (
    <Badge tone={tone ?? style?.tone ?? 'grey'} dot>
      {label ?? (style === null ? humanizeStatus(status) : t(style.label))}
    </Badge>
  );
}
