import { ApiProvider, ViewErrorBoundary } from '@khmer-learning/console-sdk';
import { KitProvider, loadMessages } from '@khmer-learning/ui-kit';
import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import { LoadingPage } from './page/centered-page.tsx';
import { reloadPage } from './page/load-page.ts';
import { showPendingNotice } from './page/pending-notice.ts';
import { useWhenIdle } from './page/use-when-idle.ts';
import { matchRoute } from './routes/route.ts';
import type { createApi, SessionStores } from './session/create-api.ts';
import { SessionGate } from './session/session-gate.tsx';
import { readStoredUser } from './session/stored-user.ts';

/** A part that the sign-in screen does not wait for. It is loaded with its texts in the language of the page. */
const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    const part = await load();
    await loadMessages();
    return { default: part };
  });

const importConsole = () => import(/* webpackChunkName: "console" */ './console/console.tsx');

const Console = lazyPart(async () => (await importConsole()).Console);
const RemotePage = lazyPart(
  async () => (await import(/* webpackChunkName: "remote-page" */ './routes/remote-page.tsx')).RemotePage,
);
const ForgotPasswordScreen = lazyPart(
  async () =>
    (await import(/* webpackChunkName: "forgot-password" */ './passwords/forgot-password-screen.tsx'))
      .ForgotPasswordScreen,
);
const ResetPasswordScreen = lazyPart(
  async () =>
    (await import(/* webpackChunkName: "reset-password" */ './passwords/reset-password-screen.tsx'))
      .ResetPasswordScreen,
);
const ConfirmEmailScreen = lazyPart(
  async () =>
    (await import(/* webpackChunkName: "confirm-email" */ './passwords/confirm-email-screen.tsx'))
      .ConfirmEmailScreen,
);

/** Preloads the console's chunk. A failure is ignored here: rendering the console reports it. */
function preloadConsole(): void {
  importConsole().catch(() => {});
}

/** Starts to load what the page will probably show: the console of a stored user, and the runtime of remotes for a view's address. */
export function preloadPage({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): void {
  if (matchRoute(pathname).screen !== 'console' || readStoredUser() === null) return;
  preloadConsole();
  if (hash.startsWith('#/') && !hash.startsWith('#/dashboard'))
    import(/* webpackChunkName: "federation" */ './remotes/federation.ts').catch(() => {});
}

function ConsoleScreen(stores: SessionStores) {
  useWhenIdle(preloadConsole);
  return (
    <SessionGate>
      {(session, refresh) => <Console {...session} refreshUser={refresh} {...stores} />}
    </SessionGate>
  );
}

function Screen({ pathname, ...stores }: SessionStores & { pathname: string }) {
  const route = matchRoute(pathname);
  switch (route.screen) {
    case 'console':
      return <ConsoleScreen {...stores} />;
    case 'forgotPassword':
      return <ForgotPasswordScreen />;
    case 'resetPassword':
      return <ResetPasswordScreen token={route.token} isInvitation={route.isInvitation} />;
    case 'confirmEmail':
      return <ConfirmEmailScreen token={route.token} />;
    case 'other':
      return (
        <RemotePage path={route.path} requireSession={(page) => <SessionGate>{() => page}</SessionGate>} />
      );
  }
}

/** The whole page. @param props.pathname the URL's path when the page was loaded; the console never changes it */
export function App({ api, ...screen }: ReturnType<typeof createApi> & { pathname: string }) {
  useEffect(showPendingNotice, []);
  return (
    <KitProvider>
      <ViewErrorBoundary label="Khmer Learning Admin" onRetry={reloadPage}>
        <ApiProvider api={api}>
          <Suspense fallback={<LoadingPage />}>
            <Screen {...screen} />
          </Suspense>
        </ApiProvider>
      </ViewErrorBoundary>
    </KitProvider>
  );
}
