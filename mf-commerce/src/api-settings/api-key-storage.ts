/** Where the key of one person is kept in this browser, until they log out (docs/remotes.md). */
const nameFor = (userId: number) => `khmer-learning.api-key.${userId}`;

/** The person's key; null when this browser keeps none. */
export function readKey(userId: number): string | null {
  try {
    return localStorage.getItem(nameFor(userId));
  } catch {
    return null;
  }
}

/** Keeps the person's key. False when the browser does not: storage is full or forbidden. */
export function keepKey(userId: number, key: string): boolean {
  try {
    localStorage.setItem(nameFor(userId), key);
    return true;
  } catch {
    return false;
  }
}

export function forgetKey(userId: number): void {
  try {
    localStorage.removeItem(nameFor(userId));
  } catch {
    // Where nothing can be removed nothing was kept.
  }
}
