import { type SessionUser, sessionUserSchema } from '@khmer-learning/contracts';

/** The local storage key of the signed-in user. Other tabs receive `storage` events for it. */
export const storedUserKey = 'user';

/**
 * The signed-in user as stored in this browser; null without one. Invalid stored data is removed.
 * The session cookie, not this value, decides who is signed in.
 */
export function readStoredUser(): SessionUser | null {
  try {
    const stored = localStorage.getItem(storedUserKey);
    if (stored === null) return null;
    return sessionUserSchema.parse(JSON.parse(stored));
  } catch {
    clearStoredUser();
    return null;
  }
}

/** Stores the signed-in user in local storage. Ignores a storage that is full or forbidden. */
export function storeUser(user: SessionUser): void {
  try {
    localStorage.setItem(storedUserKey, JSON.stringify(user));
  } catch {
    // Storage is full or forbidden: the session itself is in the cookie.
  }
}

/** Removes the stored user. */
export function clearStoredUser(): void {
  try {
    localStorage.removeItem(storedUserKey);
  } catch {
    // Storage is forbidden, so nothing was stored.
  }
}

/**
 * Removes the data that remotes store for one user under `khmer-learning.<name>.<user id>` in local storage
 * (docs/remotes.md), such as an API key. Drafts have longer names and are kept.
 */
export function clearUserLocalStorage(userId: number): void {
  const isPersonal = new RegExp(`^khmer-learning\\.[a-z-]+\\.${userId}$`);
  try {
    for (const name of Object.keys(localStorage)) if (isPersonal.test(name)) localStorage.removeItem(name);
  } catch {
    // Storage is forbidden, so nothing was stored.
  }
}
