import { formatCentsAsUsd } from '@khmer-learning/console-kit';
import type { BoundedCount, ListTotal } from '@khmer-learning/contracts';
import { formatNumber, formatTotal, Text } from '@khmer-learning/ui-kit';
import { useMessages } from '../messages/messages.ts';
import type { Figure, MainLessonSales } from './deletion-counts.ts';

/* Texts that announce no loss are not shown as a warning. */
const Muted = ({ text }: { text: string }) => (
  <Text as="span" muted>
    {text}
  </Text>
);

/** For messages that select by it: whether a figure is the least that there is. */
const atLeastOf = ({ isMinimum }: { isMinimum?: true | undefined }) => (isMinimum ? 'yes' : 'no');

export function QuizConsequence({ quizzes, lessons }: { quizzes: Figure<BoundedCount>; lessons: number }) {
  const t = useMessages();
  const count = lessons;
  if (quizzes === 'loading') return <Muted text={t('quizConsequence.counting', { count })} />;
  if (quizzes === 'unknown') return t('quizConsequence.unknown', { count });
  if (quizzes.total === 0) return <Muted text={t('quizConsequence.none', { count })} />;
  return t('quizConsequence.deleted', {
    atLeast: atLeastOf(quizzes),
    count: quizzes.total,
    total: formatNumber(quizzes.total),
  });
}

interface LessonConsequenceProps {
  lessons: Figure<ListTotal>;
  quizzes: Figure<BoundedCount>;
}

export function LessonConsequence({ lessons, quizzes }: LessonConsequenceProps) {
  const t = useMessages();
  if (lessons === 'loading' || quizzes === 'loading') return <Muted text={t('label.counting')} />;
  if (lessons === 'unknown') return t('lessonConsequence.unknown');
  if (lessons.total === 0) return <Muted text={t('lessonConsequence.none')} />;
  const counted = { lessons: lessons.total, total: formatTotal(lessons) };
  if (quizzes === 'unknown') return t('lessonConsequence.unknownQuizzes', counted);
  return quizzes.total === 0
    ? t('lessonConsequence.withoutQuizzes', counted)
    : t('lessonConsequence.deleted', {
        ...counted,
        atLeast: atLeastOf(quizzes),
        quizzes: quizzes.total,
        quizTotal: formatNumber(quizzes.total),
      });
}

interface SalesConsequenceProps {
  sales: Figure<MainLessonSales>;
  /** What happens to the learners who have paid. */
  consequence: 'losesAccess' | 'noRefund';
}

export function SalesConsequence({ sales, consequence }: SalesConsequenceProps) {
  const t = useMessages();
  if (sales === 'loading') return <Muted text={t('salesConsequence.counting')} />;
  if (sales === 'unknown') return t('salesConsequence.unknown');
  const { learners, paid } = sales;
  if (learners === 0) return <Muted text={t('salesConsequence.none')} />;
  const values = {
    atLeast: atLeastOf(sales),
    count: learners,
    learners: formatNumber(learners),
    consequence,
  };
  return paid === undefined
    ? t('salesConsequence.paid', values)
    : t('salesConsequence.paidSum', { ...values, sum: formatCentsAsUsd(paid) });
}
