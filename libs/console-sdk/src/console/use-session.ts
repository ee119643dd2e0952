import type { SessionUser } from '@khmer-learning/contracts';
import { type SignOutOptions, useConsole } from './console-context.ts';

/** Who is signed in, and what can be done about it. */
export interface Session {
  readonly user: SessionUser;
  /** Ends the session and goes to the sign-in screen. */
  readonly signOut: (options?: SignOutOptions) => Promise<void>;
  /** Asks again who is signed in: for whoever has just changed their own name. */
  readonly refresh: () => Promise<void>;
}

/** Who is signed in. */
export function useSession(): Session {
  const { user, signOut, refreshUser } = useConsole('useSession');
  return { user, signOut, refresh: refreshUser };
}
