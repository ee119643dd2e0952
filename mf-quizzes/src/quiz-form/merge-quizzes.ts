import { type FormMerging, linesShape, type MergeShape, recordingsShape } from '@khmer-learning/console-kit';
import {
  formatOrder,
  formatPairs,
  type QuestionKind,
  type Quiz,
  type Recording,
} from '@khmer-learning/contracts';
import { questionKindLabels } from './question-kinds.ts';
import { type QuestionFormValues, type QuizFormValues, quizDefaultValues } from './quiz-form.schema.ts';

/** A question whose correct option is known by its text, because options are merged one by one. */
type QuestionParts = Omit<QuestionFormValues, 'correctAnswer' | 'recordings'> & {
  correctAnswer: string | null;
  recordings: readonly Recording[];
};
type QuizParts = Omit<QuizFormValues, 'questions'> & { questions: readonly QuestionParts[] };

/** A list of texts that is taken as a whole. */
const linesOf = (label: string): MergeShape => ({
  kind: 'value',
  label,
  format: (texts: readonly string[]) => texts.join('\n'),
});

/**
 * Merges the values of a quiz form: questions by their ids, options one by one.
 * @param lessonTitle the title of a lesson by its id
 */
export function quizMerging(
  fetchVersion: (id: number, version: number) => Promise<Quiz>,
  lessonTitle: (id: number) => string,
): FormMerging<Quiz, QuizFormValues> {
  return {
    shape: {
      kind: 'record',
      fields: {
        lessonId: { kind: 'value', label: 'Lesson', format: lessonTitle },
        title: { kind: 'value', label: 'Title', format: String },
        description: linesShape('Description'),
        isPractice: {
          kind: 'value',
          label: 'Type',
          format: (isPractice: boolean) => (isPractice ? 'Practice' : 'Scored'),
        },
        questions: {
          kind: 'list',
          label: 'the questions',
          labelOf: ({ question }: QuestionParts) => `Question “${question}”`,
          format: ({ question, options, answer = '', pairs = [], parts = [] }: QuestionParts) =>
            [question, ...options, answer, formatPairs(pairs), formatOrder(parts)].filter(Boolean).join('\n'),
          idOf: ({ id }: QuestionParts) => id,
          keys: [({ question }: QuestionParts) => question],
          item: {
            kind: 'record',
            fields: {
              question: { kind: 'value', label: 'Text', format: String },
              options: {
                kind: 'text',
                label: 'Options',
                toRows: (options: readonly string[]) => options,
                fromRows: (options) => options,
                format: (options: readonly string[]) => options.join('\n'),
              },
              correctAnswer: {
                kind: 'value',
                label: 'Correct answer',
                format: (answer: string | null) => answer ?? 'None',
              },
              kind: {
                kind: 'value',
                label: 'Kind',
                format: (kind: QuestionKind) => questionKindLabels[kind],
              },
              isTyped: {
                kind: 'value',
                label: 'Answer',
                format: (isTyped: boolean) => (isTyped ? 'Typed' : 'Chosen'),
              },
              answer: { kind: 'value', label: 'Accepted answer', format: String },
              acceptedAnswers: linesOf('Also accepted'),
              wrongOptions: linesOf('Wrong options'),
              pairs: { kind: 'value', label: 'Pairs', format: formatPairs },
              parts: linesOf('Parts'),
              recordings: recordingsShape,
            },
          },
        },
      },
    },
    toValues: quizDefaultValues,
    toParts: ({ questions, isPractice = false, ...values }): QuizParts => ({
      ...values,
      isPractice,
      questions: questions.map(({ correctAnswer, recordings = [], ...question }) => ({
        ...question,
        recordings,
        correctAnswer: correctAnswer === null ? null : (question.options[correctAnswer] ?? null),
      })),
    }),
    fromParts: ({ questions, ...values }: QuizParts) => ({
      ...values,
      questions: questions.map(({ correctAnswer, recordings, ...question }) => {
        const index = correctAnswer === null ? -1 : question.options.indexOf(correctAnswer);
        return {
          ...question,
          correctAnswer: index < 0 ? null : index,
          ...(recordings.length === 0 ? {} : { recordings: [...recordings] }),
        };
      }),
    }),
    fetchVersion,
  };
}
