import type { QuestionKind } from '@khmer-learning/contracts';
import type { SelectOption } from '@khmer-learning/ui-kit';
import { message } from '../messages/messages.ts';

const kindLabels = {
  choice: 'questionKind.choice',
  typed: 'questionKind.typed',
  listening: 'questionKind.listening',
  matching: 'questionKind.matching',
  ordering: 'questionKind.ordering',
} as const satisfies Record<QuestionKind, string>;

/** The name of a kind of questions. */
export const questionKindLabel = (kind: QuestionKind): string => message(kindLabels[kind]);

/** Options of a choice between kinds. */
export const questionKindOptions = (kinds: readonly QuestionKind[]): SelectOption[] =>
  kinds.map((value) => ({ value, label: questionKindLabel(value) }));
