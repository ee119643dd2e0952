import { type ComparedField, comparePlaces, formatRecordings } from '@khmer-learning/console-kit';
import {
  formatOrder,
  formatPairs,
  type Quiz,
  type QuizContents,
  type QuizStatus,
} from '@khmer-learning/contracts';
import { questionKindLabels } from './question-kinds.ts';

const practiceLabel = (isPractice: boolean | undefined) => (isPractice ? 'Practice' : 'Scored');

const quizStatusLabels: Record<QuizStatus, string> = { active: 'Active', draft: 'Draft' };

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
function compareQuestion(label: string, theirs: Question, yours: Question): ComparedField[] {
  const kindOf = ({ kind = 'choice' }: Question) => questionKindLabels[kind];
  return [
    { label, theirs: theirs.question, yours: yours.question },
    { label: `Kind of ${label}`, theirs: kindOf(theirs), yours: kindOf(yours) },
    { label: `Options of ${label}`, theirs: theirs.options.join('\n'), yours: yours.options.join('\n') },
    { label: `Correct answer of ${label}`, theirs: formatAnswer(theirs), yours: formatAnswer(yours) },
    {
      label: `Recordings of ${label}`,
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
    label: `Question ${index + 1}`,
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
      label: `New question ${index + 1}`,
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
    { label: 'Status', theirs: quizStatusLabels[theirs.status], yours: quizStatusLabels[yours.status] },
    { label: 'Lesson', theirs: lessonTitle(theirs.lessonId), yours: lessonTitle(yours.lessonId) },
    { label: 'Title', theirs: theirs.title, yours: yours.title },
    { label: 'Description', theirs: theirs.description, yours: yours.description },
    { label: 'Type', theirs: practiceLabel(theirs.isPractice), yours: practiceLabel(yours.isPractice) },
    ...compareQuestions(theirs.questions, yours.questions),
  ];
}
