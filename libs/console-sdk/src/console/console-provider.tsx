import type { SessionUser } from '@khmer-learning/contracts';
import { type ReactNode, useEffect, useMemo } from 'react';
import type { ApiClient } from '../api/api-client.ts';
import { ApiContext, ConsoleContext, type ConsoleServices, ViewContext } from './console-context.ts';
import { createHeaderActions } from './header-actions.ts';
import { LeaveDialog } from './leave-dialog.tsx';
import { createLeaveGuards } from './leave-guards.ts';
import { createViewHistory } from './view-history.ts';

/** Gives views and public pages the API client. */
export function ApiProvider({ api, children }: { api: ApiClient; children: ReactNode }) {
  return <ApiContext value={api}>{children}</ApiContext>;
}

export interface ConsoleProviderProps {
  user: SessionUser;
  signOut: () => Promise<void>;
  /** The view to start with. */
  defaultView: string;
  children: ReactNode;
}

/**
 * The console around its views: session, navigation, header action, leave guards. The shell renders one; so does
 * a remote's test, with `ApiProvider` and `ConsoleView` beside it.
 */
export function ConsoleProvider({ user, signOut, defaultView, children }: ConsoleProviderProps) {
  const { id: userId } = user;
  const console = useMemo(() => {
    const guards = createLeaveGuards();
    const history = createViewHistory({ userId, defaultView, guards });
    return { guards, history, headerActions: createHeaderActions() };
  }, [userId, defaultView]);
  useEffect(() => () => console.history.dispose(), [console]);

  const services = useMemo<ConsoleServices>(() => ({ ...console, user, signOut }), [console, user, signOut]);
  return (
    <ConsoleContext value={services}>
      {children}
      <LeaveDialog guards={services.guards} />
    </ConsoleContext>
  );
}

/** Marks what is inside as the view `id`, whose state, action and intents the hooks then mean. */
export function ConsoleView({ id, children }: { id: string; children: ReactNode }) {
  return <ViewContext value={id}>{children}</ViewContext>;
}
