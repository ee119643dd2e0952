import { type Quiz, quizBody, recordingSchema } from '@khmer-learning/contracts';
import { isBlank } from '@khmer-learning/khmer-text';
import { z } from 'zod';
import { newQuestionId } from '../quizzes/quizzes.api.ts';

const questionValuesSchema = z.object({
  /** Assigned by the server when the question is first saved. */
  id: z.number().optional(),
  question: z.string(),
  options: z.array(z.string()),
  /** Index of the correct option, so that editing its text keeps the selection; null if none is selected. */
  correctAnswer: z.number().nullable(),
  recordings: z.array(recordingSchema).optional(),
});
export type QuestionFormValues = z.output<typeof questionValuesSchema>;

/** The form's values while it is edited. A `lessonId` of 0 means that no lesson is selected. */
export const quizValuesSchema = z.object({
  lessonId: z.number(),
  title: z.string(),
  description: z.string(),
  /** Absent in drafts that browsers kept before quizzes could be for practice. */
  isPractice: z.boolean().optional(),
  questions: z.array(questionValuesSchema),
});
export type QuizFormValues = z.output<typeof quizValuesSchema>;

/** Validates the form with the contract's schema, which identifies the correct option by its text. */
export const quizFormSchema = quizValuesSchema
  .transform(({ questions, ...quiz }) => ({
    ...quiz,
    questions: questions.map(({ correctAnswer, ...question }) => ({
      ...question,
      correctAnswer: correctAnswer === null ? '' : (question.options[correctAnswer] ?? ''),
    })),
  }))
  .pipe(quizBody.omit({ status: true }));
export type QuizFormOutput = z.output<typeof quizFormSchema>;

/** The question that 'Add Question' appends. */
export const emptyQuestion: QuestionFormValues = { question: '', options: ['', ''], correctAnswer: null };

/** True if the question and all its options are blank. */
export function isEmptyQuestion({ question, options }: QuestionFormValues): boolean {
  return isBlank(question) && options.every(isBlank);
}

/** The form's initial values for a quiz, or for a new one if `quiz` is null. */
export function quizDefaultValues(quiz: Quiz | null): QuizFormValues {
  const questions = (quiz?.questions ?? []).map(({ id, question, options, correctAnswer, recordings }) => {
    const correctIndex = options.indexOf(correctAnswer);
    return {
      id: id === newQuestionId ? undefined : id,
      question,
      options,
      correctAnswer: correctIndex < 0 ? null : correctIndex,
      ...(recordings === undefined ? {} : { recordings }),
    };
  });
  return {
    lessonId: quiz?.lessonId ?? 0,
    title: quiz?.title ?? '',
    description: quiz?.description ?? '',
    isPractice: quiz?.isPractice ?? false,
    questions: questions.length === 0 ? [emptyQuestion] : questions,
  };
}
