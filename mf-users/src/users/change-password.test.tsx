import {
  clickButton,
  errorResponse,
  type FakeApi,
  fillField,
  resetBrowserState,
} from '@khmer-learning/console-sdk/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { fakeUsersApi, otherAdmin, testAdmin } from '../testing/user-fixtures.ts';
import { getField, openUser } from '../testing/user-test-utils.ts';

const path = '/api/auth/change-password';
const route = `PUT ${path}`;
const done = { body: { message: 'Password update successfully' } };
let api: FakeApi;
const signOut = jest.fn(async () => {});
const onSessionEnd = jest.fn();

beforeEach(() => {
  resetBrowserState();
  signOut.mockClear();
  onSessionEnd.mockClear();
  api = fakeUsersApi();
});

async function openDialog(person = otherAdmin): Promise<HTMLElement> {
  await openUser(person, { signOut, onSessionEnd });
  await clickButton('Change Password');
  return screen.findByRole('dialog', { name: 'Change Password' });
}

async function change(
  dialog: HTMLElement,
  current: string,
  next: string,
  confirmation = next,
): Promise<void> {
  await fillField(getField('Current Password'), current);
  await fillField(getField('New Password'), next);
  await fillField(getField('Confirm Password'), confirmation);
  await clickButton('Change Password', dialog);
}

describe('changing an admin’s password', () => {
  it('shows the user’s email', async () => {
    const dialog = await openDialog();
    const email = within(dialog).getByLabelText<HTMLInputElement>('Email');
    expect([email.value, email.readOnly]).toEqual(['bopha@khmer.local', true]);
    expect(document.activeElement).toBe(getField('Current Password'));
  });

  it('needs eight characters in each field', async () => {
    const dialog = await openDialog();
    await clickButton('Change Password', dialog);
    expect(await within(dialog).findAllByText('Password must be at least 8 characters')).toHaveLength(3);
    expect(api.sent('PUT', path)).toEqual([]);
  });

  it('requires a matching confirmation', async () => {
    const dialog = await openDialog();
    await change(dialog, 'the old password', 'a new password', 'another password');
    expect(await within(dialog).findByText('Passwords do not match')).toBeTruthy();
    expect(api.sent('PUT', path)).toEqual([]);
  });

  it('shows a toast and keeps the session', async () => {
    api.route(route, () => done);
    await change(await openDialog(), 'the old password', 'a new password');
    expect(await screen.findByText('Password update successfully')).toBeTruthy();
    expect(api.sent('PUT', path)[0]?.body).toEqual({
      id: otherAdmin.id,
      currentPassword: 'the old password',
      newPassword: 'a new password',
      confirmPassword: 'a new password',
    });
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Change Password' })).toBeNull());
    expect(screen.getByRole('dialog', { name: 'Edit User' })).toBeTruthy();
    expect(signOut).not.toHaveBeenCalled();
  });

  it('shows a wrong current password on its field and keeps the session', async () => {
    const message = 'Current password is incorrect';
    api.route(route, () => errorResponse(401, { message, code: 'wrong_password' }));
    const dialog = await openDialog();
    await change(dialog, 'a wrong password', 'a new password');
    await waitFor(() => expect(getField('Current Password').getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getAllByText(message).length).toBeGreaterThan(1);
    expect(onSessionEnd).not.toHaveBeenCalled();
  });

  it('says when it fails', async () => {
    api.route(route, () => ({ status: 500, body: {} }));
    await change(await openDialog(), 'the old password', 'a new password');
    expect(await screen.findByText('Failed to change password')).toBeTruthy();
  });

  it('can be cancelled', async () => {
    await clickButton('Cancel', await openDialog());
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Change Password' })).toBeNull());
    expect(screen.getByRole('dialog', { name: 'Edit User' })).toBeTruthy();
  });
});

describe('changing one’s own password', () => {
  it('ends the session, and the sign-in screen explains why', async () => {
    api.route(route, () => done);
    const dialog = await openDialog(testAdmin);
    expect(within(dialog).getByText(/You will be signed out everywhere/)).toBeTruthy();
    await change(dialog, 'the old password', 'a new password');
    await waitFor(() =>
      expect(signOut).toHaveBeenCalledWith({
        notice: 'Password update successfully. Sign in with your new password.',
      }),
    );
    expect(onSessionEnd).not.toHaveBeenCalled();
  });
});
