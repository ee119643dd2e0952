import type { Import, ImportLine, ImportOutcome, ImportState } from '@khmer-learning/contracts';
import { formatNumber, type Tone, translateServerMessage } from '@khmer-learning/ui-kit';
import { message } from './messages/messages.ts';

export const outcomeLabels = {
  create: { label: 'importOutcome.create', tone: 'green' },
  change: { label: 'importOutcome.change', tone: 'accent' },
  unchanged: { label: 'importOutcome.unchanged', tone: 'grey' },
  refuse: { label: 'importOutcome.refuse', tone: 'red' },
} as const satisfies Record<ImportOutcome, { label: string; tone: Tone }>;

export const stateLabels = {
  mapping: { label: 'importState.mapping', tone: 'yellow' },
  checking: { label: 'importProgress.checking', tone: 'accent' },
  checked: { label: 'importState.checked', tone: 'yellow' },
  applying: { label: 'importProgress.applying', tone: 'accent' },
  applied: { label: 'importState.applied', tone: 'green' },
  undoing: { label: 'importProgress.undoing', tone: 'accent' },
  stopped: { label: 'importState.stopped', tone: 'red' },
  undone: { label: 'importState.undone', tone: 'grey' },
  failed: { label: 'importState.failed', tone: 'red' },
} as const satisfies Record<ImportState, { label: string; tone: Tone }>;

/** `Items to create: 12. Items to change: 3.` */
export function describeImportEffect({ create, change }: Import['counts']): string {
  const created = message('importEffect.create', { count: formatNumber(create) });
  const changed = message('importEffect.change', { count: formatNumber(change) });
  if (change === 0) return created;
  return create === 0 ? changed : `${created} ${changed}`;
}

/** The reasons for a refusal, or `Changes: Title, Level`; none for other lines. */
export function formatNotes({ outcome, notes }: Pick<ImportLine, 'outcome' | 'notes'>): string[] {
  const translated = notes.map(translateServerMessage);
  return outcome === 'change' && notes.length > 0
    ? [message('importNotes.changes', { fields: translated.join(', ') })]
    : translated;
}

/** The name of a thing as a text selects it: `main lesson` is `mainLesson`. */
export const thingName = (thing: string) =>
  thing.replace(/ (\w)/g, (_match, letter: string) => letter.toUpperCase());
