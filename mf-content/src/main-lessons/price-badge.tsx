import { formatCentsAsUsd } from '@khmer-learning/console-kit';
import type { MainLesson } from '@khmer-learning/contracts';
import { Badge, Text } from '@khmer-learning/ui-kit';
import { useMessages } from '../messages/messages.ts';

export function PriceBadge({ lesson }: { lesson: Pick<MainLesson, 'free' | 'price'> }) {
  const t = useMessages();
  return lesson.free ? (
    <Badge tone="teal">{t('pricing.free')}</Badge>
  ) : (
    <Text as="span" strong>
      {formatCentsAsUsd(lesson.price ?? 0)}
    </Text>
  );
}
