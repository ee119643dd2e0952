/** The local storage key of a user's API key, which is removed when they log out (docs/remotes.md). */
const storageKey = (userId: number) => `khmer-learning.api-key.${userId}`;

/** Returns the user's key; null if this browser has none. */
export function readStoredApiKey(userId: number): string | null {
  try {
    return localStorage.getItem(storageKey(userId));
  } catch {
    return null;
  }
}

/** Stores the user's key. Returns false if storage is full or blocked. */
export function storeApiKey(userId: number, key: string): boolean {
  try {
    localStorage.setItem(storageKey(userId), key);
    return true;
  } catch {
    return false;
  }
}

export function removeStoredApiKey(userId: number): void {
  try {
    localStorage.removeItem(storageKey(userId));
  } catch {
    // If storage is blocked, nothing was stored.
  }
}
