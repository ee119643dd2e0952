import {
  contentStatuses,
  type Import,
  type ImportCell,
  type ImportLine,
  type ImportOutcome,
  lessonLevels,
} from '@khmer-learning/contracts';
import { formatNumber, type Tone, translateServerMessage } from '@khmer-learning/ui-kit';
import { contentStatusLabel, lessonLevelLabel } from '../lists/content-status-options.ts';
import { message } from '../messages/messages.ts';

/** The ids of the labels that are shown on a line and in the filter, and the tones. */
export const outcomeLabels = {
  create: { label: 'importOutcome.create', tone: 'green' },
  change: { label: 'importOutcome.change', tone: 'accent' },
  unchanged: { label: 'importOutcome.unchanged', tone: 'grey' },
  refuse: { label: 'importOutcome.refuse', tone: 'red' },
} as const satisfies Record<ImportOutcome, { label: string; tone: Tone }>;

/** The ids of the labels of the states in which work is in progress. */
export const progressLabels = {
  checking: 'importProgress.checking',
  applying: 'importProgress.applying',
  undoing: 'importProgress.undoing',
} as const;

/** `Items to create: 12. Items to change: 3.` */
export function describeImportEffect({ create, change }: Import['counts']): string {
  const created = message('importEffect.create', { count: formatNumber(create) });
  const changed = message('importEffect.change', { count: formatNumber(change) });
  if (change === 0) return created;
  return create === 0 ? changed : `${created} ${changed}`;
}

/** The reasons for a refusal, or `Changes: Title, Level`. */
export function formatNotes({ outcome, notes }: Pick<ImportLine, 'outcome' | 'notes'>): string {
  if (notes.length === 0) return '-';
  const translated = notes.map(translateServerMessage);
  return outcome === 'change'
    ? message('importNotes.changes', { fields: translated.join(', ') })
    : translated.join('; ');
}

/** The value of a cell that cannot be corrected: a level and a status have a label, all others are shown as they are in the file. */
export function cellLabelOf({ name, value }: Pick<ImportCell, 'name' | 'value'>): string {
  const level = name === 'level' && lessonLevels.find((one) => one === value);
  if (level) return lessonLevelLabel(level);
  const status = name === 'status' && contentStatuses.find((one) => one === value);
  return status ? contentStatusLabel(status) : value;
}
