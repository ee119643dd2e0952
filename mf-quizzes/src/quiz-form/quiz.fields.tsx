import { type ItemFields, type ItemMapping, lineField, linesField } from '@khmer-learning/console-kit';
import { type Lesson, type Quiz, quizBody } from '@khmer-learning/contracts';
import { TextArea, TextInput } from '@khmer-learning/ui-kit';
import { z } from 'zod';
import { detectLang } from '../khmer/mixed-language-text.tsx';
import { LessonSelector } from '../lessons/lesson-selector.tsx';
import { message } from '../messages/messages.ts';
import { quizTypeLabel } from '../quizzes/quiz-labels.ts';
import { emptyQuestion, questionValuesSchema, toQuestion, toQuestionValues } from './question-values.ts';
import {
  compareQuestions,
  fromQuestionParts,
  type QuestionParts,
  questionsShape,
  toQuestionParts,
} from './questions-field.ts';

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

export const quizFormSchema = quizValuesSchema
  .transform(({ questions, ...quiz }) => ({ ...quiz, questions: questions.map(toQuestion) }))
  .pipe(quizBody.omit({ status: true }));

/** What the form of a new quiz begins with, as other views say it. */
export const quizPresetSchema = z.object({
  lessonId: z.number().int().positive(),
  /** Generating questions from the lesson's vocabulary is what it begins with. */
  generates: z.boolean(),
});
export type QuizPreset = z.output<typeof quizPresetSchema>;

type QuizParts = Omit<QuizFormValues, 'questions'> & { questions: readonly QuestionParts[] };

export const quizMapping: ItemMapping<Quiz, QuizFormValues, QuizParts> = {
  toValues: (quiz) => {
    const questions = (quiz?.questions ?? []).map(toQuestionValues);
    return {
      lessonId: quiz?.lessonId ?? 0,
      title: quiz?.title ?? '',
      description: quiz?.description ?? '',
      isPractice: quiz?.isPractice ?? false,
      questions: questions.length === 0 ? [emptyQuestion] : questions,
    };
  },
  toParts: ({ questions, isPractice = false, ...values }) => ({
    ...values,
    isPractice,
    questions: questions.map(toQuestionParts),
  }),
  fromParts: ({ questions, ...values }) => ({ ...values, questions: questions.map(fromQuestionParts) }),
};

/** @param quiz the edited one, which knows its lesson's title @param fetchLesson to name a lesson in comparisons */
export const quizFields = (
  quiz: Quiz | null,
  fetchLesson: (id: number) => Promise<Pick<Lesson, 'title'>>,
): ItemFields<QuizParts, Quiz> => {
  const unknownLesson = (id: number) => message('quizForm.unknownLesson', { id });
  const fetchTitle = async ({ lessonId }: Quiz) => {
    if (lessonId === null) return message('quizForm.noLesson');
    // It may have been deleted since.
    return fetchLesson(lessonId).then(
      ({ title }) => title,
      () => unknownLesson(lessonId),
    );
  };
  const label = message('field.lesson');
  return {
    lessonId: {
      label,
      format: (id) =>
        id === quiz?.lessonId ? (quiz.lessonTitle ?? message('quizForm.noLesson')) : unknownLesson(id),
      compare: async (theirs, yours) => {
        if (theirs.lessonId === yours.lessonId) return [];
        const [one, other] = await Promise.all([fetchTitle(theirs), fetchTitle(yours)]);
        return [{ label, theirs: one, yours: other }];
      },
      required: true,
      input: (control) => <LessonSelector {...control} title={quiz?.lessonTitle} />,
    },
    title: {
      ...lineField(message('field.title')),
      required: true,
      input: (control) => <TextInput {...control} lang={detectLang(control.value)} />,
    },
    description: {
      ...linesField(message('field.description')),
      required: true,
      input: (control) => <TextArea {...control} lang={detectLang(control.value)} />,
    },
    isPractice: { label: message('field.type'), format: quizTypeLabel },
    questions: {
      label: message('mergeQuizzes.questions'),
      merge: questionsShape(),
      compare: (theirs, yours) => compareQuestions(theirs.questions, yours.questions),
    },
  };
};
