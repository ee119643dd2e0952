import type { Import, ImportOutcome } from '@khmer-learning/contracts';
import type { Tone } from '@khmer-learning/ui-kit';

const numberFormat = new Intl.NumberFormat('en');
export const formatNumber = (count: number) => numberFormat.format(count);

interface OutcomeLabels {
  /** On a line, and in the filter. */
  label: string;
  /** After how many, before it is done and after. */
  before: string;
  after: string;
  tone: Tone;
}

export const outcomeLabels: Record<ImportOutcome, OutcomeLabels> = {
  create: { label: 'Create', before: 'to create', after: 'created', tone: 'green' },
  change: { label: 'Change', before: 'to change', after: 'changed', tone: 'accent' },
  unchanged: { label: 'Unchanged', before: 'unchanged', after: 'unchanged', tone: 'grey' },
  refuse: { label: 'Refused', before: 'refused', after: 'refused', tone: 'red' },
};

/** What is going on in a state in which something does. */
export const progressLabels = {
  checking: 'Checking',
  applying: 'Importing',
  undoing: 'Taking back what was written',
} as const;

/** `12 will be created and 3 changed.` */
export function describeImportEffect({ create, change }: Import['counts']): string {
  if (change === 0) return `${formatNumber(create)} will be created.`;
  if (create === 0) return `${formatNumber(change)} will be changed.`;
  return `${formatNumber(create)} will be created and ${formatNumber(change)} changed.`;
}
