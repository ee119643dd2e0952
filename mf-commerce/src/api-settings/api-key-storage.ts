/** Where the key of one person is kept in this browser, until they log out (docs/remotes.md). */
const storageKey = (userId: number) => `khmer-learning.api-key.${userId}`;

/** The person's key; null when this browser keeps none. */
export function readStoredApiKey(userId: number): string | null {
  try {
    return localStorage.getItem(storageKey(userId));
  } catch {
    return null;
  }
}

/** Keeps the person's key. False when the browser does not: storage is full or forbidden. */
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
    // Where nothing can be removed nothing was kept.
  }
}
