import type { SessionUser } from '@khmer-learning/contracts';
import { createContext, useContext } from 'react';
import type { HeaderActions } from './header-actions.ts';
import type { LeaveGuards } from './leave-guards.ts';
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
  readonly guards: LeaveGuards;
  readonly headerActions: HeaderActions;
}

export const ConsoleContext = createContext<ConsoleServices | null>(null);
/** The id of the view a component belongs to. */
export const ViewContext = createContext<string | null>(null);

function provided<T>(value: T | null, hook: string, provider: string): T {
  if (value === null) throw new Error(`${hook} needs a ${provider} above it`);
  return value;
}

/** The console around a view. Views use the narrower hooks; this one is the shell's. */
export function useConsole(hook = 'useConsole'): ConsoleServices {
  return provided(useContext(ConsoleContext), hook, 'ConsoleProvider');
}

/** The id of the view this is called in. */
export function useViewId(hook = 'useViewId'): string {
  return provided(useContext(ViewContext), hook, 'ConsoleView');
}
