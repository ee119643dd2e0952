import { type FormMerging, linesShape, type MergeShape, recordingsShape } from '@khmer-learning/console-kit';
import { formatOrder, formatPairs, type Quiz, type Recording } from '@khmer-learning/contracts';
import { message } from '../messages/messages.ts';
import { quizTypeLabel } from '../quizzes/quiz-labels.ts';
import { questionKindLabel } from './question-kinds.ts';
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
        lessonId: { kind: 'value', label: message('field.lesson'), format: lessonTitle },
        title: { kind: 'value', label: message('field.title'), format: String },
        description: linesShape(message('field.description')),
        isPractice: {
          kind: 'value',
          label: message('field.type'),
          format: quizTypeLabel,
        },
        questions: {
          kind: 'list',
          label: message('mergeQuizzes.questions'),
          labelOf: ({ question }: QuestionParts) => message('mergeQuizzes.question', { question }),
          format: ({ question, options, answer = '', pairs = [], parts = [] }: QuestionParts) =>
            [question, ...options, answer, formatPairs(pairs), formatOrder(parts)].filter(Boolean).join('\n'),
          idOf: ({ id }: QuestionParts) => id,
          keys: [({ question }: QuestionParts) => question],
          item: {
            kind: 'record',
            fields: {
              question: { kind: 'value', label: message('mergeQuizzes.questionText'), format: String },
              options: {
                kind: 'text',
                label: message('answerFields.options'),
                toRows: (options: readonly string[]) => options,
                fromRows: (options) => options,
                format: (options: readonly string[]) => options.join('\n'),
              },
              correctAnswer: {
                kind: 'value',
                label: message('mergeQuizzes.correctAnswer'),
                format: (answer: string | null) => answer ?? message('mergeQuizzes.noAnswer'),
              },
              kind: {
                kind: 'value',
                label: message('questionEditor.kind'),
                format: questionKindLabel,
              },
              isTyped: {
                kind: 'value',
                label: message('mergeQuizzes.answer'),
                format: (isTyped: boolean) => message(isTyped ? 'mergeQuizzes.typed' : 'mergeQuizzes.chosen'),
              },
              answer: { kind: 'value', label: message('mergeQuizzes.acceptedAnswer'), format: String },
              acceptedAnswers: linesOf(message('answerFields.alsoAccepted')),
              wrongOptions: linesOf(message('answerFields.wrongOptions')),
              pairs: { kind: 'value', label: message('answerFields.pairs'), format: formatPairs },
              parts: linesOf(message('answerFields.parts')),
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
