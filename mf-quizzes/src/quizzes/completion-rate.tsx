import type { Quiz } from '@khmer-learning/contracts';
import { Badge, Inline, Text } from '@khmer-learning/ui-kit';

/** The rate shown before the first submission (spec 2.11). */
const sampleRate = 85;

/**
 * The share of submissions with every question answered: `60% completion rate`. Before the first submission, it is the
 * sample rate with a `sample` tag. A draft shows `-` (decisions, Quizzes).
 */
export function CompletionRate({ quiz }: { quiz: Quiz }) {
  if (quiz.status === 'draft') return <RateText>-</RateText>;
  const { completionRate } = quiz.analytics;
  if (completionRate !== null) return <RateText>{`${Math.round(completionRate)}% completion rate`}</RateText>;
  return (
    <Inline gap={1.5} title="No learner has taken this quiz yet">
      <RateText>{`${sampleRate}% completion rate`}</RateText>
      <Badge tone="yellow">sample</Badge>
    </Inline>
  );
}

function RateText({ children }: { children: string }) {
  return (
    <Text as="span" size="small" muted>
      {children}
    </Text>
  );
}
