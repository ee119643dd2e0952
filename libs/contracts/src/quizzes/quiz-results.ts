import { z } from 'zod';
import { eventDefinition } from '../core/event.ts';

/** Limits of what is published of a quiz's results. */
export const quizResultLimits = {
  /** Days since which submissions are kept. */
  days: 732,
  /** Length of texts. */
  text: 100,
  /** Most frequent wrong answers to a question. */
  instead: 3,
  /** Groups of scores: 0 to 9, …, 90 to 100. */
  scores: 10,
} as const;

const count = z.number().int();

/** The results of a quiz as statistics need them, published some time after they have changed. */
export const quizResultsEvent = eventDefinition({
  service: 'quizzes',
  entity: 'quiz-results',
  state: z.object({
    quizId: count,
    /** Submissions by day in `TIME_ZONE`, those that passed, and how many had each group of scores. */
    days: z.array(z.object({ day: z.string(), tries: count, passed: count, scores: z.array(count) })),
    /** First answers to its present questions. */
    questions: z.array(
      z.object({
        questionId: count,
        question: z.string(),
        /** The right answer, where it is a single one. */
        word: z.string().nullable(),
        tries: count,
        right: count,
        instead: z.array(z.object({ answer: z.string(), picks: count })),
      }),
    ),
  }),
});
