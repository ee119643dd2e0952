import type { SessionUser } from '@khmer-learning/contracts';
import { CloseOnBackContext, ConfirmDialog, enablePlurals } from '@khmer-learning/ui-kit';
import { type ReactNode, useEffect, useMemo, useSyncExternalStore } from 'react';
import { useMessages } from '../messages/messages.ts';
import { createPresenceStore } from '../presence/presence-store.ts';
import { createBackgroundTaskStore } from './background-task-store.ts';
import {
  ConsoleContext,
  type ConsoleServices,
  type SignOutOptions,
  ViewIdContext,
} from './console-context.ts';
import { createHeaderActionStore } from './header-action-store.ts';
import { createUnsavedChangesGuard, type UnsavedChangesGuard } from './unsaved-changes-guard.ts';
import { createViewHistory } from './view-history.ts';

enablePlurals();

export interface ConsoleProviderProps {
  user: SessionUser;
  /** Ends the session. Called after the user has agreed to discard unsaved changes. */
  signOut: (options?: SignOutOptions) => Promise<void>;
  /** Refetches the signed-in user and re-renders with it. Default: does nothing. */
  refreshUser?: () => Promise<void>;
  /** The id of the first view. */
  defaultView: string;
  children: ReactNode;
}

const noRefresh = async () => undefined;

/** Provides session, navigation, header action and leave guards to the views. The shell renders one, and so do tests of remotes. */
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
    return {
      unsavedChanges,
      history,
      headerAction: createHeaderActionStore(),
      backgroundTasks: createBackgroundTaskStore(),
      presence: createPresenceStore(userId),
    };
  }, [userId, defaultView]);
  useEffect(() => stores.history.connect(), [stores]);
  useEffect(() => stores.presence.connect(), [stores]);

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

/** Marks its children as the view `id`: the hooks inside use this view's state, header action and intents. */
export function ViewProvider({ id, children }: { id: string; children: ReactNode }) {
  return <ViewIdContext value={id}>{children}</ViewIdContext>;
}

/** Asks the user before unsaved changes are lost. */
function UnsavedChangesDialog({ unsavedChanges }: { unsavedChanges: UnsavedChangesGuard }) {
  const t = useMessages();
  const answer = useSyncExternalStore(unsavedChanges.subscribe, unsavedChanges.pendingConfirmation);
  if (answer === null) return null;
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && answer(false)}
      title={t('unsavedChanges.title')}
      description={t(unsavedChanges.keepsChanges() ? 'unsavedChanges.kept' : 'unsavedChanges.description')}
      confirmLabel={t('unsavedChanges.leave')}
      cancelLabel={t('unsavedChanges.stay')}
      dangerous
      onConfirm={() => answer(true)}
    />
  );
}
