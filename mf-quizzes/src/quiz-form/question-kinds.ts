import type { QuestionKind } from '@khmer-learning/contracts';
import type { SelectOption } from '@khmer-learning/ui-kit';
import { message } from '../messages/messages.ts';

export const questionKindLabel = (kind: QuestionKind): string => message(`questionKind.${kind}`);

export const questionKindOptions = (kinds: readonly QuestionKind[]): SelectOption[] =>
  kinds.map((value) => ({ value, label: questionKindLabel(value) }));
