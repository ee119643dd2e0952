import { type Quiz, questionKinds } from '@khmer-learning/contracts';
import { Text } from '@khmer-learning/ui-kit';
import { useMessages } from '../messages/messages.ts';
import { questionKindLabel } from '../quiz-form/question-kinds.ts';

export function KindCounts({ questions }: Pick<Quiz, 'questions'>) {
  const t = useMessages();
  const counts = questionKinds
    .map((kind) => ({
      label: questionKindLabel(kind),
      count: questions.filter((question) => (question.kind ?? 'choice') === kind).length,
    }))
    .filter(({ count }) => count > 0);
  const labels = counts.map(({ label, count }) =>
    counts.length === 1 ? label : t('kindCounts.kind', { kind: label, count }),
  );
  return (
    <Text as="span" size="small" muted>
      {labels.join(' · ')}
    </Text>
  );
}
