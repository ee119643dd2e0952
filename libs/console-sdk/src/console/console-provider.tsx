import type { SessionUser } from '@khmer-learning/contracts';
import { CloseOnBackContext } from '@khmer-learning/ui-kit';
import { type ReactNode, useEffect, useMemo } from 'react';
import {
  ConsoleContext,
  type ConsoleServices,
  type SignOutOptions,
  ViewIdContext,
} from './console-context.ts';
import { createHeaderActionStore } from './header-action-store.ts';
import { UnsavedChangesDialog } from './unsaved-changes-dialog.tsx';
import { createUnsavedChangesGuard } from './unsaved-changes-guard.ts';
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

const noRefresh = async () => undefined;

/**
 * The console around its views: session, navigation, header action, leave guards. The shell renders one; so does
 * a remote's test, with `ApiProvider` and `ViewProvider` beside it.
 */
export function ConsoleProvider({
  user,
  signOut,
  refreshUser = noRefresh,
  defaultView,
  children,
}: ConsoleProviderProps) {
  const { id: userId } = user;
  const stores = useMemo(() => {
    const unsavedChanges = createUnsavedChangesGuard();
    const history = createViewHistory({ userId, defaultView, unsavedChanges });
    return { unsavedChanges, history, headerAction: createHeaderActionStore() };
  }, [userId, defaultView]);
  useEffect(() => stores.history.connect(), [stores]);

  const services = useMemo<ConsoleServices>(
    () => ({
      ...stores,
      user,
      refreshUser,
      signOut: async (options) => {
        if (await stores.unsavedChanges.confirmLeave()) await signOut(options);
      },
    }),
    [stores, user, signOut, refreshUser],
  );
  return (
    <ConsoleContext value={services}>
      <CloseOnBackContext value={services.history.closeOnBack}>
        {children}
        <UnsavedChangesDialog unsavedChanges={services.unsavedChanges} />
      </CloseOnBackContext>
    </ConsoleContext>
  );
}

/** Marks what is inside as the view `id`, whose state, action and intents the hooks then mean. */
export function ViewProvider({ id, children }: { id: string; children: ReactNode }) {
  return <ViewIdContext value={id}>{children}</ViewIdContext>;
}
