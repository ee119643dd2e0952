import { type Quiz, quizBody } from '@khmer-learning/contracts';
import { isBlank } from '@khmer-learning/khmer-text';
import { z } from 'zod';

const questionValuesSchema = z.object({
  /** Given by the server; missing until then. */
  id: z.number().optional(),
  question: z.string(),
  options: z.array(z.string()),
  /** The place of the right option, so that the mark stays when its text is edited; null while there is none. */
  correctAnswer: z.number().nullable(),
});
export type QuestionFormValues = z.output<typeof questionValuesSchema>;

/** What the form holds while it is being filled in: 0 stands for no lesson yet. */
export const quizValuesSchema = z.object({
  lessonId: z.number(),
  title: z.string(),
  description: z.string(),
  questions: z.array(questionValuesSchema),
});
export type QuizFormValues = z.output<typeof quizValuesSchema>;

/** The form's rules are the contract's, which names the right option by its text. */
export const quizFormSchema = quizValuesSchema
  .transform(({ questions, ...quiz }) => ({
    ...quiz,
    questions: questions.map(({ correctAnswer, ...question }) => ({
      ...question,
      correctAnswer: correctAnswer === null ? '' : (question.options[correctAnswer] ?? ''),
    })),
  }))
  .pipe(quizBody);
export type QuizFormOutput = z.output<typeof quizFormSchema>;

/** A question as 'Add Question' makes it. */
export const emptyQuestion: QuestionFormValues = { question: '', options: ['', ''], correctAnswer: null };

/** Nothing is written in it yet. */
export function isEmptyQuestion({ question, options }: QuestionFormValues): boolean {
  return isBlank(question) && options.every(isBlank);
}

/** The form of a quiz, or of a new one. */
export function quizDefaultValues(quiz: Quiz | null): QuizFormValues {
  const questions = (quiz?.questions ?? []).map(({ id, question, options, correctAnswer }) => {
    const correctIndex = options.indexOf(correctAnswer);
    return { id, question, options, correctAnswer: correctIndex < 0 ? null : correctIndex };
  });
  return {
    lessonId: quiz?.lessonId ?? 0,
    title: quiz?.title ?? '',
    description: quiz?.description ?? '',
    questions: questions.length === 0 ? [emptyQuestion] : questions,
  };
}
