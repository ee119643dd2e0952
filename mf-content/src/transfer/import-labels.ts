import type { Import, ImportLine, ImportOutcome } from '@khmer-learning/contracts';
import type { Tone } from '@khmer-learning/ui-kit';

const numberFormat = new Intl.NumberFormat('en');
export const formatNumber = (count: number) => numberFormat.format(count);

interface OutcomeLabels {
  /** Shown on a line and in the filter. */
  label: string;
  /** Follows the count before the import: `to create`. */
  before: string;
  /** Follows the count after the import: `created`. */
  after: string;
  tone: Tone;
}

export const outcomeLabels: Record<ImportOutcome, OutcomeLabels> = {
  create: { label: 'Create', before: 'to create', after: 'created', tone: 'green' },
  change: { label: 'Change', before: 'to change', after: 'changed', tone: 'accent' },
  unchanged: { label: 'Unchanged', before: 'unchanged', after: 'unchanged', tone: 'grey' },
  refuse: { label: 'Refused', before: 'refused', after: 'refused', tone: 'red' },
};

/** Labels of the states in which work is in progress. */
export const progressLabels = {
  checking: 'Checking',
  applying: 'Importing',
  undoing: 'Undoing the import',
} as const;

/** `Items to create: 12. Items to change: 3.` */
export function describeImportEffect({ create, change }: Import['counts']): string {
  if (change === 0) return `Items to create: ${formatNumber(create)}.`;
  if (create === 0) return `Items to change: ${formatNumber(change)}.`;
  return `Items to create: ${formatNumber(create)}. Items to change: ${formatNumber(change)}.`;
}

/** The reasons for a refusal, or `Changes: Title, Level`. */
export function formatNotes({ outcome, notes }: Pick<ImportLine, 'outcome' | 'notes'>): string {
  if (notes.length === 0) return '-';
  return outcome === 'change' ? `Changes: ${notes.join(', ')}` : notes.join('; ');
}
