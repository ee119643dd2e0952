import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { errorResponse, type FakeGateway, installFakeGateway } from '../testing/fake-gateway.ts';
import { renderApp } from '../testing/render-app.tsx';

const asked = 'POST /api/auth/forgot-password';
const answer = 'If this address belongs to an account, we have sent an email with a link to it.';
let gateway: FakeGateway;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  gateway = installFakeGateway();
});

const button = () => screen.getByRole('button', { name: 'Send link' });

async function ask(email: string): Promise<void> {
  renderApp({ pathname: '/forgot-password' });
  const field = await screen.findByLabelText('Email');
  if (email !== '') await userEvent.type(field, email);
  await userEvent.click(button());
}

describe('a forgotten password', () => {
  it('has a link on the sign-in screen', async () => {
    gateway.on('GET /api/auth/session', errorResponse(401, 'Sign in to continue'));
    renderApp();
    const link = await screen.findByRole('link', { name: 'Forgot password?' });
    expect(link.getAttribute('href')).toBe('/forgot-password');
  });

  it('has a form with one email, without a session', async () => {
    renderApp({ pathname: '/forgot-password' });
    expect(await screen.findByRole('heading', { name: 'Forgot password?' })).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Email')));
    expect(screen.getByRole('link', { name: 'Back to sign-in' }).getAttribute('href')).toBe('/');
    expect(document.title).toBe('Forgot password? · Khmer Learning');
    expect(gateway.calls).toEqual([]);
  });

  it.each(['', 'sokha'])('needs a valid email, which "%s" is not', async (email) => {
    await ask(email);
    expect(await screen.findByText('Invalid email address')).toBeTruthy();
    expect(gateway.calls).toEqual([]);
  });

  it('shows the answer, which is always the same', async () => {
    let send: (answer: { body: unknown }) => void = () => {};
    const bodies: unknown[] = [];
    gateway.on(asked, ({ body }) => {
      bodies.push(body);
      return new Promise((done) => {
        send = done;
      });
    });
    await ask(' Sokha@khmer.local ');
    expect(await screen.findByRole('button', { name: 'Sending link...' })).toHaveProperty('disabled', true);
    send({ body: { message: answer } });
    expect((await screen.findByRole('alert')).textContent).toBe(answer);
    expect(bodies).toEqual([{ email: 'sokha@khmer.local' }]);
  });

  it('shows an error when the email could not be requested', async () => {
    gateway.on(asked, 'no answer');
    await ask('sokha@khmer.local');
    expect((await screen.findAllByText(/The server cannot be reached/)).length).toBeGreaterThan(0);
    expect(button()).toHaveProperty('disabled', false);
  });
});
