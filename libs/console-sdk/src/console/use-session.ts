import type { SessionUser } from '@khmer-learning/contracts';
import { type SignOutOptions, useConsole } from './console-context.ts';

/** Who is signed in, and the way out: `signOut` ends the session and goes to the sign-in screen. */
export function useSession(): { user: SessionUser; signOut: (options?: SignOutOptions) => Promise<void> } {
  const { user, signOut } = useConsole('useSession');
  return { user, signOut };
}
