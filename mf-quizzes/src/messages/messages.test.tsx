import {
  type FakeApi,
  type RenderViewOptions,
  renderView,
  resetBrowserState,
} from '@khmer-learning/console-sdk/testing';
import type { Quiz } from '@khmer-learning/contracts';
import { toPseudoLocale } from '@khmer-learning/ui-kit';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { AnalyticsView } from '../analytics/analytics-view.tsx';
import { GenerateQuestionsDialog } from '../generator/generate-questions-dialog.tsx';
import { QuizList } from '../quizzes/quiz-list.tsx';
import { QuizResultsDialog } from '../quizzes/quiz-results-dialog.tsx';
import { fakeQuizApi, riverQuiz } from '../testing/quiz-fixtures.ts';

const pseudo: RenderViewOptions = { language: 'en-XA' };
const answered = { options: [], correctAnswer: '' };
/** A quiz with questions of all kinds, without any letters: every letter on the page is of the console. */
const quiz: Quiz = {
  ...riverQuiz,
  title: '100',
  description: '200',
  lessonTitle: '300',
  questions: [
    { id: 1, question: '1', options: ['1', '2'], correctAnswer: '1' },
    { ...answered, id: 2, kind: 'typed', question: '2', correctAnswer: '1', acceptedAnswers: ['2'] },
    {
      ...answered,
      id: 3,
      kind: 'listening',
      question: '3',
      correctAnswer: '1',
      recordings: [{ language: 'en', text: '1', file: '1.mp3' }],
    },
    {
      ...answered,
      id: 4,
      kind: 'matching',
      question: '4',
      pairs: [
        { left: '1', right: '2' },
        { left: '3', right: '4' },
      ],
    },
    { ...answered, id: 5, kind: 'ordering', question: '5', parts: ['1', '2'] },
  ],
  status: 'draft',
};

let api: FakeApi;
beforeEach(() => {
  resetBrowserState();
  api = fakeQuizApi();
  api.route('GET /api/quizzes', () => ({ body: [quiz] }));
  api.route('GET /api/quizzes/3', () => ({ body: quiz }));
  api.route('GET /api/quizzes/3/analytics', () => ({
    body: {
      ...quiz.analytics,
      questions: [{ questionId: 1, question: '1', answers: 2, rightShare: 50 }],
    },
  }));
  api.route('GET /api/quizzes/3/question-statistics', () => ({
    body: { learners: 0, questions: [] },
  }));
});

/** What is shown or read aloud in an element. */
function textsOf(root: Element): string[] {
  const texts: string[] = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) texts.push(walker.currentNode.textContent ?? '');
  for (const element of root.querySelectorAll('*')) {
    for (const name of ['aria-label', 'placeholder', 'title', 'alt'])
      texts.push(element.getAttribute(name) ?? '');
  }
  return texts;
}

/** The texts without the brackets of the pseudo-locale. A text with an element inside has one of them on either side. */
const untranslated = (root: Element) =>
  textsOf(root)
    .map((text) => text.trim())
    .filter((text) => /\p{L}/u.test(text) && !/^\[|\]$/.test(text) && !/2026/.test(text));

describe('in the pseudo-locale, no text is left in English', () => {
  it('in the list and the form, with questions of every kind as authors and learners see them', async () => {
    const { container } = renderView(QuizList, 'quizzes', pseudo);
    const link = await screen.findByRole('link', { name: '100' });
    expect(untranslated(link.closest('article') ?? container)).toEqual([]);
    await userEvent.click(link);
    const form = await screen.findByRole('dialog');
    const tryButtons = within(form).getAllByRole('button', { name: toPseudoLocale('Try an answer') });
    for (const button of tryButtons) await userEvent.click(button);
    expect(await within(form).findAllByText(toPseudoLocale('Your answer'))).toHaveLength(2);
    expect(untranslated(form)).toEqual([]);
  });

  it('in the results', async () => {
    renderView(() => <QuizResultsDialog quiz={quiz} onClose={() => undefined} />, 'quizzes', pseudo);
    await screen.findByText(toPseudoLocale('Question Statistics'));
    expect(untranslated(await screen.findByRole('dialog'))).toEqual([]);
  });

  it('in the generator of questions', async () => {
    renderView(
      () => (
        <GenerateQuestionsDialog
          lessonId={0}
          remainingCapacity={1}
          existingQuestions={new Set()}
          onAdd={() => undefined}
          onClose={() => undefined}
        />
      ),
      'quizzes',
      pseudo,
    );
    expect(untranslated(await screen.findByRole('dialog'))).toEqual([]);
  });

  it('in the analytics', async () => {
    renderView(AnalyticsView, 'analytics', pseudo);
    const report = await screen.findByRole('button', { name: toPseudoLocale('Quiz report (CSV)') });
    expect(untranslated(report.parentElement?.parentElement ?? report)).toEqual([]);
  });
});

it('speaks Khmer', async () => {
  renderView(QuizList, 'quizzes', { language: 'km' });
  const card = within((await screen.findByRole('link', { name: '100' })).closest('article') ?? document.body);
  expect(await card.findByText('5 សំណួរ')).toBeTruthy();
  expect(card.getByText(/ជ្រើសរើស 1 · វាយចម្លើយ 1/)).toBeTruthy();
});
