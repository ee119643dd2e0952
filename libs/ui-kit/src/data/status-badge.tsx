import type { Tone } from '../foundation/tokens.ts';
import { Badge } from './badge.tsx';

const tones = new Map<string, Tone>([
  ['published', 'green'],
  ['active', 'green'],
  ['draft', 'grey'],
  ['inactive', 'grey'],
  ['completed', 'green'],
  ['complete', 'green'],
  ['pending', 'yellow'],
  ['refund', 'greyBlue'],
  ['refunded', 'greyBlue'],
  ['partially_refunded', 'greyBlue'],
  ['cancel', 'grey'],
  ['cancelled', 'grey'],
  ['declined', 'red'],
  ['failed', 'red'],
]);

/** `partially_refunded` reads `Partially refunded`. */
function words(status: string): string {
  const text = status.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * The status of a lesson, a quiz, a user or a purchase in its colour. A status it does not know is grey.
 * `label` replaces the status's own words.
 */
export function StatusBadge({ status, label }: { status: string; label?: string }) {
  return (
    <Badge tone={tones.get(status.toLowerCase()) ?? 'grey'} dot>
      {label ?? words(status)}
    </Badge>
  );
}
