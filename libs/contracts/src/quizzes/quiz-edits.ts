import { itemEditEndpoints } from '../core/item-edits.ts';
import { quizPatch } from './quiz.ts';

/** Edits of many quizzes. */
export const quizEdits = itemEditEndpoints({
  service: 'quizzes',
  id: 'quizEdits',
  path: '/api/quiz-edits',
  label: 'quizzes',
  fields: quizPatch.pick({ status: true }),
});
