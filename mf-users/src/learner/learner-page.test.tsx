import {
  chooseRowAction,
  clickButton,
  errorResponse,
  type FakeApi,
  goBack,
  renderView,
  resetBrowserState,
} from '@khmer-learning/console-sdk/testing';
import { axeViolations } from '@khmer-learning/ui-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeUsersApi, inactiveStudent, testAdmin } from '../testing/user-fixtures.ts';
import { UserList } from '../users/user-list.tsx';
import { LearnerList } from './learner-list.tsx';

const at = '2026-05-04T03:42:00.000Z';
const path = `/api/learners/${inactiveStudent.id}`;
const teacher = { ...testAdmin, id: 3, role: 'teacher' } as const;
const notes = [
  { id: 2, text: 'Pays in cash', author: { id: 3, name: 'Dara Kim' }, createdAt: at },
  { id: 1, text: 'Often ill', author: { id: 1, name: 'Sokha Chan' }, createdAt: at },
];
let api: FakeApi;

beforeEach(() => {
  resetBrowserState();
  api = fakeUsersApi();
  const learner = { id: 4, name: 'Rith Sok', isActive: false, lastActiveDay: '2026-05-04' };
  api.route('GET /api/learners', () => ({ body: { learners: [learner], total: 1 } }));
  api.route(`GET ${path}`, () => ({
    body: {
      ...learner,
      isComplete: true,
      lessons: [
        { lessonId: 7, openedAt: at, finishedAt: at },
        { lessonId: 8, openedAt: at, finishedAt: null },
      ],
    },
  }));
  api.route(`GET ${path}/courses`, () => ({
    body: {
      courses: [
        {
          ...{ id: 12, title: 'Everyday Khmer', isOwned: true },
          lessons: [
            { id: 7, title: 'Where?' },
            { id: 8, title: 'Numbers' },
          ],
        },
      ],
      total: 1,
    },
  }));
  api.route(`GET ${path}/answers`, () => ({
    body: {
      quizzes: [
        {
          ...{ quizId: 5, title: 'Rivers', questions: 3, answered: 2, right: 1, lastAnsweredAt: at },
          wrong: [{ questionId: 1, question: 'What is River?', answer: 'ត្រី', correctAnswer: 'ទន្លេ' }],
        },
      ],
      total: 1,
    },
  }));
  api.route(`GET ${path}/sessions`, () => ({
    body: { sessions: [{ lastUsedAt: at, expiresAt: '2026-06-04T03:42:00.000Z' }], devices: [] },
  }));
  api.route(`GET ${path}/notes`, () => ({ body: { notes, total: 2 } }));
});

const part = (name: string) => within(screen.getByRole('region', { name }));

async function openPage(): Promise<void> {
  renderView(UserList, 'users', { user: testAdmin });
  await userEvent.click(await screen.findByText('Rith'));
  await screen.findByRole('heading', { name: 'Rith Sok' });
}

it('shows admins what a learner has learned, and closes with Back', async () => {
  await openPage();
  expect(window.location.hash).toBe('#/users?open=4');
  expect(await part('Main lessons').findByText('1 of 2 lessons finished')).toBeTruthy();
  expect(part('Main lessons').getByRole('link', { name: 'Everyday Khmer' }).getAttribute('href')).toBe(
    '#/main_lessons?open=12',
  );
  await clickButton('Show lessons');
  expect(part('Main lessons').getByRole('link', { name: 'Numbers' }).closest('li')?.textContent).toMatch(
    /Opened May 4, 2026/,
  );
  expect(api.sent('GET', `${path}/courses`)[0]?.query.get('lessonIds')).toBe('7,8');
  const quizzes = part('Quizzes');
  expect(await quizzes.findByText('1 of 2 right at the first try · 1 question not answered')).toBeTruthy();
  expect(quizzes.getByText('Answered: ត្រី')).toBeTruthy();
  expect(quizzes.getByText('Correct: ទន្លេ')).toBeTruthy();
  expect(await part('Sessions and devices').findByText('App')).toBeTruthy();
  expect(await axeViolations()).toEqual([]);
  await goBack();
  expect(await screen.findByRole('row', { name: /Dara/ })).toBeTruthy();
  expect(window.location.hash).toBe('#/users');
});

it('keeps its other parts when one fails', async () => {
  api.route(`GET ${path}/answers`, () => errorResponse(503, { message: 'The service is busy' }));
  await openPage();
  expect(await part('Quizzes').findByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(await part('Notes').findByText('Pays in cash')).toBeTruthy();
});

it('keeps the dialog of the account one click away, and mails, deactivates and deletes', async () => {
  api.route('POST /api/auth/forgot-password', () => ({ body: { message: 'We have sent an email' } }));
  api.route('DELETE /api/users/4', () => ({ body: { message: 'User deleted successfully' } }));
  await openPage();
  await clickButton('Account');
  const dialog = await screen.findByRole('dialog', { name: 'Edit User' });
  for (const label of ['First Name', 'Last Name', 'Email'])
    expect(within(dialog).getByLabelText<HTMLInputElement>(label).disabled).toBe(true);
  await clickButton('Close', dialog);
  await clickButton('Send password link');
  expect(await screen.findByText('We have sent an email')).toBeTruthy();
  expect(api.sent('POST', '/api/auth/forgot-password')[0]?.body).toEqual({ email: inactiveStudent.email });
  expect(screen.getByRole('button', { name: 'Activate User' })).toBeTruthy();
  await chooseRowAction('Rith Sok', 'Delete learner');
  const question = await screen.findByRole('alertdialog');
  expect(question.textContent).toContain('the progress and the notes are deleted');
  await clickButton('Delete', question);
  expect(await screen.findByText('User deleted successfully')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Rith Sok' })).toBeNull());
});

it('shows teachers learning and notes, without the address or anything for admins', async () => {
  api.route(`POST ${path}/notes`, () => ({ status: 201, body: notes[0] }));
  api.route(`DELETE ${path}/notes/2`, () => ({ body: { message: 'The note was deleted' } }));
  renderView(LearnerList, 'learners', { user: teacher });
  await userEvent.click(await screen.findByText('Rith Sok'));
  expect(await screen.findByText('Last active May 4, 2026')).toBeTruthy();
  expect(await part('Main lessons').findByText('1 of 2 lessons finished')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Sessions and devices' })).toBeNull();
  for (const name of ['Account', 'Deactivate User', 'Send password link'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  for (const private_ of ['/api/users', '/api/purchase_history', `${path}/sessions`])
    expect(api.sent('GET', private_)).toEqual([]);
  expect(document.body.textContent).not.toContain(inactiveStudent.email);
  await part('Notes').findByText('Often ill');
  expect(screen.getAllByRole('button', { name: /Delete the note/ })).toHaveLength(1);
  await userEvent.type(screen.getByLabelText('New note'), ' Moves to Siem Reap ');
  await clickButton('Add note');
  await waitFor(() =>
    expect(api.sent('POST', `${path}/notes`)[0]?.body).toEqual({ text: 'Moves to Siem Reap' }),
  );
  await waitFor(() => expect(screen.getByLabelText<HTMLTextAreaElement>('New note').value).toBe(''));
  await clickButton('Delete the note of Dara Kim');
  await clickButton('Delete', await screen.findByRole('alertdialog'));
  await waitFor(() => expect(api.sent('DELETE', `${path}/notes/2`)).toHaveLength(1));
});

it('says what is empty, in Khmer too', async () => {
  api.route(`GET ${path}/courses`, () => ({ body: { courses: [], total: 0 } }));
  api.route(`GET ${path}/answers`, () => ({ body: { quizzes: [], total: 0 } }));
  api.route(`GET ${path}/notes`, () => ({ body: { notes: [], total: 0 } }));
  window.history.replaceState(null, '', '#/learners?open=4');
  renderView(LearnerList, 'learners', { user: teacher, language: 'km' });
  const shown = () => document.body.textContent?.replaceAll('\u2060', '') ?? '';
  for (const text of ['មិនទាន់មានមេរៀនចម្បង', 'មិនទាន់ឆ្លើយកម្រងសំណួរ', 'មិនទាន់មានកំណត់ចំណាំ'])
    await waitFor(() => expect(shown()).toContain(text));
});
