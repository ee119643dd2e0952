import type { SessionUser } from '@khmer-learning/contracts';
import { createContext, useCallback, useContext, useEffect, useEffectEvent } from 'react';
import type { PresenceStore } from '../presence/presence-store.ts';
import type { BackgroundTask, BackgroundTaskStore, RunningTask } from './background-task-store.ts';
import type { HeaderActionStore } from './header-action-store.ts';
import type { UnsavedChangesGuard } from './unsaved-changes-guard.ts';
import type { ViewHistory } from './view-history.ts';

/** Options of a sign-out. */
export interface SignOutOptions {
  /** The toast on the sign-in screen. Default: `Logged out successfully`. */
  readonly notice?: string;
}

/** The services that the shell provides to everything inside the console. */
export interface ConsoleServices {
  readonly user: SessionUser;
  readonly signOut: (options?: SignOutOptions) => Promise<void>;
  readonly refreshUser: () => Promise<void>;
  readonly history: ViewHistory;
  readonly unsavedChanges: UnsavedChangesGuard;
  readonly headerAction: HeaderActionStore;
  readonly backgroundTasks: BackgroundTaskStore;
  readonly presence: PresenceStore;
}

export const ConsoleContext = createContext<ConsoleServices | null>(null);
/** The id of the view a component belongs to. */
export const ViewIdContext = createContext<string | null>(null);

function requireContext<T>(value: T | null, hook: string, provider: string): T {
  if (value === null) throw new Error(`${hook} needs a ${provider} above it`);
  return value;
}

/** All services of the console, for the shell. Views use the narrower hooks. Throws outside a `ConsoleProvider`. */
export function useConsole(hook = 'useConsole'): ConsoleServices {
  return requireContext(useContext(ConsoleContext), hook, 'ConsoleProvider');
}

/** The id of the surrounding view. Throws outside a `ViewProvider`. */
export function useViewId(hook = 'useViewId'): string {
  return requireContext(useContext(ViewIdContext), hook, 'ViewProvider');
}

/** The session of the signed-in user. */
export interface Session {
  readonly user: SessionUser;
  /** Ends the session and goes to the sign-in screen. */
  readonly signOut: (options?: SignOutOptions) => Promise<void>;
  /** Refetches the signed-in user, for example after they have changed their own name. */
  readonly refresh: () => Promise<void>;
}

/** The signed-in user, with `signOut` and `refresh`. */
export function useSession(): Session {
  const { user, signOut, refreshUser } = useConsole('useSession');
  return { user, signOut, refresh: refreshUser };
}

/**
 * Guards unsaved changes while `dirty` is true: leaving the view, going back and closing the page ask the user first.
 * @param isKept this browser keeps the changes and offers them again, which the question says
 * @returns `confirmLeave`, for dialogs of the view itself: true without unsaved changes, or when the user agrees to lose them
 */
export function useUnsavedChangesGuard(
  dirty: boolean,
  isKept = false,
): { confirmLeave: () => Promise<boolean> } {
  const { unsavedChanges } = useConsole('useUnsavedChangesGuard');
  useEffect(() => (dirty ? unsavedChanges.register(isKept) : undefined), [unsavedChanges, dirty, isKept]);
  return { confirmLeave: unsavedChanges.confirmLeave };
}

/** Sets the handler of the header button for this view; null for none. The button is disabled while no handler is set. */
export function useHeaderAction(handler: (() => void) | null): void {
  const { headerAction } = useConsole('useHeaderAction');
  const handle = useEffectEvent(() => handler?.());
  const isSet = handler !== null;
  useEffect(() => (isSet ? headerAction.set(() => handle()) : undefined), [headerAction, isSet]);
}

/** What a view tells about a task that it starts. */
export type NewBackgroundTask = Pick<BackgroundTask, 'label' | 'total' | 'show'>;

/**
 * Starts tasks that go on when this view is left. Until one ends, the console shows its progress, and the browser asks before the
 * page is closed. Call `progress` of the returned function's result for each step, and `end` at last.
 */
export function useBackgroundTasks(): (task: NewBackgroundTask) => RunningTask {
  const { backgroundTasks } = useConsole('useBackgroundTasks');
  const view = useViewId('useBackgroundTasks');
  return useCallback((task) => backgroundTasks.start({ ...task, view }), [backgroundTasks, view]);
}
