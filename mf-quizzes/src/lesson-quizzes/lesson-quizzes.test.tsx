import { FormPanels, RowMenu } from '@khmer-learning/console-kit';
import { useNavigation, ViewProvider } from '@khmer-learning/console-sdk';
import {
  chooseRowAction,
  clickButton,
  extensionSource,
  type FakeApi,
  fakeApi,
  renderView,
  resetBrowserState,
} from '@khmer-learning/console-sdk/testing';
import { axeViolations } from '@khmer-learning/ui-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { manifest } from '../../remote.manifest.ts';
import { QuizList } from '../quizzes/quiz-list.tsx';
import { remote } from '../remote.ts';
import { riverLesson, riverQuiz } from '../testing/quiz-fixtures.ts';

const lesson = { id: 12, name: 'At the river' };
let api: FakeApi;

/** The places of another remote where lessons are. */
const Lessons = () => (
  <>
    <RowMenu name={lesson.name} extensions={{ entity: 'lesson', item: lesson }} />
    <FormPanels entity="lesson" item={lesson} />
  </>
);
const open = () => renderView(Lessons, 'lessons', { extensions: extensionSource(manifest, remote) });

beforeEach(() => {
  resetBrowserState();
  api = fakeApi({ 'GET /api/quizzes': () => ({ body: [riverQuiz] }) });
});

it('shows a lesson’s quizzes in a panel of its form, with a link to each and its kinds of questions', async () => {
  open();
  expect(api.sent('GET', '/api/quizzes')).toEqual([]);
  await clickButton('Quizzes');
  const link = await screen.findByRole('link', { name: riverQuiz.title });
  expect(screen.getByText('Choice')).toBeTruthy();
  expect(link.getAttribute('href')).toBe(`#/quizzes?open=${riverQuiz.id}`);
  expect(api.sent('GET', '/api/quizzes')[0]?.query.get('lessonId')).toBe('12');
  expect(await axeViolations()).toEqual([]);
});

it('shows them in a dialog of the lessons’ list, until it is closed', async () => {
  open();
  await chooseRowAction('At the river', 'Quizzes');
  const dialog = await screen.findByRole('dialog', { name: 'At the river' });
  expect(await within(dialog).findByRole('link', { name: riverQuiz.title })).toBeTruthy();
  await clickButton('Close', dialog);
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('says that a lesson has no quizzes, and why they cannot be shown', async () => {
  api.route('GET /api/quizzes', () => ({
    status: 503,
    body: { message: 'Quizzes are away', code: 'x', requestId: 'r' },
  }));
  open();
  await clickButton('Quizzes');
  expect((await screen.findByRole('alert')).textContent).toContain('Quizzes are away');
  api.route('GET /api/quizzes', () => ({ body: [] }));
  await clickButton('Try again');
  expect(await screen.findByText('This lesson has no quizzes.')).toBeTruthy();
});

it.each([
  ['Generate from vocabulary', true],
  ['New Quiz', false],
])('offers %s for a lesson without a quiz', async (button, generates) => {
  api.route('GET /api/quizzes', () => ({ body: [] }));
  api.route('GET /api/lessons/7', () => ({ body: riverLesson }));
  const Lesson = () => {
    const { currentView } = useNavigation();
    const item = { id: riverLesson.id, name: riverLesson.title };
    return currentView === 'quizzes' ? (
      <ViewProvider id="quizzes">
        <QuizList />
      </ViewProvider>
    ) : (
      <RowMenu name={item.name} extensions={{ entity: 'lesson', item }} />
    );
  };
  renderView(Lesson, 'lessons', { extensions: extensionSource(manifest, remote) });
  await chooseRowAction(riverLesson.title, 'Quizzes');
  await clickButton(button, await screen.findByRole('dialog', { name: riverLesson.title }));
  const generator = { name: 'Generate from vocabulary' };
  if (generates) await clickButton('Cancel', await screen.findByRole('dialog', generator));
  const form = await screen.findByRole('dialog', { name: 'Create New Quiz' });
  expect(screen.queryByRole('dialog', generator)).toBeNull();
  const lessonField = within(form).getByRole('combobox', { name: 'Lesson' });
  await waitFor(() => expect(lessonField).toHaveProperty('value', riverLesson.title));
});
