import { formatCentsAsUsd } from '@khmer-learning/console-kit';
import type { BoundedCount, ListTotal } from '@khmer-learning/contracts';
import { formatTotal, Text } from '@khmer-learning/ui-kit';
import type { Figure, MainLessonSales } from './deletion-counts.ts';

const numberFormat = new Intl.NumberFormat('en');

/** `1 quiz`, `5 quizzes`, `more than 1,000 quizzes`. */
const formatQuizzes = ({ total, isMinimum }: BoundedCount) =>
  `${isMinimum ? 'more than ' : ''}${numberFormat.format(total)} ${total === 1 ? 'quiz' : 'quizzes'}`;

/* Texts that announce no loss are not shown as a warning. */
const Muted = ({ text }: { text: string }) => (
  <Text as="span" muted>
    {text}
  </Text>
);

/** Says how many quizzes are deleted with a lesson (`its`) or several (`their`). */
export function QuizConsequence({
  quizzes,
  whose,
}: {
  quizzes: Figure<BoundedCount>;
  whose: 'its' | 'their';
}) {
  if (quizzes === 'loading') return <Muted text={`Counting ${whose} quizzes...`} />;
  if (quizzes === 'unknown')
    return `All ${whose} quizzes will be deleted as well. It is not known how many there are.`;
  if (quizzes.total === 0)
    return <Muted text={whose === 'its' ? 'It has no quizzes.' : 'They have no quizzes.'} />;
  const sentence = `${formatQuizzes(quizzes)} will be deleted as well.`;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

interface LessonConsequenceProps {
  lessons: Figure<ListTotal>;
  /** The quizzes of these lessons. */
  quizzes: Figure<BoundedCount>;
}

/** Says how many lessons, with their quizzes, are deleted with an item. */
export function LessonConsequence({ lessons, quizzes }: LessonConsequenceProps) {
  if (lessons === 'loading' || quizzes === 'loading') return <Muted text="Counting its lessons..." />;
  if (lessons === 'unknown')
    return 'All its lessons and their quizzes will be deleted as well. It is not known how many there are.';
  if (lessons.total === 0) return <Muted text="It has no lessons." />;
  const [named, whose] =
    lessons.total === 1 ? ['1 lesson', 'its'] : [`${formatTotal(lessons)} lessons`, 'their'];
  if (quizzes === 'unknown')
    return `${named} and ${whose} quizzes will be deleted as well. It is not known how many quizzes there are.`;
  return quizzes.total === 0
    ? `${named} without quizzes will be deleted as well.`
    : `${named} and ${formatQuizzes(quizzes)} will be deleted as well.`;
}

interface SalesConsequenceProps {
  sales: Figure<MainLessonSales>;
  /** What happens to the learners who have paid, as the end of a sentence: `will lose access`. */
  consequence: string;
}

/** Says how many learners have paid for a main lesson and, if the user may see it, how much. */
export function SalesConsequence({ sales, consequence }: SalesConsequenceProps) {
  if (sales === 'loading') return <Muted text="Counting the learners who have paid for it..." />;
  if (sales === 'unknown') return 'It is not known how many learners have paid for it.';
  const { learners, paid, isMinimum } = sales;
  if (learners === 0) return <Muted text="No learner has paid for it." />;
  const atLeast = isMinimum ? 'at least ' : '';
  const people = `${atLeast}${numberFormat.format(learners)} ${learners === 1 ? 'learner has' : 'learners have'}`;
  const sum = paid === undefined ? '' : ` ${atLeast}${formatCentsAsUsd(paid)}`;
  const sentence = `${people} paid${sum} for it${paid === undefined ? '' : ', less refunds,'} and ${consequence}.`;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}
