import type { SessionUser } from '@khmer-learning/contracts';
import { createContext, useContext } from 'react';
import type { HeaderActionStore } from './header-action-store.ts';
import type { UnsavedChangesGuard } from './unsaved-changes-guard.ts';
import type { ViewHistory } from './view-history.ts';

/** How a person is signed out. */
export interface SignOutOptions {
  /** What the sign-in screen says then: `Logged out successfully`, unless there is more to say. */
  readonly notice?: string;
}

/** What the shell provides to everything inside the console. */
export interface ConsoleServices {
  readonly user: SessionUser;
  readonly signOut: (options?: SignOutOptions) => Promise<void>;
  readonly refreshUser: () => Promise<void>;
  readonly history: ViewHistory;
  readonly unsavedChanges: UnsavedChangesGuard;
  readonly headerAction: HeaderActionStore;
}

export const ConsoleContext = createContext<ConsoleServices | null>(null);
/** The id of the view a component belongs to. */
export const ViewIdContext = createContext<string | null>(null);

function requireContext<T>(value: T | null, hook: string, provider: string): T {
  if (value === null) throw new Error(`${hook} needs a ${provider} above it`);
  return value;
}

/** The console around a view. Views use the narrower hooks; this one is the shell's. */
export function useConsole(hook = 'useConsole'): ConsoleServices {
  return requireContext(useContext(ConsoleContext), hook, 'ConsoleProvider');
}

/** The id of the view this is called in. */
export function useViewId(hook = 'useViewId'): string {
  return requireContext(useContext(ViewIdContext), hook, 'ViewProvider');
}
