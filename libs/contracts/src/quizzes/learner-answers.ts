import { z } from 'zod';
import { endpoint } from '../core/endpoint.ts';
import { boundedCountFields, idParams, isoDate, pagingFields } from '../core/fields.ts';

const quizSchema = z.object({
  quizId: z.number().int(),
  title: z.string(),
  questions: z.number().int(),
  /** Questions with a first answer, and with a right one. */
  answered: z.number().int(),
  right: z.number().int(),
  lastAnsweredAt: isoDate,
  /** The first answers that were wrong, in the order of the questions. */
  wrong: z.array(
    z.object({
      questionId: z.number().int(),
      question: z.string(),
      /** What the learner chose or typed. */
      answer: z.string(),
      correctAnswer: z.string(),
    }),
  ),
});
/** A learner's first answers to the questions that a quiz has now. */
export type LearnerQuiz = z.infer<typeof quizSchema>;

/** The quizzes that a learner has tried, the last one first. Only first answers are kept for each learner, for a year. */
export const learnerAnswers = endpoint({
  id: 'learners.answers',
  service: 'quizzes',
  method: 'GET',
  path: '/api/learners/:id/answers',
  access: 'session',
  summary: "A learner's first answers, by quiz",
  params: idParams,
  query: z.object(pagingFields),
  response: z.object({ quizzes: z.array(quizSchema), ...boundedCountFields }),
});
