import {
  clickButton,
  errorResponse,
  type FakeApi,
  fillField,
  renderView,
  resetBrowserState,
  selectOption,
} from '@khmer-learning/console-sdk/testing';
import type { Rights, User } from '@khmer-learning/contracts';
import { axeViolations } from '@khmer-learning/ui-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  fakeUsersApi,
  invitedTeacher,
  otherAdmin,
  teacherUser,
  testAdmin,
} from '../testing/user-fixtures.ts';
import { getField, openUser } from '../testing/user-test-utils.ts';
import { UserList } from './user-list.tsx';

let api: FakeApi;
const save = `PUT /api/users/${teacherUser.id}`;
const saved = () => api.sent('PUT', `/api/users/${teacherUser.id}`).map(({ body }) => body);
const mainLessons = [
  { id: 3, title: 'First Words' },
  { id: 8, title: 'The river' },
];

/** The teacher as the API answers, with these rights. */
function answerTeacher(rights: Rights | undefined): User {
  const user: User = { ...teacherUser, ...(rights && { rights }) };
  api.route('GET /api/users', () => ({ body: { users: [user], total: 1 } }));
  api.route(`GET /api/users/${user.id}`, () => ({ body: user }));
  return user;
}

beforeEach(() => {
  resetBrowserState();
  api = fakeUsersApi();
  api.route('GET /api/main-lessons', () => ({ body: { mainLessons, total: 2 } }));
  for (const mainLesson of mainLessons)
    api.route(`GET /api/main-lessons/${mainLesson.id}`, () => ({ body: mainLesson }));
  api.route('GET /api/main-lessons/5', () => errorResponse(404, { message: 'Main lesson not found' }));
  api.route(save, () => ({ body: teacherUser }));
});

const mayPublish = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'May publish' });

describe('the rights of a teacher', () => {
  it('are everything by default, and not sent when they stay', async () => {
    await openUser(teacherUser);
    expect(mayPublish().checked).toBe(true);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'All' }).checked).toBe(true);
    await fillField(getField('Last Name'), 'Kim Som');
    await clickButton('Save Changes');
    expect(await screen.findByText('User updated successfully')).toBeTruthy();
    expect(saved()).toEqual([
      { firstName: 'Dara', lastName: 'Kim Som', email: 'dara@khmer.local', role: 'teacher' },
    ]);
  });

  it('are taken, with main lessons that are searched for; the form says what this does', async () => {
    await openUser(teacherUser);
    await userEvent.click(mayPublish());
    expect(screen.getByText('The teacher is signed out everywhere. What is saved is kept.')).toBeTruthy();
    await userEvent.click(screen.getByRole('radio', { name: 'Chosen ones' }));
    await userEvent.click(screen.getByRole('combobox', { name: 'Add a main lesson' }));
    await userEvent.click(await screen.findByRole('option', { name: 'The river' }));
    expect(await screen.findByRole('button', { name: 'Remove The river' })).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Add a main lesson' }));
    expect(await axeViolations()).toEqual([]);
    await clickButton('Save Changes');
    expect(await screen.findByText('User updated successfully')).toBeTruthy();
    expect(saved()).toMatchObject([{ rights: { canPublish: false, mainLessonIds: [8] } }]);
  });

  it('are given back', async () => {
    const user = answerTeacher({ canPublish: false, mainLessonIds: [3] });
    await openUser(user);
    expect(mayPublish().checked).toBe(false);
    expect(await screen.findByText('First Words')).toBeTruthy();
    await userEvent.click(mayPublish());
    await userEvent.click(screen.getByRole('radio', { name: 'All' }));
    await clickButton('Save Changes');
    expect(await screen.findByText('User updated successfully')).toBeTruthy();
    expect(saved()).toMatchObject([{ rights: null }]);
  });

  it('name a deleted main lesson, which can be removed', async () => {
    const user = answerTeacher({ canPublish: true, mainLessonIds: [3, 5] });
    await openUser(user);
    await clickButton('Remove Main lesson 5 (deleted)', await screen.findByRole('dialog'));
    await clickButton('Save Changes');
    expect(await screen.findByText('User updated successfully')).toBeTruthy();
    expect(saved()).toMatchObject([{ rights: { canPublish: true, mainLessonIds: [3] } }]);
  });

  it('need a main lesson when they are limited to some', async () => {
    await openUser(teacherUser);
    await userEvent.click(screen.getByRole('radio', { name: 'Chosen ones' }));
    await clickButton('Save Changes');
    expect(await screen.findByText('Choose at least one main lesson')).toBeTruthy();
    expect(saved()).toEqual([]);
  });

  it('stay in the form when they cannot be saved', async () => {
    api.route(save, () => ({ status: 500, body: {} }));
    await openUser(teacherUser);
    await userEvent.click(mayPublish());
    await clickButton('Save Changes');
    expect(await screen.findByText('Failed to update user')).toBeTruthy();
    expect(mayPublish().checked).toBe(false);
  });

  it('are those of teachers: an admin has none to take', async () => {
    await openUser(teacherUser);
    await userEvent.click(screen.getByRole('radio', { name: 'Chosen ones' }));
    await selectOption('Role', 'Admin');
    expect(screen.queryByRole('checkbox', { name: 'May publish' })).toBeNull();
    await clickButton('Save Changes');
    await waitFor(() => expect(saved()).toMatchObject([{ role: 'admin' }]));
    expect(saved()[0]).not.toHaveProperty('rights');
  });

  it('are marked in the list', async () => {
    answerTeacher({ canPublish: false, mainLessonIds: [3, 8] });
    renderView(UserList, 'users', { user: testAdmin });
    const row = (await screen.findByText('Dara')).closest('tr') ?? document.body;
    expect(within(row).getByText('May not publish')).toBeTruthy();
    expect(within(row).getByText('2 main lessons')).toBeTruthy();
  });

  it('can be shown and taken in an invitation', async () => {
    api.route('POST /api/users/invitations', () => ({ status: 201, body: invitedTeacher }));
    renderView(UserList, 'users', { user: testAdmin });
    await clickButton('Invite');
    const dialog = await screen.findByRole('dialog', { name: 'Invite' });
    await fillField(within(dialog).getByLabelText('First Name'), 'Maly');
    await fillField(within(dialog).getByLabelText('Last Name'), 'Sam');
    await fillField(within(dialog).getByLabelText('Email'), 'maly@khmer.local');
    await userEvent.click(mayPublish());
    await clickButton('Send invitation');
    expect(await screen.findByText('Invitation sent')).toBeTruthy();
    expect(api.sent('POST', '/api/users/invitations')[0]?.body).toMatchObject({
      role: 'teacher',
      rights: { canPublish: false, mainLessonIds: null },
    });
  });

  it('are not asked for of an admin', async () => {
    await openUser(otherAdmin);
    expect(screen.queryByRole('checkbox', { name: 'May publish' })).toBeNull();
  });
});
