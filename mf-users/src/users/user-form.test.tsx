import {
  clickButton,
  errorResponse,
  type FakeApi,
  fillField,
  resetBrowserState,
  selectOption,
} from '@khmer-learning/console-sdk/testing';
import { axeViolations } from '@khmer-learning/ui-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  fakeUsersApi,
  inactiveStudent,
  invitedTeacher,
  otherAdmin,
  teacherUser,
  testAdmin,
} from '../testing/user-fixtures.ts';
import { getField, openNewUser, openUser } from '../testing/user-test-utils.ts';

let api: FakeApi;
const register = 'POST /api/auth/register';

const chosen = (label: string) => {
  const select = screen.getByRole('combobox', { name: label });
  return [select.textContent, select.hasAttribute('disabled')];
};
const buttonsOf = (dialog: HTMLElement) =>
  within(dialog)
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent);

async function fillIn(): Promise<void> {
  await fillField(getField('First Name'), 'Maly');
  await fillField(getField('Last Name'), 'Sam');
  await fillField(getField('Email'), ' Maly@Khmer.local ');
  await fillField(getField('Password'), 'a good password');
}

beforeEach(() => {
  resetBrowserState();
  api = fakeUsersApi();
});

describe('a new user', () => {
  it('is an active admin; role and status cannot be changed', async () => {
    const dialog = await openNewUser();
    expect(chosen('Role')).toEqual(['Admin', true]);
    expect(chosen('Status')).toEqual(['Active', true]);
    expect(screen.getByText('New users are created as admins. Invite teachers.')).toBeTruthy();
    expect(buttonsOf(dialog)).toEqual(['Close', 'Show password', 'Create User']);
    expect(await axeViolations()).toEqual([]);
  });

  it('needs names, an email and a password', async () => {
    await openNewUser();
    await clickButton('Create User');
    expect(await screen.findByText('Firstname is required')).toBeTruthy();
    expect(screen.getByText('Lastname is required')).toBeTruthy();
    expect(screen.getByText('Invalid email address')).toBeTruthy();
    expect(screen.getByText('Password must be at least 8 characters')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(getField('First Name')));
  });

  it('is created', async () => {
    api.route(register, () => ({ status: 201, body: { user: { ...otherAdmin, id: 9 } } }));
    await openNewUser();
    await fillIn();
    await clickButton('Create User');
    expect(await screen.findByText('User created successfully')).toBeTruthy();
    expect(api.sent('POST', '/api/auth/register')[0]?.body).toEqual({
      firstName: 'Maly',
      lastName: 'Sam',
      email: 'maly@khmer.local',
      password: 'a good password',
      role: 'admin',
      isActive: true,
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('says on its field that the email is taken', async () => {
    const message = 'Email is already in use';
    api.route(register, () => errorResponse(409, { message, code: 'conflict' }));
    await openNewUser();
    await fillIn();
    await clickButton('Create User');
    await waitFor(() => expect(getField('Email').getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getAllByText(message).length).toBeGreaterThan(1);
    expect(getField('First Name').value).toBe('Maly');
  });

  it('shows the server’s validation errors on their fields', async () => {
    const issues = [{ path: 'lastName', message: 'Must be at most 100 characters' }];
    api.route(register, () =>
      errorResponse(400, { message: 'Must be at most 100 characters', code: 'validation', issues }),
    );
    await openNewUser();
    await fillIn();
    await clickButton('Create User');
    await waitFor(() => expect(getField('Last Name').getAttribute('aria-invalid')).toBe('true'));
  });

  it('says on its field that the password is too common', async () => {
    const message = 'This password is too common. Choose a different one';
    const issues = [{ path: 'password', message }];
    api.route(register, () => errorResponse(400, { message, code: 'validation', issues }));
    await openNewUser();
    await fillIn();
    await clickButton('Create User');
    await waitFor(() => expect(getField('Password').getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getAllByText(message).length).toBeGreaterThan(1);
  });

  it('says when it cannot be created', async () => {
    api.route(register, () => ({ status: 500, body: {} }));
    await openNewUser();
    await fillIn();
    await clickButton('Create User');
    expect(await screen.findByText('Failed to create user')).toBeTruthy();
  });

  it('is not said to be created when the call was taken for the registration of a stranger', async () => {
    const onSessionEnd = jest.fn();
    api.route(register, () => ({ status: 201, body: { message: 'Check your email to confirm' } }));
    api.route('GET /api/auth/session', () => errorResponse(401, { message: 'Sign in to continue' }));
    await openNewUser({ onSessionEnd });
    await fillIn();
    await clickButton('Create User');
    await waitFor(() => expect(onSessionEnd).toHaveBeenCalled());
    expect(screen.queryByText('User created successfully')).toBeNull();
    expect(getField('First Name').value).toBe('Maly');
  });

  it.each([401, 403])(
    'opens the sign-in dialog when the session has ended (%i), and keeps the input',
    async (status) => {
      const onSessionEnd = jest.fn();
      api.route(register, () => errorResponse(status, { message: 'You do not have access to this' }));
      api.route('GET /api/auth/session', () => errorResponse(401, { message: 'Sign in to continue' }));
      await openNewUser({ onSessionEnd });
      await fillIn();
      await clickButton('Create User');
      await waitFor(() => expect(onSessionEnd).toHaveBeenCalled());
      expect(screen.queryByText('You do not have access to this')).toBeNull();
      expect(getField('First Name').value).toBe('Maly');
    },
  );

  it('asks for confirmation before unsaved changes are discarded', async () => {
    await openNewUser();
    await fillField(getField('First Name'), 'Ma');
    await userEvent.keyboard('{Escape}');
    await clickButton('Leave', await screen.findByRole('alertdialog', { name: 'Leave without saving?' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('an existing admin', () => {
  it('has an editable name, email and role, but no editable status or password', async () => {
    const dialog = await openUser(otherAdmin);
    expect(
      ['First Name', 'Last Name', 'Email'].map((label) => [getField(label).value, getField(label).disabled]),
    ).toEqual([
      ['Bopha', false],
      ['Keo', false],
      ['bopha@khmer.local', false],
    ]);
    expect(chosen('Role')).toEqual(['Admin', false]);
    expect(chosen('Status')).toEqual(['Active', true]);
    expect(screen.queryByLabelText('Password')).toBeNull();
    expect(buttonsOf(dialog)).toEqual([
      'Close',
      'Activity',
      'Deactivate User',
      'Change Password',
      'Save Changes',
    ]);
  });

  it('needs names and an email', async () => {
    await openUser(otherAdmin);
    for (const label of ['First Name', 'Last Name', 'Email']) await fillField(getField(label), '\u200b');
    await clickButton('Save Changes');
    expect(await screen.findByText('Firstname is required')).toBeTruthy();
    expect(screen.getByText('Lastname is required')).toBeTruthy();
    expect(screen.getByText('Invalid email address')).toBeTruthy();
  });

  it('is saved with its version; only name, email and role are sent', async () => {
    api.route('PUT /api/users/2', () => ({ body: otherAdmin }));
    await openUser(otherAdmin);
    await fillField(getField('Last Name'), 'Keo Som');
    await clickButton('Save Changes');
    expect(await screen.findByText('User updated successfully')).toBeTruthy();
    const [sent] = api.sent('PUT', '/api/users/2');
    expect(sent?.headers.get('if-match')).toBe('"3"');
    expect(sent?.body).toEqual({
      firstName: 'Bopha',
      lastName: 'Keo Som',
      email: 'bopha@khmer.local',
      role: 'admin',
    });
  });

  it.each([
    ['who is signed in: the console asks who they are now', testAdmin, 1],
    ['who is somebody else: the console has nothing to ask', otherAdmin, 0],
  ])('is saved, %s', async (_name, person, asked) => {
    api.route(`PUT /api/users/${person.id}`, () => ({ body: person }));
    const refreshUser = jest.fn(async () => undefined);
    await openUser(person, { refreshUser });
    await fillField(getField('First Name'), 'Renamed');
    await clickButton('Save Changes');
    expect(await screen.findByText('User updated successfully')).toBeTruthy();
    expect(refreshUser).toHaveBeenCalledTimes(asked);
  });

  describe('whose email is changed', () => {
    async function changeEmail(
      person = otherAdmin,
      options: Parameters<typeof openUser>[1] = {},
    ): Promise<void> {
      await openUser(person, options);
      expect(screen.queryByLabelText('Your current password')).toBeNull();
      await fillField(getField('Email'), ' New@Khmer.local ');
    }

    it('requires the password of the signed-in admin', async () => {
      api.route('PUT /api/users/2', () => ({ body: otherAdmin }));
      await changeEmail();
      await clickButton('Save Changes');
      expect(await screen.findByText('Password is required')).toBeTruthy();
      expect(api.sent('PUT', '/api/users/2')).toEqual([]);
      await fillField(getField('Your current password'), 'my own password');
      await clickButton('Save Changes');
      expect(await screen.findByText('User updated successfully')).toBeTruthy();
      expect(api.sent('PUT', '/api/users/2')[0]?.body).toEqual({
        firstName: 'Bopha',
        lastName: 'Keo',
        email: 'new@khmer.local',
        role: 'admin',
        currentPassword: 'my own password',
      });
    });

    it('shows a wrong password on its field and keeps the session', async () => {
      const message = 'Current password is incorrect';
      const onSessionEnd = jest.fn();
      api.route('PUT /api/users/2', () => errorResponse(401, { message, code: 'wrong_password' }));
      await changeEmail(otherAdmin, { onSessionEnd });
      await fillField(getField('Your current password'), 'not my password');
      await clickButton('Save Changes');
      const given = getField('Your current password');
      await waitFor(() => expect(given.getAttribute('aria-invalid')).toBe('true'));
      expect(document.activeElement).toBe(given);
      expect(onSessionEnd).not.toHaveBeenCalled();
      expect(await axeViolations()).toEqual([]);
    });

    it('is signed out without confirmation if it is their own', async () => {
      api.route('PUT /api/users/1', () => ({ body: testAdmin }));
      const signOut = jest.fn(async () => undefined);
      await changeEmail(testAdmin, { signOut });
      await fillField(getField('Your current password'), 'my own password');
      await clickButton('Save Changes');
      const notice = 'User updated successfully. Sign in with your new email.';
      await waitFor(() => expect(signOut).toHaveBeenCalledWith({ notice }));
      expect(screen.queryByRole('alertdialog')).toBeNull();
    });
  });

  it('shows an error when saving fails', async () => {
    api.route('PUT /api/users/2', () => ({ status: 500, body: {} }));
    await openUser(otherAdmin);
    await clickButton('Save Changes');
    expect(await screen.findByText('Failed to update user')).toBeTruthy();
  });

  describe('changed by someone else in the meantime', () => {
    async function meetTheOther(): Promise<void> {
      api.route('PUT /api/users/2', ({ headers }) =>
        headers.get('if-match') === '"3"'
          ? errorResponse(409, { message: 'This user was changed by someone else', code: 'stale_version' })
          : { body: otherAdmin },
      );
      await openUser(otherAdmin);
      api.route('GET /api/users/2', () => ({ body: { ...otherAdmin, firstName: 'Theirs', version: 4 } }));
      await fillField(getField('First Name'), 'Mine');
      await clickButton('Save Changes');
      await screen.findByRole('dialog', { name: 'This user was changed by someone else' });
    }

    it('can be reloaded', async () => {
      await meetTheOther();
      api.route('GET /api/users/2', () => ({ body: { ...otherAdmin, firstName: 'Theirs', version: 4 } }));
      await clickButton('Reload');
      await waitFor(() => expect(getField('First Name').value).toBe('Theirs'));
    });

    it('is merged by choice, without any password, and saved over the version that was seen', async () => {
      api.route('PUT /api/users/2', ({ headers }) =>
        headers.get('if-match') === '"4"'
          ? { body: otherAdmin }
          : errorResponse(409, { message: 'This user was changed by someone else', code: 'stale_version' }),
      );
      await openUser(otherAdmin);
      const theirs = { ...otherAdmin, firstName: 'Theirs', lastName: 'Chan', version: 4 };
      api.route('GET /api/users/2', () => ({ body: theirs }));
      await fillField(getField('First Name'), 'Mine');
      await fillField(getField('Email'), 'mine@khmer.local');
      await fillField(getField('Your current password'), 'a secret password');
      await clickButton('Save Changes');
      const dialog = await screen.findByRole('dialog', { name: 'This user was changed by someone else' });
      await userEvent.click(await within(dialog).findByRole('radio', { name: 'Mine' }));
      expect(dialog.textContent).not.toMatch(/secret|password/i);
      await clickButton('Use merged version');
      expect(['First Name', 'Last Name', 'Email'].map((label) => getField(label).value)).toEqual([
        'Mine',
        'Chan',
        'mine@khmer.local',
      ]);
      expect(getField('Your current password').value).toBe('a secret password');
      await clickButton('Save Changes');
      expect(await screen.findByText('User updated successfully')).toBeTruthy();
      expect(api.sent('PUT', '/api/users/2').at(-1)?.body).toMatchObject({
        firstName: 'Mine',
        lastName: 'Chan',
        email: 'mine@khmer.local',
      });
    });

    it('can be overwritten after the differences are shown', async () => {
      await meetTheOther();
      const names = await screen.findByRole('region', { name: 'First Name' });
      expect(names.textContent).toBe('First NameTheirsTheirsYoursMine');
      expect(screen.queryByRole('region', { name: 'Last Name' })).toBeNull();
      await clickButton('Overwrite');
      await waitFor(() =>
        expect(api.sent('PUT', '/api/users/2').at(-1)?.headers.get('if-match')).toBe('"4"'),
      );
      expect(await screen.findByText('User updated successfully')).toBeTruthy();
      expect(api.sent('PUT', '/api/users/2').at(-1)?.body).toMatchObject({ firstName: 'Mine' });
    });

    it('can be edited further, with the input kept', async () => {
      await meetTheOther();
      await clickButton('Keep editing');
      expect(getField('First Name').value).toBe('Mine');
    });
  });
});

describe('the role of staff', () => {
  it('is changed between teacher and admin, after the form has said what that does', async () => {
    api.route('PUT /api/users/3', () => ({ body: { ...teacherUser, role: 'admin' } }));
    const user = userEvent.setup();
    await openUser(teacherUser);
    await user.click(screen.getByRole('combobox', { name: 'Role' }));
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual(['Admin', 'Teacher']);
    await user.click(screen.getByRole('option', { name: 'Admin' }));
    expect(screen.getByText('An admin can do everything. The user is signed out everywhere.')).toBeTruthy();
    await clickButton('Save Changes');
    expect(await screen.findByText('User updated successfully')).toBeTruthy();
    expect(api.sent('PUT', '/api/users/3')[0]?.body).toMatchObject({ firstName: 'Dara', role: 'admin' });
  });

  it('of the last admin is refused, and the form says why', async () => {
    const message = 'You cannot change the role of the last active admin';
    api.route('PUT /api/users/1', () => errorResponse(409, { message, code: 'conflict' }));
    await openUser(testAdmin);
    await selectOption('Role', 'Teacher');
    await clickButton('Save Changes');
    expect(await screen.findByText(message)).toBeTruthy();
    expect(screen.getByRole('dialog', { name: 'Edit User' })).toBeTruthy();
  });

  it('signs out whoever gives up the own', async () => {
    api.route('PUT /api/users/1', () => ({ body: { ...testAdmin, role: 'teacher' } }));
    const signOut = jest.fn(async () => undefined);
    await openUser(testAdmin, { signOut });
    await selectOption('Role', 'Teacher');
    await clickButton('Save Changes');
    const notice = 'User updated successfully. Sign in with your new role.';
    await waitFor(() => expect(signOut).toHaveBeenCalledWith({ notice }));
  });
});

describe('an existing teacher', () => {
  it('has an editable name, email and role; the password is the teacher’s own', async () => {
    const dialog = await openUser(teacherUser);
    for (const label of ['First Name', 'Last Name', 'Email']) expect(getField(label).disabled).toBe(false);
    expect(chosen('Role')).toEqual(['Teacher', false]);
    expect(buttonsOf(dialog)).toEqual(['Close', 'Activity', 'Deactivate User', 'Save Changes']);
  });
});

describe('an existing student', () => {
  it('is read-only except for the status', async () => {
    const dialog = await openUser(inactiveStudent);
    for (const label of ['First Name', 'Last Name', 'Email']) expect(getField(label).disabled).toBe(true);
    expect(getField('First Name').value).toBe(inactiveStudent.firstName);
    expect(chosen('Role')).toEqual(['Student', true]);
    expect(chosen('Status')).toEqual(['Inactive', true]);
    expect(screen.getByText('You can edit the name and email of admins and teachers only.')).toBeTruthy();
    expect(buttonsOf(dialog)).toEqual(['Close', 'Activity', 'Activate User']);
  });
});

describe('somebody invited', () => {
  beforeEach(() => {
    api.route('GET /api/users', () => ({ body: { users: [invitedTeacher], total: 1 } }));
    api.route(`GET /api/users/${invitedTeacher.id}`, () => ({ body: invitedTeacher }));
  });

  it('can be invited again, also after the invitation has expired', async () => {
    const expired = { ...invitedTeacher, invitedUntil: '2026-01-01T00:00:00.000Z' };
    api.route('GET /api/users', () => ({ body: { users: [expired], total: 1 } }));
    api.route('POST /api/users/5/invitation', () => ({ body: invitedTeacher }));
    const dialog = await openUser(expired);
    expect(screen.getAllByText('Invitation expired')).toHaveLength(1);
    expect(buttonsOf(dialog)).toEqual([
      'Close',
      'Activity',
      'Resend invitation',
      'Revoke invitation',
      'Save Changes',
    ]);
    await clickButton('Resend invitation');
    expect(await screen.findByText('Invitation sent')).toBeTruthy();
    expect(api.sent('POST', '/api/users/5/invitation')).toHaveLength(1);
  });

  it('is removed when the invitation is revoked, after a question', async () => {
    api.route('DELETE /api/users/5', () => ({ body: { message: 'User deleted successfully' } }));
    await openUser(invitedTeacher);
    await clickButton('Revoke invitation');
    const question = await screen.findByRole('alertdialog', { name: 'Revoke this invitation?' });
    expect(question.textContent).toContain('The link mailed to maly@khmer.local stops working');
    expect(api.sent('DELETE', '/api/users/5')).toEqual([]);
    await clickButton('Revoke invitation', question);
    expect(await screen.findByText('Invitation revoked')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Edit User' })).toBeNull());
  });

  it('is called invited in the form, too', async () => {
    await openUser(invitedTeacher);
    expect(screen.getByRole('combobox', { name: 'Status' }).textContent).toBe('Invited');
  });

  it('is told to be invited again when the role is changed', async () => {
    await openUser(invitedTeacher);
    await selectOption('Role', 'Admin');
    expect(screen.getByText(/Send the invitation again after saving/)).toBeTruthy();
  });
});

it('resets the second factor of somebody else after a question', async () => {
  const user = { ...otherAdmin, hasSecondFactor: true };
  api.route('GET /api/users', () => ({ body: { users: [user], total: 1 } }));
  api.route(`GET /api/users/${user.id}`, () => ({ body: user }));
  const path = `/api/users/${otherAdmin.id}/second-factor`;
  api.route(`DELETE ${path}`, () => ({ body: { message: 'The second factor was reset' } }));
  const dialog = await openUser(user);
  await clickButton('Reset second factor', dialog);
  const question = await screen.findByRole('alertdialog', { name: 'Reset the second factor?' });
  expect(api.sent('DELETE', path)).toEqual([]);
  await clickButton('Reset second factor', question);
  expect(await screen.findByText('The second factor was reset')).toBeTruthy();
  await waitFor(() => expect(buttonsOf(dialog)).not.toContain('Reset second factor'));
});
