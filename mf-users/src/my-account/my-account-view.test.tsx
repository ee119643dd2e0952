import {
  clickButton,
  errorResponse,
  type FakeApi,
  fakeApi,
  fillField,
  renderView,
  resetBrowserState,
} from '@khmer-learning/console-sdk/testing';
import type { AccountSession } from '@khmer-learning/contracts';
import { axeViolations } from '@khmer-learning/ui-kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { teacherUser } from '../testing/user-fixtures.ts';
import { getField } from '../testing/user-test-utils.ts';
import { describeUserAgent } from './describe-user-agent.ts';
import { MyAccountView } from './my-account-view.tsx';

const windowsChrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const iPhoneSafari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1';

const session = (change: Partial<AccountSession>): AccountSession => ({
  id: 'one',
  userAgent: windowsChrome,
  createdAt: '2026-05-04T03:00:00.000Z',
  lastUsedAt: '2026-05-04T09:00:00.000Z',
  isCurrent: false,
  ...change,
});

let api: FakeApi;
const signOut = jest.fn(async () => {});
const refreshUser = jest.fn(async () => {});

beforeEach(() => {
  resetBrowserState();
  jest.clearAllMocks();
  api = fakeApi({
    'GET /api/account': () => ({ body: teacherUser }),
    'GET /api/account/second-factor': () => ({
      body: { codesSince: null, passkeys: [], recoveryCodesLeft: 0 },
    }),
    'GET /api/account/sessions': () => ({
      body: { sessions: [session({ id: 'two', userAgent: iPhoneSafari }), session({ isCurrent: true })] },
    }),
  });
});

const open = async () => {
  renderView(MyAccountView, 'my-account', { user: teacherUser, signOut, refreshUser });
  await screen.findByDisplayValue('Dara');
};

describe('the own account', () => {
  it('is renamed by a teacher, with its version, and the console shows the new name', async () => {
    api.route('PUT /api/account', () => ({ body: { ...teacherUser, lastName: 'Som', version: 4 } }));
    await open();
    expect(await axeViolations()).toEqual([]);
    await fillField(getField('Last Name'), 'Som');
    await clickButton('Save Changes');
    expect(await screen.findByText('Your account was updated successfully')).toBeTruthy();
    const [sent] = api.sent('PUT', '/api/account');
    expect(sent?.headers.get('if-match')).toBe('"3"');
    expect(sent?.body).toEqual({ firstName: 'Dara', lastName: 'Som', email: 'dara@khmer.local' });
    expect(refreshUser).toHaveBeenCalledTimes(1);
    expect(signOut).not.toHaveBeenCalled();
  });

  it('takes a new email with the password only, and signs out', async () => {
    api.route('PUT /api/account', ({ body }) =>
      JSON.stringify(body).includes('my password')
        ? { body: { ...teacherUser, email: 'new@khmer.local' } }
        : errorResponse(401, { message: 'Current password is incorrect', code: 'wrong_password' }),
    );
    await open();
    await fillField(getField('Email'), 'new@khmer.local');
    await clickButton('Save Changes');
    expect(await screen.findByText('Password is required')).toBeTruthy();
    await fillField(getField('Your current password'), 'a wrong one');
    await clickButton('Save Changes');
    await waitFor(() => expect(getField('Your current password').getAttribute('aria-invalid')).toBe('true'));
    expect(signOut).not.toHaveBeenCalled();
    await fillField(getField('Your current password'), 'my password');
    await clickButton('Save Changes');
    const notice = 'Your account was updated successfully. Sign in with your new email.';
    await waitFor(() => expect(signOut).toHaveBeenCalledWith({ notice }));
  });

  it('has a password that is changed with the present one', async () => {
    const body = { message: 'Password update successfully' };
    api.route('PUT /api/auth/change-password', () => ({ body }));
    await open();
    await clickButton('Change Password');
    const dialog = await screen.findByRole('dialog', { name: 'Change Password' });
    await fillField(getField('Current Password'), 'my password');
    await fillField(getField('New Password'), 'a better password');
    await fillField(getField('Confirm Password'), 'a better password');
    await clickButton('Change Password', dialog);
    await waitFor(() => expect(signOut).toHaveBeenCalledTimes(1));
    expect(api.sent('PUT', '/api/auth/change-password')[0]?.body).toMatchObject({ id: teacherUser.id });
  });

  it('says when it cannot be loaded', async () => {
    api.route('GET /api/account', () => ({ status: 500, body: {} }));
    renderView(MyAccountView, 'my-account', { user: teacherUser });
    expect(await screen.findByText('Your account could not be loaded')).toBeTruthy();
  });
});

describe('the own sessions', () => {
  it('name their browser and device; the present one is marked', async () => {
    await open();
    const other = await screen.findByRole('row', { name: /Safari on iPhone/ });
    expect(within(other).queryByText('This session')).toBeNull();
    const own = screen.getByRole('row', { name: /Chrome on Windows/ });
    expect(within(own).getByText('This session')).toBeTruthy();
  });

  it('are signed out one by one; only the present one leaves the console', async () => {
    api.route('POST /api/account/sign-out', () => ({ body: { message: 'The session was signed out' } }));
    await open();
    await screen.findByText('Safari on iPhone');
    await clickButton('Sign out Safari on iPhone');
    expect(await screen.findByText('The session was signed out')).toBeTruthy();
    expect(api.sent('POST', '/api/account/sign-out')[0]?.body).toEqual({ session: 'two' });
    expect(signOut).not.toHaveBeenCalled();
    await clickButton('Sign out Chrome on Windows');
    await waitFor(() => expect(signOut).toHaveBeenCalledTimes(1));
  });

  it('are all signed out after a question', async () => {
    api.route('POST /api/account/sign-out', () => ({ body: { message: 'You are signed out everywhere' } }));
    await open();
    await clickButton('Sign out everywhere');
    const question = await screen.findByRole('alertdialog', { name: 'Sign out everywhere?' });
    expect(api.sent('POST', '/api/account/sign-out')).toEqual([]);
    await clickButton('Sign out everywhere', question);
    await waitFor(() => expect(signOut).toHaveBeenCalledWith({ notice: 'You are signed out everywhere' }));
    expect(api.sent('POST', '/api/account/sign-out')[0]?.body).toEqual({ session: 'all' });
  });
});

describe('a User-Agent', () => {
  it.each([
    [windowsChrome, 'Chrome on Windows'],
    [iPhoneSafari, 'Safari on iPhone'],
    [`${windowsChrome} Edg/141.0.0.0`, 'Edge on Windows'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
      'Samsung Internet on Android',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
      'Safari on Mac',
    ],
    ['', 'Unknown browser'],
    ['curl/8.5.0', 'Unknown browser'],
  ])('%s is %s', (userAgent, words) => {
    expect(describeUserAgent(userAgent)).toBe(words);
  });
});
