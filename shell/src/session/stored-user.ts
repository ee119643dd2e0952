import { type SessionUser, sessionUserSchema } from '@khmer-learning/contracts';
import { readStored, store } from '../page/stored.ts';

/** The local storage key of the signed-in user. Other tabs receive `storage` events for it. */
export const storedUserKey = 'user';

/** The signed-in user as stored in this browser, or null; what is invalid is removed. The session cookie decides who is signed in. */
export function readStoredUser(): SessionUser | null {
  const user = readStored(storedUserKey, sessionUserSchema);
  if (user === undefined) clearStoredUser();
  return user ?? null;
}

export const storeUser = (user: SessionUser): void => store(storedUserKey, user);

export const clearStoredUser = (): void => store(storedUserKey, undefined);

/** Removes what remotes store for a user, such as an API key (docs/remotes.md). Drafts have longer names and are kept. */
export function clearUserLocalStorage(userId: number): void {
  const isPersonal = new RegExp(`^khmer-learning\\.[a-z-]+\\.${userId}$`);
  try {
    for (const name of Object.keys(localStorage)) if (isPersonal.test(name)) localStorage.removeItem(name);
  } catch {
    // Storage is forbidden, so nothing was stored.
  }
}
