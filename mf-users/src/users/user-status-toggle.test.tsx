import {
  clickButton,
  errorResponse,
  type FakeApi,
  fillField,
  resetBrowserState,
} from '@khmer-learning/console-sdk/testing';
import { screen, waitFor, within } from '@testing-library/react';
import {
  fakeUsersApi,
  inactiveStudent,
  otherAdmin,
  teacherUser,
  testAdmin,
} from '../testing/user-fixtures.ts';
import { getField, openUser } from '../testing/user-test-utils.ts';

let api: FakeApi;

const statusOf = (id: number) => `/api/users/${id}/status`;
const question = (name: string) => screen.findByRole('alertdialog', { name });

beforeEach(() => {
  resetBrowserState();
  api = fakeUsersApi();
});

describe('deactivating a user', () => {
  it('asks for confirmation, reads Deactivating... while in progress and shows a toast', async () => {
    let answer: () => void = () => {};
    api.route(`PATCH ${statusOf(3)}`, async () => {
      await new Promise<void>((done) => {
        answer = done;
      });
      return { body: { ...teacherUser, isActive: false, version: 4 } };
    });
    await openUser(teacherUser);
    await clickButton('Deactivate User');
    const dialog = await question('Deactivate this user?');
    expect(dialog.textContent).toContain('Dara Kim will be signed out everywhere');
    expect(api.sent('PATCH', statusOf(3))).toEqual([]);

    await clickButton('Deactivate User', dialog);
    expect(await within(dialog).findByRole('button', { name: 'Deactivating...' })).toHaveProperty(
      'disabled',
      true,
    );
    await waitFor(() => expect(api.sent('PATCH', statusOf(3))[0]?.body).toEqual({ isActive: false }));
    answer();
    expect(await screen.findByText('User deactivated successfully')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Activate User' })).toBeTruthy();
    expect(screen.getByRole('combobox', { name: 'Status' }).textContent).toBe('Inactive');
  });

  it('does nothing when cancelled', async () => {
    await openUser(teacherUser);
    await clickButton('Deactivate User');
    await clickButton('Cancel', await question('Deactivate this user?'));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(api.sent('PATCH', statusOf(3))).toEqual([]);
  });

  it.each([
    ['oneself', testAdmin, 'You cannot deactivate your own account'],
    ['the last admin', otherAdmin, 'You cannot deactivate the last active admin'],
  ])('of %s is refused, and the dialog says why', async (_who, person, message) => {
    api.route(`PATCH ${statusOf(person.id)}`, () => errorResponse(409, { message, code: 'conflict' }));
    await openUser(person);
    await clickButton('Deactivate User');
    const dialog = await question('Deactivate this user?');
    await clickButton('Deactivate User', dialog);
    expect((await within(dialog).findByRole('alert')).textContent).toBe(message);
  });

  it('says when it fails', async () => {
    api.route(`PATCH ${statusOf(3)}`, () => ({ status: 500, body: {} }));
    await openUser(teacherUser);
    await clickButton('Deactivate User');
    const dialog = await question('Deactivate this user?');
    await clickButton('Deactivate User', dialog);
    expect(await within(dialog).findByText('Failed to deactivate user')).toBeTruthy();
  });
});

describe('activating a user', () => {
  it('asks for confirmation and shows a toast', async () => {
    api.route(`PATCH ${statusOf(4)}`, () => ({ body: { ...inactiveStudent, isActive: true, version: 4 } }));
    await openUser(inactiveStudent);
    await clickButton('Activate User');
    const dialog = await question('Activate this user?');
    expect(dialog.textContent).toContain('Rith Sok will be able to sign in again.');
    await clickButton('Activate User', dialog);
    expect(await screen.findByText('User activated successfully')).toBeTruthy();
    expect(api.sent('PATCH', statusOf(4))[0]?.body).toEqual({ isActive: true });
  });

  it('reads Activating... meanwhile, and says when it fails', async () => {
    let answer: () => void = () => {};
    api.route(`PATCH ${statusOf(4)}`, async () => {
      await new Promise<void>((done) => {
        answer = done;
      });
      return { status: 500, body: {} };
    });
    await openUser(inactiveStudent);
    await clickButton('Activate User');
    const dialog = await question('Activate this user?');
    await clickButton('Activate User', dialog);
    expect(await within(dialog).findByRole('button', { name: 'Activating...' })).toBeTruthy();
    await waitFor(() => expect(api.sent('PATCH', statusOf(4))).toHaveLength(1));
    answer();
    expect(await within(dialog).findByText('Failed to activate user')).toBeTruthy();
  });
});

describe('the form after a change of status', () => {
  async function deactivateThenSave(version: number): Promise<string | null | undefined> {
    api.route(`PATCH ${statusOf(2)}`, () => ({ body: { ...otherAdmin, isActive: false, version } }));
    api.route('PUT /api/users/2', () => ({ body: otherAdmin }));
    await openUser(otherAdmin);
    await fillField(getField('Last Name'), 'Som');
    await clickButton('Deactivate User');
    await clickButton('Deactivate User', await question('Deactivate this user?'));
    await screen.findByRole('button', { name: 'Activate User' });
    expect(getField('Last Name').value).toBe('Som');
    await clickButton('Save Changes');
    await screen.findByText('User updated successfully');
    return api.sent('PUT', '/api/users/2')[0]?.headers.get('if-match');
  }

  it('keeps the input and is saved with the new version', async () => {
    expect(await deactivateThenSave(otherAdmin.version + 1)).toBe('"4"');
  });

  it('still detects a change made by someone else in between', async () => {
    expect(await deactivateThenSave(otherAdmin.version + 2)).toBe('"3"');
  });
});
