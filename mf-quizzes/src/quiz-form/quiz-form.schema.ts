import { type Quiz, quizBody } from '@khmer-learning/contracts';
import { isBlank } from '@khmer-learning/khmer-text';
import { z } from 'zod';

const questionValues = z.object({
  /** Given by the server; missing until then. */
  id: z.number().optional(),
  question: z.string(),
  options: z.array(z.string()),
  /** The place of the right option, so that the mark stays when its text is edited; null while there is none. */
  correctAnswer: z.number().nullable(),
});
export type QuestionValues = z.output<typeof questionValues>;

/** What the form holds while it is being filled in: 0 stands for no lesson yet. */
export const quizValues = z.object({
  lessonId: z.number(),
  title: z.string(),
  description: z.string(),
  questions: z.array(questionValues),
});
export type QuizValues = z.output<typeof quizValues>;

/** The form's rules are the contract's, which names the right option by its text. */
export const quizForm = quizValues
  .transform(({ questions, ...quiz }) => ({
    ...quiz,
    questions: questions.map(({ correctAnswer, ...question }) => ({
      ...question,
      correctAnswer: correctAnswer === null ? '' : (question.options[correctAnswer] ?? ''),
    })),
  }))
  .pipe(quizBody);
export type QuizOutput = z.output<typeof quizForm>;

/** A question as 'Add Question' makes it. */
export const newQuestion: QuestionValues = { question: '', options: ['', ''], correctAnswer: null };

/** Nothing is written in it yet. */
export function isUntouched({ question, options }: QuestionValues): boolean {
  return isBlank(question) && options.every(isBlank);
}

/** The form of a quiz, or of a new one. */
export function quizValuesOf(quiz: Quiz | null): QuizValues {
  const questions = (quiz?.questions ?? []).map(({ id, question, options, correctAnswer }) => {
    const place = options.indexOf(correctAnswer);
    return { id, question, options, correctAnswer: place < 0 ? null : place };
  });
  return {
    lessonId: quiz?.lessonId ?? 0,
    title: quiz?.title ?? '',
    description: quiz?.description ?? '',
    questions: questions.length === 0 ? [newQuestion] : questions,
  };
}
