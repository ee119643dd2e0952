import type { z } from 'zod';

type Area = 'localStorage' | 'sessionStorage';

/** The stored value of a key; undefined when there is none that is valid, or storage is forbidden. */
export function readStored<T>(area: Area, key: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.parse(JSON.parse(window[area].getItem(key) ?? ''));
  } catch {
    return undefined;
  }
}

/** Stores a value, or removes it if it is undefined. Ignores a storage that is full or forbidden: the console works without. */
export function store(area: Area, key: string, value: unknown): void {
  try {
    if (value === undefined) window[area].removeItem(key);
    else window[area].setItem(key, JSON.stringify(value));
  } catch {}
}
