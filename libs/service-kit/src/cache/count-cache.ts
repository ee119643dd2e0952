/** Remembers for a moment how many rows match a filter, so that reading a list does not count again. */
export interface CountCache {
  /** The remembered count of `key`, or the one `count` finds; callers at the same time share one count. */
  get(key: string, count: () => Promise<number>): Promise<number>;
  /** Forgets everything: call it after a write of this process. */
  clear(): void;
}

interface Entry {
  value: Promise<number>;
  expiresAt: number;
}

/**
 * @param options.ttlMs how long a count is believed; other processes' writes show after that
 * @param options.max how many filters are remembered; the oldest goes first
 */
export function createCountCache(options: { ttlMs?: number; max?: number } = {}): CountCache {
  const { ttlMs = 1_000, max = 500 } = options;
  const entries = new Map<string, Entry>();
  return {
    get(key, count) {
      const cached = entries.get(key);
      if (cached && cached.expiresAt > performance.now()) return cached.value;
      entries.delete(key);
      const entry: Entry = { value: count(), expiresAt: performance.now() + ttlMs };
      entries.set(key, entry);
      entry.value.catch(() => entries.get(key) === entry && entries.delete(key));
      const oldest = entries.keys().next().value;
      if (entries.size > max && oldest !== undefined) entries.delete(oldest);
      return entry.value;
    },
    clear: () => entries.clear(),
  };
}
