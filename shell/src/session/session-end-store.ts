import type { SessionEndReason } from '@khmer-learning/console-sdk';
import { readStoredUser, storedUserKey } from './stored-user.ts';

/** Whether the session ended while the page was open: no user is signed in any more, or a different one is. */
export type SessionEndStore = ReturnType<typeof createSessionEndStore>;

export function createSessionEndStore() {
  const listeners = new Set<() => void>();
  let reason: SessionEndReason | null = null;

  function change(next: typeof reason): void {
    reason = next;
    for (const listener of listeners) listener();
  }

  return {
    /** Null while the session is valid. */
    reason: (): SessionEndReason | null => reason,
    report: change,
    clear: (): void => change(null),
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Watches sign-ins in other tabs: one of `userId` clears the reason, another sets `otherUser`. @returns ends that */
    watchOtherTabs(userId: number): () => void {
      const onStorage = ({ key }: StorageEvent) => {
        const user = key === storedUserKey ? readStoredUser() : null;
        if (user === null) return;
        if (user.id !== userId) change('otherUser');
        // The same user has signed in again in the other tab.
        else if (reason !== null) change(null);
      };
      window.addEventListener('storage', onStorage);
      return () => window.removeEventListener('storage', onStorage);
    },
  };
}
