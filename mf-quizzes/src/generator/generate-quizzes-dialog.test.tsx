import { RowMenu } from '@khmer-learning/console-kit';
import {
  chooseRowAction,
  clickButton,
  errorResponse,
  extensionSource,
  type FakeApi,
  renderView,
  resetBrowserState,
  selectOption,
} from '@khmer-learning/console-sdk/testing';
import { axeViolations } from '@khmer-learning/ui-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { manifest } from '../../remote.manifest.ts';
import { remote } from '../remote.ts';
import { fakeQuizApi, riverLesson, riverQuiz } from '../testing/quiz-fixtures.ts';

const course = { id: 1, name: 'Around the farm' };
const CourseMenu = () => <RowMenu name={course.name} extensions={{ entity: 'main-lesson', item: course }} />;
const lessonOf = (id: number, title: string, description: string, content: string) => ({
  ...riverLesson,
  id,
  title,
  description,
  position: id,
  sections: [{ title: 'Key words', content, html: null, ops: null }],
});
const words = 'River [tun-lee] : ទន្លេ\nBoat [tuuk] : ទូក\nFish [trey] : ត្រី';
let api: FakeApi;

async function open() {
  renderView(CourseMenu, 'main_lessons', { extensions: extensionSource(manifest, remote) });
  await chooseRowAction(course.name, 'Generate quizzes…');
  return screen.findByRole('dialog', { name: 'Generate quizzes' });
}
const created = () => api.sent('POST', '/api/quizzes').map(({ body }) => Object(body));

beforeEach(() => {
  resetBrowserState();
  api = fakeQuizApi();
  const lessons = [
    lessonOf(12, 'The weather', 'Wind and rain', words),
    lessonOf(11, 'The river', '', words),
    lessonOf(13, 'Small talk', 'Hello', 'A: Hello!'),
    lessonOf(14, 'Just done', 'Its quiz is new', words),
  ];
  api.route('GET /api/lessons', () => ({ body: { lessons, total: lessons.length } }));
  api.route('GET /api/quizzes/by-lessons', () => ({
    body: { lessons: [{ lessonId: 14, active: 0, drafts: 1, quizId: 9 }] },
  }));
});

it('makes a draft for each chosen lesson without a quiz, in the order of the lessons', async () => {
  const dialog = await open();
  const list = within(await within(dialog).findByRole('list', { name: 'Lessons without a quiz' }));
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'The river3 questions',
    'The weather3 questions',
    'Small talkno words for such questions',
  ]);
  expect((list.getByRole('checkbox', { name: 'Small talk' }) as HTMLInputElement).disabled).toBe(true);
  expect(api.sent('GET', '/api/lessons')[0]?.query.toString()).toContain('mainLessonId=1&quiz=none');
  expect(await axeViolations()).toEqual([]);
  await selectOption('Language of the questions', 'Khmer');
  await clickButton('Create 2 drafts', dialog);
  await screen.findByText('2 quizzes created as drafts');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(created()).toMatchObject([
    { lessonId: 11, title: 'The river', description: 'The river', status: 'draft', isPractice: false },
    { lessonId: 12, title: 'The weather', description: 'Wind and rain', status: 'draft' },
  ]);
  expect(created()[0].questions).toHaveLength(3);
  expect(created()[0].questions[0].question).toBe('តើ «River» ជាភាសាខ្មែរថាដូចម្ដេច?');
});

it('leaves out what is not chosen', async () => {
  const dialog = await open();
  await userEvent.click(await within(dialog).findByRole('checkbox', { name: 'The river' }));
  await clickButton('Create 1 draft', dialog);
  await screen.findByText('1 quiz created as a draft');
  expect(created().map(({ title }) => title)).toEqual(['The weather']);
});

it('says what was created before a failure, and creates only the rest when it is tried again', async () => {
  api.route('POST /api/quizzes', ({ body }) =>
    Object(body).lessonId === 12 ? errorResponse(503, { message: 'Quizzes are away' }) : { body: riverQuiz },
  );
  const dialog = await open();
  await clickButton('Create 2 drafts', dialog);
  expect((await within(dialog).findByRole('alert')).textContent).toBe(
    '1 quiz was created, then it stoppedQuizzes are away',
  );
  api.route('POST /api/quizzes', () => ({ body: riverQuiz }));
  await clickButton('Create 1 draft', dialog);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(created().map(({ lessonId }) => lessonId)).toEqual([11, 12, 12]);
});

it('says that every lesson has a quiz, and why the lessons cannot be shown', async () => {
  api.route('GET /api/lessons', () => errorResponse(503, { message: 'Lessons are away' }));
  const dialog = await open();
  expect((await within(dialog).findByRole('alert')).textContent).toContain('Lessons are away');
  api.route('GET /api/lessons', () => ({ body: { lessons: [], total: 0 } }));
  await clickButton('Try again', dialog);
  await within(dialog).findByText('Every lesson has a quiz');
});
