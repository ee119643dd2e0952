import type { SessionUser } from '@khmer-learning/contracts';
import { type SignOutOptions, useConsole } from './console-context.ts';

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
