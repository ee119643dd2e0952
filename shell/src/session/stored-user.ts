import { type SessionUser, sessionUserSchema } from '@khmer-learning/contracts';

/** Other tabs are told of changes under this name. */
export const storedUserKey = 'user';

/**
 * The signed-in person as this browser remembers them (spec 3). Stored data that is no user is removed (spec 4).
 * Who is really signed in, only the session cookie says.
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

export function storeUser(user: SessionUser): void {
  try {
    localStorage.setItem(storedUserKey, JSON.stringify(user));
  } catch {
    // Storage is full or forbidden: the session itself lives in the cookie.
  }
}

export function clearStoredUser(): void {
  try {
    localStorage.removeItem(storedUserKey);
  } catch {
    // Nothing can have been stored.
  }
}

/**
 * Removes what remotes keep of one person in local storage, as `khmer-learning.<name>.<user id>` (docs/remotes.md): an API
 * key, for example. Drafts, which have longer names, stay.
 */
export function clearUserLocalStorage(userId: number): void {
  const isPersonal = new RegExp(`^khmer-learning\\.[a-z-]+\\.${userId}$`);
  try {
    for (const name of Object.keys(localStorage)) if (isPersonal.test(name)) localStorage.removeItem(name);
  } catch {
    // Nothing can have been stored.
  }
}
