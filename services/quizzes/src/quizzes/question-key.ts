import { createHash } from 'node:crypto';
import { formatOrder, type Quiz } from '@khmer-learning/contracts';
import { answerKey } from '@khmer-learning/khmer-text';

type Question = Omit<Quiz['questions'][number], 'id' | 'recordings'>;

/**
 * What questions have in common that count as the same: kind, text and answers, by `answerKey` and without the order of options and
 * pairs. Recordings make no difference. A hash: MongoDB 4.0 indexes 1 KB.
 */
export function questionKey(question: Question): string {
  const { kind = 'choice', options, correctAnswer, acceptedAnswers = [], pairs = [], parts = [] } = question;
  const keysOf = (texts: readonly string[]) => texts.map(answerKey).sort();
  const same = [
    ...[kind, answerKey(question.question), answerKey(correctAnswer), answerKey(formatOrder(parts))],
    ...[keysOf(options), keysOf(acceptedAnswers)],
    pairs.map(({ left, right }) => `${answerKey(left)}\n${answerKey(right)}`).sort(),
  ];
  return createHash('sha256').update(JSON.stringify(same)).digest('base64').slice(0, 16);
}
