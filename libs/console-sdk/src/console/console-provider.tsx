import type { SessionUser } from '@khmer-learning/contracts';
import { CloseOnBackContext } from '@khmer-learning/ui-kit';
import { type ReactNode, useEffect, useMemo } from 'react';
import { ConsoleContext, type ConsoleServices, type SignOutOptions, ViewContext } from './console-context.ts';
import { createHeaderActions } from './header-actions.ts';
import { LeaveDialog } from './leave-dialog.tsx';
import { createLeaveGuards } from './leave-guards.ts';
import { createViewHistory } from './view-history.ts';

export interface ConsoleProviderProps {
  user: SessionUser;
  /** Ends the session. Called after the person has agreed to leave unsaved changes. */
  signOut: (options?: SignOutOptions) => Promise<void>;
  /** Asks again who is signed in, and renders with the answer; nobody asks when it is left out. */
  refreshUser?: () => Promise<void>;
  /** The view to start with. */
  defaultView: string;
  children: ReactNode;
}

const nobodyAsks = async () => undefined;

/**
 * The console around its views: session, navigation, header action, leave guards. The shell renders one; so does
 * a remote's test, with `ApiProvider` and `ConsoleView` beside it.
 */
export function ConsoleProvider({
  user,
  signOut,
  refreshUser = nobodyAsks,
  defaultView,
  children,
}: ConsoleProviderProps) {
  const { id: userId } = user;
  const console = useMemo(() => {
    const guards = createLeaveGuards();
    const history = createViewHistory({ userId, defaultView, guards });
    return { guards, history, headerActions: createHeaderActions() };
  }, [userId, defaultView]);
  useEffect(() => console.history.connect(), [console]);

  const services = useMemo<ConsoleServices>(
    () => ({
      ...console,
      user,
      refreshUser,
      signOut: async (options) => {
        if (await console.guards.confirm()) await signOut(options);
      },
    }),
    [console, user, signOut, refreshUser],
  );
  return (
    <ConsoleContext value={services}>
      <CloseOnBackContext value={services.history.closeOnBack}>
        {children}
        <LeaveDialog guards={services.guards} />
      </CloseOnBackContext>
    </ConsoleContext>
  );
}

/** Marks what is inside as the view `id`, whose state, action and intents the hooks then mean. */
export function ConsoleView({ id, children }: { id: string; children: ReactNode }) {
  return <ViewContext value={id}>{children}</ViewContext>;
}
