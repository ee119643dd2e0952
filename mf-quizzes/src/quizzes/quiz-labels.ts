import { formatNumber } from '@khmer-learning/ui-kit';
import { message } from '../messages/messages.ts';

export const quizStatusLabel = (status: string): string =>
  message(status === 'active' ? 'quizStatus.active' : 'quizStatus.draft');

export const quizTypeLabel = (isPractice: boolean | undefined): string =>
  message(isPractice ? 'quizType.practice' : 'quizType.scored');

/** A share of 0 to 100 as a whole number of percent: `63%`. */
export const formatPercent = (share: number): string =>
  formatNumber(Math.round(share) / 100, { style: 'percent' });
