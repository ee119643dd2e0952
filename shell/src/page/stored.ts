import type { z } from 'zod';

/** The stored value of a key; undefined when there is none that is valid, or storage is forbidden. */
export function readStored<T>(key: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.parse(JSON.parse(localStorage.getItem(key) ?? ''));
  } catch {
    return undefined;
  }
}

/** Stores a value, or removes it if it is undefined. Ignores a storage that is full or forbidden: the console works without. */
export function store(key: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch {}
}
