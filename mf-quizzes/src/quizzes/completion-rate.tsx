import type { Quiz } from '@khmer-learning/contracts';
import { Badge, Inline, Text } from '@khmer-learning/ui-kit';

/** What a card says before anybody has taken the quiz (spec 2.11). */
const sampleRate = 85;

/**
 * How many of the submissions left no question open: `60% completion rate`. Until there is one, the sample rate with
 * a tag that says so; a draft has none (decisions, Quizzes).
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
