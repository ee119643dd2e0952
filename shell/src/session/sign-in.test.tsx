import { pageStateElementId } from '@khmer-learning/contracts/shell-page';
import { setLanguage, setNumerals } from '@khmer-learning/ui-kit';
import { axeViolations } from '@khmer-learning/ui-kit/testing';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { loadPage } from '../page/load-page.ts';
import { contentRemote } from '../testing/content-manifest.ts';
import {
  admin,
  emptyStats,
  errorResponse,
  type FakeGateway,
  type FakeGatewayResponse,
  installFakeGateway,
  writePageState,
} from '../testing/fake-gateway.ts';
import { fakeAssertion, fakePasskeys, removeFakePasskeys } from '../testing/fake-passkeys.ts';
import { renderApp } from '../testing/render-app.tsx';

jest.mock('../page/load-page.ts', () => ({ loadPage: jest.fn(), reloadPage: jest.fn() }));

let gateway: FakeGateway;

beforeEach(() => {
  jest.mocked(loadPage).mockClear();
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  gateway = installFakeGateway();
  gateway.on('GET /api/auth/session', errorResponse(401, 'Sign in to continue'));
});

async function signIn(email: string, password: string): Promise<void> {
  const emailField = await screen.findByLabelText('Email');
  if (email !== '') await userEvent.type(emailField, email);
  if (password !== '') await userEvent.type(screen.getByLabelText('Password'), password);
  await userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
}

describe('the page while the session is loading', () => {
  it('shows a spinner, then the sign-in screen when nobody is', async () => {
    renderApp();
    expect(screen.getByRole('status').textContent).toBe('Loading');
    expect(await screen.findByRole('heading', { name: 'Admin sign-in' })).toBeTruthy();
  });

  it('shows an error when the server cannot be reached, and retries', async () => {
    gateway.on('GET /api/auth/session', 'no answer');
    renderApp();
    expect((await screen.findByRole('alert')).textContent).toContain('The server cannot be reached');
    gateway.on('GET /api/auth/session', errorResponse(401, 'Sign in to continue'));
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Admin sign-in' })).toBeTruthy();
  });

  it('removes a stored user whose session has ended, and invalid stored data', async () => {
    localStorage.setItem('user', JSON.stringify(admin));
    const first = renderApp();
    await screen.findByLabelText('Email');
    expect(localStorage.getItem('user')).toBeNull();
    first.unmount();

    localStorage.setItem('user', '{"firstName":');
    renderApp();
    await screen.findByLabelText('Email');
    expect(localStorage.getItem('user')).toBeNull();
  });
});

describe('a page that has its session', () => {
  afterEach(() => document.getElementById(pageStateElementId)?.remove());

  it('shows the sign-in screen at once when nobody is signed in, and forgets a stored user', async () => {
    localStorage.setItem('user', JSON.stringify(admin));
    writePageState({ session: null });
    renderApp();
    expect(screen.getByRole('heading', { name: 'Admin sign-in' })).toBeTruthy();
    expect(localStorage.getItem('user')).toBeNull();
    expect(gateway.calls).toEqual(['GET /api/auth/sign-in-options']);
    // The answer is awaited, so that nothing changes after the test.
    await act(async () => undefined);
  });

  it('shows the console of its user and its remotes without asking, and is bound to that user', async () => {
    const sentUsers: (string | null)[] = [];
    gateway.on('GET /api/dashboard/stats', ({ headers }) => {
      sentUsers.push(headers.get('x-session-user'));
      return { body: emptyStats };
    });
    writePageState({ session: { user: admin }, remotes: { remotes: [contentRemote] } });
    renderApp();
    expect(await screen.findByRole('link', { name: 'Lessons' })).toBeTruthy();
    await waitFor(() => expect(sentUsers).toEqual([String(admin.id)]));
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(admin);
    for (const call of ['GET /api/auth/session', 'GET /remotes.json'])
      expect(gateway.calls).not.toContain(call);
  });

  it.each([
    ['is not valid', { session: { user: { id: 'one' } } }],
    ['is of a later gateway', { user: admin }],
  ])('asks the gateway when it %s', async (_name, state) => {
    gateway.on('GET /api/auth/session', { body: { user: admin } });
    gateway.on('GET /remotes.json', { body: { remotes: [contentRemote] } });
    writePageState(state);
    renderApp();
    expect(await screen.findByRole('link', { name: 'Lessons' })).toBeTruthy();
    expect(gateway.calls).toEqual(expect.arrayContaining(['GET /api/auth/session', 'GET /remotes.json']));
  });
});

describe('the session of a page', () => {
  afterEach(() => jest.restoreAllMocks());

  it('is continued when somebody uses the page, at most every five minutes, and not by the page itself', async () => {
    gateway.on('GET /api/auth/session', { body: { user: admin } });
    gateway.on('GET /remotes.json', { body: { remotes: [contentRemote] } });
    renderApp();
    await screen.findByRole('link', { name: 'Lessons' });
    const continued = () => gateway.calls.filter((call) => call === 'GET /api/auth/session').length;
    const before = continued();
    await userEvent.keyboard('a');
    const start = Date.now();
    jest.spyOn(Date, 'now').mockImplementation(() => start + 6 * 60_000);
    expect(continued()).toBe(before);
    await userEvent.keyboard('ab');
    await userEvent.click(document.body);
    await waitFor(() => expect(continued()).toBe(before + 1));
  });

  it('has ended when nobody used it: the next use says so', async () => {
    gateway.on('GET /api/auth/session', { body: { user: admin } });
    gateway.on('GET /remotes.json', { body: { remotes: [contentRemote] } });
    renderApp();
    await screen.findByRole('link', { name: 'Lessons' });
    gateway.on('GET /api/auth/session', errorResponse(401, 'Sign in to continue'));
    const start = Date.now();
    jest.spyOn(Date, 'now').mockImplementation(() => start + 3 * 60 * 60_000);
    await userEvent.keyboard('a');
    expect(await screen.findByRole('dialog', { name: 'Your session has ended' })).toBeTruthy();
  });
});

describe('signing in', () => {
  it('asks for a valid email and a password, without a call', async () => {
    renderApp();
    await signIn('sokha', '');
    expect(await screen.findByText('Invalid email address')).toBeTruthy();
    expect(screen.getByText('Password is required')).toBeTruthy();
    expect(gateway.calls).not.toContain('POST /api/auth/admin');
  });

  it('shows the server’s message when sign-in is refused', async () => {
    gateway.on('POST /api/auth/admin', errorResponse(401, 'Invalid email or password'));
    renderApp();
    await signIn('sokha@khmer.local', 'wrong');
    expect(await screen.findByText('Error')).toBeTruthy();
    expect(screen.getByText('Invalid email or password')).toBeTruthy();
    expect(screen.queryByText('Your session has ended')).toBeNull();
    expect(document.activeElement).toBe(screen.getByLabelText('Password'));
  });

  it('asks for a code in place, says when it is wrong, and keeps what is typed', async () => {
    const sent: unknown[] = [];
    gateway.on('POST /api/auth/admin', ({ body }) => {
      sent.push(body);
      const code = 'second_factor_required';
      const message = sent.length === 1 ? 'Enter a code' : 'This code is not valid';
      return sent.length < 3
        ? { status: 401, body: { message, code, requestId: 'r' } }
        : { body: { user: admin } };
    });
    renderApp();
    await signIn('sokha@khmer.local', 'secret');
    const field = await screen.findByLabelText('Code');
    await waitFor(() => expect(document.activeElement).toBe(field));
    expect(await axeViolations()).toEqual([]);
    const submit = () => userEvent.click(screen.getByRole('button', { name: 'Sign in' }));
    await submit();
    expect(sent).toHaveLength(1);
    await userEvent.type(field, '111 111');
    await submit();
    expect(await screen.findByText('This code is not valid')).toBeTruthy();
    await userEvent.clear(field);
    await userEvent.type(field, '222222{Enter}');
    await waitFor(() => expect(loadPage).toHaveBeenCalledWith('/dashboard'));
    const credentials = { email: 'sokha@khmer.local', password: 'secret' };
    expect(sent).toEqual([
      credentials,
      { ...credentials, code: '111111' },
      { ...credentials, code: '222222' },
    ]);
  });

  describe('with the school account', () => {
    const offer = (options: object) =>
      gateway.on('GET /api/auth/sign-in-options', {
        body: { schoolAccount: { label: null }, linking: null, ...options },
      });

    it('leads to the school and keeps the place that the address names', async () => {
      offer({ schoolAccount: { label: 'Wat Bo' } });
      window.history.replaceState(null, '', '/#/lessons?open=12');
      renderApp();
      await userEvent.click(await screen.findByRole('button', { name: 'Sign in with Wat Bo' }));
      const to = encodeURIComponent('/dashboard#/lessons?open=12');
      expect(loadPage).toHaveBeenCalledWith(`/api/auth/school-account?to=${to}`);
    });

    it('says why it has failed, in Khmer too', async () => {
      offer({});
      window.history.replaceState(null, '', '/?school-account=domain');
      renderApp();
      expect((await screen.findByRole('alert')).textContent).toContain(
        'Ask an administrator for an invitation',
      );
      expect(await screen.findByRole('button', { name: 'Sign in with your school account' })).toBeTruthy();
      expect(await axeViolations()).toEqual([]);
      await act(() => setLanguage('km'));
      expect(screen.getByRole('alert').textContent).toContain('សូមស្នើសុំការអញ្ជើញ');
      await act(() => setLanguage('en'));
    });

    it('asks for the password of the account with its address once, to link it', async () => {
      offer({ linking: 'sokha@khmer.local' });
      const sent: unknown[] = [];
      gateway.on('POST /api/auth/school-account/link', ({ body }) => {
        sent.push(body);
        return { body: { user: admin } };
      });
      window.history.replaceState(null, '', '/?school-account=link');
      renderApp();
      const submit = await screen.findByRole('button', { name: 'Link and sign in' });
      expect(screen.getByLabelText<HTMLInputElement>('Email').readOnly).toBe(true);
      await userEvent.type(screen.getByLabelText('Password'), 'secret');
      await userEvent.click(submit);
      await waitFor(() => expect(loadPage).toHaveBeenCalledWith('/dashboard'));
      expect(sent).toMatchObject([{ password: 'secret' }]);
    });

    it('asks to begin again when what was to be linked is gone', async () => {
      offer({});
      window.history.replaceState(null, '', '/?school-account=link');
      renderApp();
      expect((await screen.findByRole('alert')).textContent).toContain('Begin again');
    });
  });

  describe('with a passkey', () => {
    let sent: unknown[];
    beforeEach(() => {
      sent = [];
      gateway.on('POST /api/auth/passkey/begin', { body: { challenge: 'AA', rpId: 'localhost' } });
      gateway.on('POST /api/auth/passkey', ({ body }) => {
        sent.push(body);
        return { body: { user: admin } };
      });
    });
    afterEach(removeFakePasskeys);
    const button = () => screen.findByRole('button', { name: 'Sign in with a passkey' });

    it('signs in without an address, and says nothing when it is cancelled', async () => {
      const get = fakePasskeys();
      get.mockRejectedValueOnce(new DOMException('cancelled', 'NotAllowedError'));
      renderApp();
      await userEvent.click(await button());
      expect(await axeViolations()).toEqual([]);
      await userEvent.click(await button());
      await waitFor(() => expect(loadPage).toHaveBeenCalledWith('/dashboard'));
      expect(sent).toEqual([fakeAssertion]);
      expect(screen.queryByText('Error')).toBeNull();
      expect(get.mock.calls.map(([{ mediation }]) => mediation)).toEqual([undefined, undefined]);
    });

    it('signs in with one that is chosen in the email field, and offers them again after a refusal', async () => {
      const get = fakePasskeys(true);
      gateway.on('POST /api/auth/passkey', errorResponse(401, 'This passkey is not valid'));
      get.mockImplementationOnce(get.getMockImplementation() ?? (() => Promise.reject()));
      get.mockImplementation(() => new Promise(() => {}));
      renderApp();
      expect(await screen.findByText('This passkey is not valid')).toBeTruthy();
      await waitFor(() => expect(get).toHaveBeenCalledTimes(2));
      expect(get.mock.calls.map(([{ mediation }]) => mediation)).toEqual(['conditional', 'conditional']);
    });

    it('is not offered by a browser that has none', async () => {
      renderApp();
      await screen.findByLabelText('Email');
      expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull();
      expect(gateway.calls).not.toContain('POST /api/auth/passkey/begin');
    });
  });

  it('says Failed to log in when the server says nothing', async () => {
    gateway.on('POST /api/auth/admin', { status: 502, body: '<html>' });
    renderApp();
    await signIn('sokha@khmer.local', 'secret');
    expect(await screen.findByText('Failed to log in')).toBeTruthy();
  });

  describe('on a busy server', () => {
    const busy = (status: number) => errorResponse(status, 'The service is busy right now.');
    const signIns = () => gateway.calls.filter((call) => call === 'POST /api/auth/admin').length;
    const begin = async () => {
      jest.useFakeTimers();
      const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
      renderApp();
      await user.type(await screen.findByLabelText('Email'), 'sokha@khmer.local');
      await user.type(screen.getByLabelText('Password'), 'secret{Enter}');
      expect((await screen.findByRole('alert')).textContent).toContain('The server is busy');
      return user;
    };
    afterEach(() => jest.useRealTimers());

    it('waits and tries again by itself, with a sentence instead of a toast', async () => {
      const answers = [busy(503), busy(504), { body: { user: admin } }];
      gateway.on('POST /api/auth/admin', () => answers.shift() ?? busy(500));
      await begin();
      expect(screen.queryByText('Error')).toBeNull();
      expect(screen.getByRole('button', { name: 'Signing in...' })).toBeTruthy();
      await act(() => jest.advanceTimersByTimeAsync(10_000));
      expect(loadPage).toHaveBeenCalledWith('/dashboard');
      expect(signIns()).toBe(3);
      expect(screen.queryByRole('alert')).toBeNull();
    });

    it('stops when it is cancelled', async () => {
      gateway.on('POST /api/auth/admin', busy(503));
      const user = await begin();
      await user.click(screen.getByRole('button', { name: 'Cancel' }));
      await act(() => jest.advanceTimersByTimeAsync(60_000));
      expect(signIns()).toBe(1);
      expect(screen.queryByRole('alert')).toBeNull();
      expect(screen.getByRole('button', { name: 'Sign in' })).toBeTruthy();
      expect(document.activeElement).toBe(screen.getByLabelText('Password'));
    });

    it('gives up after two minutes, with the server’s message', async () => {
      gateway.on('POST /api/auth/admin', busy(503));
      await begin();
      await act(() => jest.advanceTimersByTimeAsync(115_000));
      expect(await screen.findByText('The service is busy right now.')).toBeTruthy();
      expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
      expect(signIns()).toBeLessThan(20);
    });
  });

  it('keeps the place that the address names', async () => {
    window.history.replaceState(null, '', '/#/lessons?open=12');
    gateway.on('POST /api/auth/admin', { body: { user: admin } });
    renderApp();
    await signIn('sokha@khmer.local', 'secret');
    await waitFor(() => expect(loadPage).toHaveBeenCalledWith('/dashboard#/lessons?open=12'));
  });

  it('shows Signing in..., stores the user, then loads /dashboard with a notice', async () => {
    let answer: (answer: { body: unknown }) => void = () => {};
    const bodies: unknown[] = [];
    gateway.on('POST /api/auth/admin', ({ body }) => {
      bodies.push(body);
      return new Promise((done) => {
        answer = done;
      });
    });
    const page = renderApp();
    await signIn('Sokha@Khmer.local', 'secret');
    expect(await screen.findByRole('button', { name: 'Signing in...' })).toHaveProperty('disabled', true);
    expect(bodies).toEqual([{ email: 'sokha@khmer.local', password: 'secret' }]);

    answer({ body: { user: admin } });
    await waitFor(() => expect(loadPage).toHaveBeenCalledWith('/dashboard'));
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toEqual(admin);
    page.unmount();

    gateway.on('GET /api/auth/session', { body: { user: admin } });
    renderApp({ pathname: '/dashboard' });
    expect(await screen.findByText('Logged in successfully')).toBeTruthy();
    expect(await screen.findByRole('heading', { name: 'Dashboard Overview' })).toBeTruthy();
  });
});

describe('the language of the sign-in screen', () => {
  afterEach(() => act(() => setLanguage('en')));

  it('is chosen there, and is also that of messages', async () => {
    renderApp();
    await userEvent.click(await screen.findByRole('radio', { name: 'ខ្មែរ' }));
    expect(await screen.findByRole('heading', { name: 'ចូលប្រព័ន្ធគ្រប់\u2060គ្រង' })).toBeTruthy();
    expect(document.documentElement.lang).toBe('km');
    await userEvent.click(screen.getByRole('button', { name: 'ចូល' }));
    expect(await screen.findByText('អាសយដ្ឋានអ៊ីមែលមិនត្រឹម\u2060ត្រូវ')).toBeTruthy();
    expect(await axeViolations()).toEqual([]);
  });

  it('translates the server’s refusal', async () => {
    gateway.on('POST /api/auth/admin', errorResponse(401, 'Invalid email or password'));
    await act(() => setLanguage('km'));
    renderApp();
    await userEvent.type(await screen.findByLabelText('អ៊ីមែល'), 'sokha@khmer.local');
    await userEvent.type(screen.getByLabelText('ពាក្យ\u2060សម្ងាត់'), 'wrong');
    await userEvent.click(screen.getByRole('button', { name: 'ចូល' }));
    expect(await screen.findByText('អ៊ីមែល ឬពាក្យ\u2060សម្ងាត់មិនត្រឹម\u2060ត្រូវ')).toBeTruthy();
  });

  it('has no text in the pseudo-locale that is not translated', async () => {
    await act(() => setLanguage('en-XA'));
    renderApp();
    const form = await screen.findByRole('form');
    for (const label of form.querySelectorAll('label')) expect(label.textContent).toMatch(/^\[.+\]$/);
    expect(screen.getByRole('heading').textContent).toBe('[Ádmíñ sígñ-íñ]');
  });
});

describe('the language of a signed-in user', () => {
  const saved: unknown[] = [];
  let saving: FakeGatewayResponse;

  beforeEach(() => {
    saved.length = 0;
    saving = { body: {} };
    gateway.on('GET /api/dashboard/stats', { body: emptyStats });
    gateway.on('GET /remotes.json', { body: { remotes: [] } });
    gateway.on('PUT /api/account/language', ({ body }) => {
      saved.push(body);
      return saving;
    });
  });
  afterEach(async () => {
    await act(() => setLanguage('en'));
    act(() => setNumerals('latn'));
  });

  const signedInWith = (choice: object) =>
    gateway.on('GET /api/auth/session', { body: { user: admin, ...choice } });
  const choose = async (name: string) => {
    await userEvent.click(await screen.findByRole('button', { name: /Sokha Chan/ }));
    await userEvent.click(await screen.findByRole('menuitemradio', { name }));
  };

  it('is that of the account, whatever was chosen in the browser, and is not saved again', async () => {
    await act(() => setLanguage('en'));
    signedInWith({ language: 'km', numerals: 'khmr' });
    renderApp();
    expect(await screen.findByRole('link', { name: 'ផ្ទាំងគ្រប់គ្រង' })).toBeTruthy();
    expect(document.documentElement.lang).toBe('km');
    expect(saved).toEqual([]);
  });

  it('is the one chosen in the browser while the account has none', async () => {
    await act(() => setLanguage('km'));
    signedInWith({ language: null, numerals: null });
    renderApp();
    expect(await screen.findByRole('link', { name: 'ផ្ទាំងគ្រប់គ្រង' })).toBeTruthy();
    expect(saved).toEqual([]);
  });

  it('is saved once for each choice, without a notice', async () => {
    signedInWith({ language: null, numerals: null });
    renderApp();
    await screen.findByRole('heading', { name: 'Dashboard Overview' });
    await choose('ខ្មែរ');
    await waitFor(() => expect(saved).toEqual([{ language: 'km', numerals: 'latn' }]));
    await choose('ខ្មែរ (១២៣)');
    await waitFor(() => expect(saved.slice(1)).toEqual([{ language: 'km', numerals: 'khmr' }]));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is saved with the next choice when it could not be saved', async () => {
    const warn = jest.spyOn(console, 'warn').mockImplementation();
    saving = 'no answer';
    signedInWith({ language: 'en', numerals: 'latn' });
    renderApp();
    await screen.findByRole('heading', { name: 'Dashboard Overview' });
    await choose('ខ្មែរ');
    await waitFor(() => expect(warn).toHaveBeenCalled());
    expect(screen.queryByRole('alert')).toBeNull();
    saving = { body: {} };
    await choose('ខ្មែរ (១២៣)');
    await waitFor(() => expect(saved.at(-1)).toEqual({ language: 'km', numerals: 'khmr' }));
    warn.mockRestore();
  });

  it('is not saved when it is chosen before signing in', async () => {
    renderApp();
    await userEvent.click(await screen.findByRole('radio', { name: 'ខ្មែរ' }));
    expect(await screen.findByRole('heading', { name: 'ចូលប្រព័ន្ធគ្រប់\u2060គ្រង' })).toBeTruthy();
    expect(saved).toEqual([]);
  });
});
