import { screen } from '@testing-library/react';
import { contentRemote } from '../testing/content-manifest.ts';
import { admin, errorResponse, type FakeGateway, installFakeGateway } from '../testing/fake-gateway.ts';
import { exposedModule, renderApp } from '../testing/render-app.tsx';

let gateway: FakeGateway;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  window.history.replaceState(null, '', '/');
  gateway = installFakeGateway();
  gateway.on('GET /api/auth/session', { body: { user: admin } });
  gateway.on('GET /remotes.json', { body: { remotes: [contentRemote] } });
});

const loadExposed = async () =>
  exposedModule({ pages: { '/complete': async () => () => <p>Payment Complete!</p> } });

describe('the routes', () => {
  it.each(['/', '/dashboard', '/dashboard/'])('%s is the console', async (pathname) => {
    renderApp({ pathname });
    expect(await screen.findByRole('heading', { name: 'Dashboard Overview' })).toBeTruthy();
  });

  it('shows pages of remotes, without a session if they are public', async () => {
    gateway.on('GET /api/auth/session', errorResponse(401, 'Sign in to continue'));
    renderApp({ pathname: '/complete', loadExposed });
    expect(await screen.findByText('Payment Complete!')).toBeTruthy();
    expect(gateway.calls).not.toContain('GET /api/auth/session');
  });

  it('shows that a page whose remote is down is retried, without mentioning the console', async () => {
    renderApp({ pathname: '/complete' });
    const panel = await screen.findByRole('alert');
    expect(panel.textContent).toContain('This page could not be loaded');
    expect(panel.textContent).toContain(
      'This page is not available right now. Nothing is lost. Retrying in a moment.',
    );
    expect(panel.textContent).not.toMatch(/console|not affected/);
    expect(panel.querySelector('details')?.textContent).toContain('Content is not available right now.');
  });

  it('asks to sign in before a page that is not public', async () => {
    gateway.on('GET /api/auth/session', errorResponse(401, 'Sign in to continue'));
    const { manifest } = contentRemote;
    const remote = {
      ...contentRemote,
      manifest: { ...manifest, pages: [{ path: '/complete', public: false }] },
    };
    gateway.on('GET /remotes.json', { body: { remotes: [remote] } });
    renderApp({ pathname: '/complete', loadExposed });
    expect(await screen.findByRole('heading', { name: 'Admin sign-in' })).toBeTruthy();
    expect(screen.queryByText('Payment Complete!')).toBeNull();
  });

  it.each(['/nowhere', '/dashboard/more', '/complete/more'])('%s is 404 Page Not Found', async (pathname) => {
    renderApp({ pathname });
    expect(await screen.findByText('404 Page Not Found')).toBeTruthy();
  });

  it('does not show 404 when the list of remotes cannot be loaded', async () => {
    gateway.on('GET /remotes.json', 'no answer');
    renderApp({ pathname: '/complete' });
    expect((await screen.findByRole('alert')).textContent).toContain('This page could not be loaded');
  });
});
