import type { SessionEndReason } from '@khmer-learning/console-sdk';
import { readStoredUser, storedUserKey } from './stored-user.ts';

/** Whether this page's session has ended while it is open: nobody is signed in any more, or somebody else is. */
export interface SessionEndStore {
  /** Null while the session is good. */
  reason(): SessionEndReason | null;
  report(reason: SessionEndReason): void;
  clear(): void;
  subscribe(listener: () => void): () => void;
  /** Follows who signs in in other tabs, on behalf of this person, until the returned function is called. */
  watchOtherTabs(userId: number): () => void;
}

export function createSessionEndStore(): SessionEndStore {
  const listeners = new Set<() => void>();
  let reason: SessionEndReason | null = null;

  function change(next: typeof reason): void {
    reason = next;
    for (const listener of listeners) listener();
  }

  return {
    reason: () => reason,
    report: change,
    clear: () => change(null),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    watchOtherTabs(userId) {
      const onStorage = ({ key }: StorageEvent) => {
        const user = key === storedUserKey ? readStoredUser() : null;
        if (user === null) return;
        if (user.id !== userId) change('otherUser');
        // They have signed in again over there.
        else if (reason !== null) change(null);
      };
      window.addEventListener('storage', onStorage);
      return () => window.removeEventListener('storage', onStorage);
    },
  };
}
