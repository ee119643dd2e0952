import type { ComparedField, VersionComparison } from '@khmer-learning/console-sdk';
import type { Quiz, QuizStatus } from '@khmer-learning/contracts';
import type { QuizChanges } from '../quizzes/quizzes.api.ts';

const statusLabels: Record<QuizStatus, string> = { active: 'Active', draft: 'Draft' };

type Question = QuizChanges['questions'][number];

/** A question with its options, a line each, of which the right one is marked. */
function textOf({ question, options, correctAnswer }: Question): string {
  const lines = options.map((option) => (option === correctAnswer ? `✓ ${option}` : `– ${option}`));
  return [question, ...lines].join('\n');
}

function questionFields(theirs: readonly Question[], yours: readonly Question[]): ComparedField[] {
  const ids = theirs.map(({ id }) => id);
  const added = yours.filter(({ id }) => id === undefined || !ids.includes(id));
  return [
    ...theirs.map((question, index) => {
      const same = yours.find(({ id }) => id === question.id);
      return {
        label: `Question ${index + 1}`,
        theirs: textOf(question),
        yours: same === undefined ? null : textOf(same),
      };
    }),
    ...added.map((question, index) => ({
      label: `New question ${index + 1}`,
      theirs: null,
      yours: textOf(question),
    })),
  ];
}

const orderOf = (questions: readonly Question[]) => questions.map(({ question }) => question).join('\n');

/** A quiz as it is stored beside one that was to be saved, question by question. */
export function compareQuizzes(theirs: Quiz, yours: QuizChanges, lessonTitle: string): VersionComparison {
  return {
    version: theirs.version,
    fields: [
      { label: 'Status', theirs: statusLabels[theirs.status], yours: statusLabels[yours.status] },
      {
        label: 'Lesson',
        theirs: theirs.lessonId === yours.lessonId ? lessonTitle : (theirs.lessonTitle ?? 'No lesson'),
        yours: lessonTitle,
      },
      { label: 'Title', theirs: theirs.title, yours: yours.title },
      { label: 'Description', theirs: theirs.description, yours: yours.description },
      { label: 'Questions', theirs: orderOf(theirs.questions), yours: orderOf(yours.questions) },
      ...questionFields(theirs.questions, yours.questions),
    ],
  };
}
