import { message } from '../messages/messages.ts';

/** Display label of a status. */
export const quizStatusLabel = (status: string): string =>
  message(status === 'active' ? 'quizStatus.active' : 'quizStatus.draft');

/** Whether a quiz is for practice, as a label. */
export const quizTypeLabel = (isPractice: boolean | undefined): string =>
  message(isPractice ? 'quizType.practice' : 'quizType.scored');
