import { type ComparedField, comparePlaces, formatRecordings } from '@khmer-learning/console-kit';
import { formatOrder, formatPairs, type Quiz, type QuizContents } from '@khmer-learning/contracts';
import { message } from '../messages/messages.ts';
import { quizStatusLabel, quizTypeLabel } from '../quizzes/quiz-labels.ts';
import { questionKindLabel } from './question-kinds.ts';

type Question = QuizContents['questions'][number];

/** The right answer to a question, in lines. */
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
function compareQuestions(theirs: readonly Question[], yours: readonly Question[]): ComparedField[] {
  const ids = new Set(theirs.map(({ id }) => id));
  const places = new Map(yours.map((question, index) => [question.id, { question, index }]));
  const pairs = theirs.map((question, index) => ({
    label: message('compareQuizzes.question', { number: index + 1 }),
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

/** What is compared of a quiz. */
export type ComparedQuiz = Pick<Quiz, 'status' | 'title' | 'description'> & {
  readonly lessonId: number | null;
  readonly isPractice?: boolean | undefined;
  readonly questions: readonly Question[];
};

/**
 * Compares two versions of a quiz, question by question.
 * @param lessonTitle the title of a lesson by its id; only compared with the other one
 */
export function compareQuizzes(
  theirs: ComparedQuiz,
  yours: ComparedQuiz,
  lessonTitle: (id: number | null) => string,
): ComparedField[] {
  return [
    {
      label: message('field.status'),
      theirs: quizStatusLabel(theirs.status),
      yours: quizStatusLabel(yours.status),
    },
    {
      label: message('field.lesson'),
      theirs: lessonTitle(theirs.lessonId),
      yours: lessonTitle(yours.lessonId),
    },
    { label: message('field.title'), theirs: theirs.title, yours: yours.title },
    { label: message('field.description'), theirs: theirs.description, yours: yours.description },
    {
      label: message('field.type'),
      theirs: quizTypeLabel(theirs.isPractice),
      yours: quizTypeLabel(yours.isPractice),
    },
    ...compareQuestions(theirs.questions, yours.questions),
  ];
}
