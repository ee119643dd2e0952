import type { ComparedField, VersionComparison } from '@khmer-learning/console-sdk';
import type { Quiz, QuizStatus } from '@khmer-learning/contracts';
import type { QuizPayload } from '../quizzes/quizzes.api.ts';

const quizStatusLabels: Record<QuizStatus, string> = { active: 'Active', draft: 'Draft' };

type Question = QuizPayload['questions'][number];

/** Formats a question and its options, one per line, with the correct option marked. */
function formatQuestion({ question, options, correctAnswer }: Question): string {
  const lines = options.map((option) => (option === correctAnswer ? `✓ ${option}` : `– ${option}`));
  return [question, ...lines].join('\n');
}

function compareQuestions(theirs: readonly Question[], yours: readonly Question[]): ComparedField[] {
  const ids = theirs.map(({ id }) => id);
  const added = yours.filter(({ id }) => id === undefined || !ids.includes(id));
  return [
    ...theirs.map((question, index) => {
      const same = yours.find(({ id }) => id === question.id);
      return {
        label: `Question ${index + 1}`,
        theirs: formatQuestion(question),
        yours: same === undefined ? null : formatQuestion(same),
      };
    }),
    ...added.map((question, index) => ({
      label: `New question ${index + 1}`,
      theirs: null,
      yours: formatQuestion(question),
    })),
  ];
}

const joinQuestionTexts = (questions: readonly Question[]) =>
  questions.map(({ question }) => question).join('\n');

/** Compares the stored quiz with the rejected edit (version conflict), question by question. */
export function compareQuizzes(theirs: Quiz, yours: QuizPayload, lessonTitle: string): VersionComparison {
  return {
    version: theirs.version,
    fields: [
      { label: 'Status', theirs: quizStatusLabels[theirs.status], yours: quizStatusLabels[yours.status] },
      {
        label: 'Lesson',
        theirs: theirs.lessonId === yours.lessonId ? lessonTitle : (theirs.lessonTitle ?? 'No lesson'),
        yours: lessonTitle,
      },
      { label: 'Title', theirs: theirs.title, yours: yours.title },
      { label: 'Description', theirs: theirs.description, yours: yours.description },
      {
        label: 'Questions',
        theirs: joinQuestionTexts(theirs.questions),
        yours: joinQuestionTexts(yours.questions),
      },
      ...compareQuestions(theirs.questions, yours.questions),
    ],
  };
}
