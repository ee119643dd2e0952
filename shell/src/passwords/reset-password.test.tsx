import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { loadPage } from '../page/load-page.ts';
import { admin, errorResponse, type FakeGateway, installFakeGateway } from '../testing/fake-gateway.ts';
import { renderApp } from '../testing/render-app.tsx';

jest.mock('../page/load-page.ts', () => ({ loadPage: jest.fn(), reloadPage: jest.fn() }));

const call = 'POST /api/auth/reset-password';
const token = 'Zm9yZ290dGVu-c2VjcmV0_dG9rZW4';
const good = 'a new password';
let gateway: FakeGateway;

beforeEach(() => {
  jest.mocked(loadPage).mockClear();
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  gateway = installFakeGateway();
});

const open = (given = token) => renderApp({ pathname: `/reset-password/${given}` });

async function reset(password: string, confirmation = password): Promise<void> {
  const field = await screen.findByLabelText('New Password');
  if (password !== '') await userEvent.type(field, password);
  if (confirmation !== '') await userEvent.type(screen.getByLabelText('Confirm Password'), confirmation);
  await userEvent.click(screen.getByRole('button', { name: 'Reset' }));
}

describe('the reset screen', () => {
  it('asks for a new password below, without a session', async () => {
    open();
    expect(await screen.findByText('Enter your new password below.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('New Password')));
    expect(gateway.calls).toEqual([]);
  });

  it('needs eight characters in both fields', async () => {
    open();
    await reset('short', '');
    expect(await screen.findByText('Password must be at least 8 characters')).toBeTruthy();
    expect(screen.getByText('Confirm password must be at least 8 characters')).toBeTruthy();
    expect(gateway.calls).toEqual([]);
  });

  it('needs the same in both', async () => {
    open();
    await reset(good, 'another password');
    expect(await screen.findByText('Passwords do not match')).toBeTruthy();
    expect(gateway.calls).toEqual([]);
  });

  it('reads Resetting password.. meanwhile, then leads to the sign-in screen, which says it is done', async () => {
    let answer: (answer: { body: unknown }) => void = () => {};
    const bodies: unknown[] = [];
    gateway.on(call, ({ body }) => {
      bodies.push(body);
      return new Promise((done) => {
        answer = done;
      });
    });
    localStorage.setItem('user', JSON.stringify(admin));
    const page = open();
    await reset(good);
    expect(await screen.findByRole('button', { name: 'Resetting password..' })).toHaveProperty(
      'disabled',
      true,
    );
    expect(bodies).toEqual([{ token, password: good, confirmPassword: good }]);

    answer({ body: { message: 'Password updated successfully' } });
    await waitFor(() => expect(loadPage).toHaveBeenCalledWith('/'));
    expect(localStorage.getItem('user')).toBeNull();
    page.unmount();

    gateway.on('GET /api/auth/session', errorResponse(401, 'Sign in to continue'));
    renderApp();
    expect(await screen.findByText('Password updated successfully')).toBeTruthy();
    expect(await screen.findByRole('heading', { name: 'Admin sign-in' })).toBeTruthy();
  });

  it('shows the server’s message for a used or expired link, with a link to get a new one', async () => {
    const message = 'This link has expired or has already been used. Request a new one.';
    gateway.on(call, errorResponse(400, message));
    open();
    await reset(good);
    await waitFor(() => expect(screen.getAllByText(message, { exact: false })).toHaveLength(2));
    const link = screen.getByRole('link', { name: 'Get a new link' });
    expect(link.getAttribute('href')).toBe('/forgot-password');
    expect(screen.getByRole('button', { name: 'Reset' })).toHaveProperty('disabled', false);
    expect(loadPage).not.toHaveBeenCalled();
  });

  it('shows the server’s issues with the password on the field, without a link to get a new one', async () => {
    const message = 'This password is too common. Choose a different one';
    const body = { message, code: 'validation', issues: [{ path: 'password', message }], requestId: 'r' };
    gateway.on(call, { status: 400, body });
    open();
    await reset('football');
    const field = screen.getByLabelText('New Password');
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect(document.activeElement).toBe(field);
    expect(screen.getAllByText(message)).toHaveLength(2);
    expect(screen.queryByRole('link', { name: 'Get a new link' })).toBeNull();
  });

  it('says Failed to reset password when the server says nothing', async () => {
    gateway.on(call, { status: 502, body: '<html>' });
    open();
    await reset(good);
    expect(await screen.findByText('Failed to reset password')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Get a new link' })).toBeNull();
  });

  it('reports an address that cannot be a valid link', async () => {
    open('x'.repeat(201));
    await reset(good);
    expect(await screen.findByText('This link is not valid.', { exact: false })).toBeTruthy();
    expect(gateway.calls).toEqual([]);
  });
});

describe('the screen of an invitation', () => {
  const openInvitation = () => renderApp({ pathname: `/choose-password/${token}` });
  async function choose(password: string): Promise<void> {
    await userEvent.type(await screen.findByLabelText('New Password'), password);
    await userEvent.type(screen.getByLabelText('Confirm Password'), password);
    await userEvent.click(screen.getByRole('button', { name: 'Choose a password' }));
  }

  it('welcomes the person, and the sign-in screen says that the password is set', async () => {
    const bodies: unknown[] = [];
    gateway.on(call, ({ body }) => {
      bodies.push(body);
      return { body: { message: 'Password updated successfully' } };
    });
    const page = openInvitation();
    expect(await screen.findByRole('heading', { name: 'Welcome to Khmer Learning' })).toBeTruthy();
    await choose(good);
    await waitFor(() => expect(loadPage).toHaveBeenCalledWith('/'));
    expect(bodies).toEqual([{ token, password: good, confirmPassword: good }]);
    page.unmount();
    gateway.on('GET /api/auth/session', errorResponse(401, 'Sign in to continue'));
    renderApp();
    expect(await screen.findByText('Your password is set. You can sign in now.')).toBeTruthy();
  });

  it('signs the person in with the password that was chosen', async () => {
    const { email } = admin;
    const signedInWith: unknown[] = [];
    gateway.on(call, { body: { message: 'Password updated successfully', email } });
    gateway.on('POST /api/auth/admin', ({ body }) => {
      signedInWith.push(body);
      return { body: { user: admin } };
    });
    const page = openInvitation();
    await screen.findByRole('heading', { name: 'Welcome to Khmer Learning' });
    await choose(good);
    await waitFor(() => expect(loadPage).toHaveBeenCalledWith('/'));
    expect(signedInWith).toEqual([{ email, password: good }]);
    expect(JSON.parse(localStorage.getItem('user') ?? 'null')).toMatchObject({ email });
    page.unmount();
    gateway.on('GET /api/auth/session', { body: { user: admin } });
    renderApp();
    expect(await screen.findByText('Logged in successfully')).toBeTruthy();
  });

  it('names the one who can help when the link is used or expired: there is no password to reset', async () => {
    gateway.on(
      call,
      errorResponse(400, 'This link has expired or has already been used. Request a new one.'),
    );
    openInvitation();
    await choose(good);
    expect(await screen.findByText('Ask the administrator who invited you.', { exact: false })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Get a new link' })).toBeNull();
  });
});
