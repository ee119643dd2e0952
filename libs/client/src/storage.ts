/**
 * Where texts are kept, in the shape of `localStorage` and of React Native's `AsyncStorage`. Keys have letters, digits,
 * dots and hyphens only, as secure storages require.
 */
export interface Storage {
  getItem(key: string): string | null | Promise<string | null>;
  setItem(key: string, value: string): unknown;
  removeItem(key: string): unknown;
}

/** A storage that is empty after a restart. */
export function createMemoryStorage(): Storage {
  const items = new Map<string, string>();
  return {
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}
