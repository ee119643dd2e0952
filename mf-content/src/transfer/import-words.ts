import type { Import, ImportOutcome } from '@khmer-learning/contracts';
import type { Tone } from '@khmer-learning/ui-kit';

const figures = new Intl.NumberFormat('en');
export const figure = (count: number) => figures.format(count);

interface OutcomeWords {
  /** On a line, and in the filter. */
  label: string;
  /** After how many, before it is done and after. */
  before: string;
  after: string;
  tone: Tone;
}

export const outcomeWords: Record<ImportOutcome, OutcomeWords> = {
  create: { label: 'Create', before: 'to create', after: 'created', tone: 'green' },
  change: { label: 'Change', before: 'to change', after: 'changed', tone: 'accent' },
  unchanged: { label: 'Unchanged', before: 'unchanged', after: 'unchanged', tone: 'grey' },
  refuse: { label: 'Refused', before: 'refused', after: 'refused', tone: 'red' },
};

/** What is going on in a state in which something does. */
export const workWords = {
  checking: 'Checking',
  applying: 'Importing',
  undoing: 'Taking back what was written',
} as const;

/** `12 will be created and 3 changed.` */
export function consequence({ create, change }: Import['counts']): string {
  if (change === 0) return `${figure(create)} will be created.`;
  if (create === 0) return `${figure(change)} will be changed.`;
  return `${figure(create)} will be created and ${figure(change)} changed.`;
}
