import { type ApiClient, ApiProvider, ViewErrorBoundary } from '@khmer-learning/console-sdk';
import { KitProvider, loadMessages } from '@khmer-learning/ui-kit';
import type { ReactNode } from 'react';
import { lazy, Suspense, useEffect } from 'react';
import { LoadingPage } from './page/centered-page.tsx';
import { reloadPage } from './page/load-page.ts';
import { showPendingNotice } from './page/pending-notice.ts';
import { useWhenIdle } from './page/use-when-idle.ts';
import { matchRoute } from './routes/route.ts';
import type { ProofStore } from './session/proof-store.ts';
import type { SessionEndStore } from './session/session-end-store.ts';
import { SessionGate } from './session/session-gate.tsx';
import { readStoredUser } from './session/stored-user.ts';

/** Loads a part of the console, and its texts in the language of the page. */
async function withMessages<Module>(load: () => Promise<Module>): Promise<Module> {
  const module = await load();
  await loadMessages();
  return module;
}

// The sign-in screen does not wait for any of these chunks.
const importConsole = () => import(/* webpackChunkName: "console" */ './console/console.tsx');
const importRemotePage = () => import(/* webpackChunkName: "remote-page" */ './routes/remote-page.tsx');

const importForgotPassword = () =>
  import(/* webpackChunkName: "forgot-password" */ './passwords/forgot-password-screen.tsx');
const importResetPassword = () =>
  import(/* webpackChunkName: "reset-password" */ './passwords/reset-password-screen.tsx');
const importConfirmEmail = () =>
  import(/* webpackChunkName: "confirm-email" */ './passwords/confirm-email-screen.tsx');

const Console = lazy(() => withMessages(importConsole).then((module) => ({ default: module.Console })));
const RemotePage = lazy(() =>
  withMessages(importRemotePage).then((module) => ({ default: module.RemotePage })),
);
const ForgotPasswordScreen = lazy(() =>
  withMessages(importForgotPassword).then((module) => ({ default: module.ForgotPasswordScreen })),
);
const ResetPasswordScreen = lazy(() =>
  withMessages(importResetPassword).then((module) => ({ default: module.ResetPasswordScreen })),
);
const ConfirmEmailScreen = lazy(() =>
  withMessages(importConfirmEmail).then((module) => ({ default: module.ConfirmEmailScreen })),
);

/** Preloads the console's chunk. A failure is ignored here: rendering the console reports it. */
function preloadConsole(): void {
  importConsole().catch(() => {});
}

/**
 * Starts to load what the page will show, before it is rendered. A stored user is probably still signed in, and an address with
 * a view needs the runtime of the remotes.
 */
export function preloadPage({ pathname, hash }: Pick<Location, 'pathname' | 'hash'>): void {
  if (matchRoute(pathname).screen !== 'console' || readStoredUser() === null) return;
  preloadConsole();
  if (hash.startsWith('#/') && !hash.startsWith('#/dashboard'))
    import(/* webpackChunkName: "federation" */ './remotes/federation.ts').catch(() => {});
}

export interface AppProps {
  api: ApiClient;
  sessionEnd: SessionEndStore;
  proof: ProofStore;
  secondFactor: ProofStore;
  /** The URL's path when the page was loaded; the console never changes it. */
  pathname: string;
}

function ConsoleScreen(stores: Pick<AppProps, 'sessionEnd' | 'proof' | 'secondFactor'>) {
  useWhenIdle(preloadConsole);
  return (
    <SessionGate>
      {(session, refresh) => <Console {...session} refreshUser={refresh} {...stores} />}
    </SessionGate>
  );
}

/** The route table. */
function Screen({ pathname, ...stores }: Omit<AppProps, 'api'>) {
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

/** The whole page. */
export function App({ api, ...screen }: AppProps) {
  useEffect(showPendingNotice, []);
  return (
    <KitProvider>
      <PageErrorBoundary>
        <ApiProvider api={api}>
          <Suspense fallback={<LoadingPage />}>
            <Screen {...screen} />
          </Suspense>
        </ApiProvider>
      </PageErrorBoundary>
    </KitProvider>
  );
}

/** The outermost error boundary, for a part of the shell that cannot be loaded or rendered. */
function PageErrorBoundary({ children }: { children: ReactNode }) {
  return (
    <ViewErrorBoundary label="Khmer Learning Admin" onRetry={reloadPage}>
      {children}
    </ViewErrorBoundary>
  );
}
