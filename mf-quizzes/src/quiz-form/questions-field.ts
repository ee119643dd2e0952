import {
  type ComparedField,
  comparePlaces,
  formatRecordings,
  type MergeShape,
  recordingsShape,
} from '@khmer-learning/console-kit';
import { formatOrder, formatPairs, type QuizContents, type Recording } from '@khmer-learning/contracts';
import { message } from '../messages/messages.ts';
import { questionKindLabel } from './question-kinds.ts';
import type { QuestionFormValues } from './question-values.ts';

/** A question whose correct option is known by its text, because options are merged one by one. */
export type QuestionParts = Omit<QuestionFormValues, 'correctAnswer' | 'recordings'> & {
  correctAnswer: string | null;
  recordings: readonly Recording[];
};

export const toQuestionParts = ({
  correctAnswer,
  recordings = [],
  ...question
}: QuestionFormValues): QuestionParts => ({
  ...question,
  recordings,
  correctAnswer: correctAnswer === null ? null : (question.options[correctAnswer] ?? null),
});

export function fromQuestionParts({
  correctAnswer,
  recordings,
  ...question
}: QuestionParts): QuestionFormValues {
  const index = correctAnswer === null ? -1 : question.options.indexOf(correctAnswer);
  return {
    ...question,
    correctAnswer: index < 0 ? null : index,
    ...(recordings.length === 0 ? {} : { recordings: [...recordings] }),
  };
}

const linesOf = (label: string): MergeShape => ({
  kind: 'value',
  label,
  format: (texts: readonly string[]) => texts.join('\n'),
});

/** Merges questions by their ids, options one by one. */
export const questionsShape = (): MergeShape => ({
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
});

type Question = QuizContents['questions'][number];

function formatAnswer({
  kind,
  correctAnswer,
  acceptedAnswers = [],
  pairs = [],
  parts = [],
}: Question): string {
  if (kind === 'matching') return formatPairs(pairs);
  return kind === 'ordering' ? formatOrder(parts) : [correctAnswer, ...acceptedAnswers].join('\n');
}

/** A question that only one version has: its options, one per line, with the correct one marked; or its answer. */
function formatQuestion(question: Question): string {
  const { options, correctAnswer } = question;
  const lines = options.map((option) => (option === correctAnswer ? `✓ ${option}` : `– ${option}`));
  return [question.question, ...(lines.length > 0 ? lines : [formatAnswer(question)])].join('\n');
}

/** Compares a question that both versions have: its text, its kind, its options and the right answer. */
function compareQuestion(question: string, theirs: Question, yours: Question): ComparedField[] {
  const kindOf = ({ kind = 'choice' }: Question) => questionKindLabel(kind);
  return [
    { label: question, theirs: theirs.question, yours: yours.question },
    { label: message('compareQuizzes.kindOf', { question }), theirs: kindOf(theirs), yours: kindOf(yours) },
    {
      label: message('compareQuizzes.optionsOf', { question }),
      theirs: theirs.options.join('\n'),
      yours: yours.options.join('\n'),
    },
    {
      label: message('compareQuizzes.answerOf', { question }),
      theirs: formatAnswer(theirs),
      yours: formatAnswer(yours),
    },
    {
      label: message('compareQuizzes.recordingsOf', { question }),
      theirs: formatRecordings(theirs.recordings),
      yours: formatRecordings(yours.recordings),
    },
  ];
}

/** Compares the questions by id, and their order. A new question has no id yet. */
export function compareQuestions(theirs: readonly Question[], yours: readonly Question[]): ComparedField[] {
  const ids = new Set(theirs.map(({ id }) => id));
  const places = new Map(yours.map((question, index) => [question.id, { question, index }]));
  const pairs = theirs.map((question, index) => ({
    label: message('label.questionNumber', { number: index + 1 }),
    question,
    index,
    other: question.id === undefined ? undefined : places.get(question.id),
  }));
  const added = yours.filter(({ id }) => id === undefined || !ids.has(id));
  return [
    ...comparePlaces(
      pairs.flatMap(({ label, index, other }) =>
        other === undefined ? [] : [{ label, theirs: index, yours: other.index }],
      ),
    ),
    ...pairs.flatMap(({ label, question, other }) =>
      other === undefined
        ? [{ label, theirs: formatQuestion(question), yours: null }]
        : compareQuestion(label, question, other.question),
    ),
    ...added.map((question, index) => ({
      label: message('compareQuizzes.newQuestion', { number: index + 1 }),
      theirs: null,
      yours: formatQuestion(question),
    })),
  ];
}
