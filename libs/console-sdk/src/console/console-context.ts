import type { SessionUser } from '@khmer-learning/contracts';
import { createContext, useContext } from 'react';
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
