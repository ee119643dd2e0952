import type { Import, ImportOutcome, ImportState } from '@khmer-learning/contracts';
import { formatNumber, type Tone } from '@khmer-learning/ui-kit';
import { message } from './messages/messages.ts';

/** The formats of files, with their names, which no language translates. */
export const formatNames = { json: 'JSON', csv: 'CSV', xlsx: 'Excel' } as const;

export const outcomeTones: Record<ImportOutcome, Tone> = {
  create: 'green',
  change: 'accent',
  unchanged: 'grey',
  refuse: 'red',
};

export const stateTones: Record<ImportState, Tone> = {
  mapping: 'yellow',
  checking: 'accent',
  checked: 'yellow',
  applying: 'accent',
  applied: 'green',
  undoing: 'accent',
  stopped: 'red',
  undone: 'grey',
  failed: 'red',
};

/** `Items to create: 12. Items to change: 3.`; empty for neither. */
export const describeImportEffect = (counts: Import['counts']): string =>
  (['create', 'change'] as const)
    .filter((outcome) => counts[outcome] > 0)
    .map((outcome) => message(`importEffect.${outcome}`, { count: formatNumber(counts[outcome]) }))
    .join(' ');
