import { z } from 'zod';

/** Maximum number of messages per item. */
const maxMessages = 10;

/** The validation messages of a refused item, without duplicates. */
export function validationMessages(error: z.core.$ZodError): string[] {
  return [...new Set(error.issues.map(({ message }) => message))].slice(0, maxMessages);
}

/**
 * Shortens a list to at most one item above `max`: validation reports the same error as for a million items, but
 * fast.
 *
 * @param name the list's name; an item without it is returned unchanged
 */
export function truncateList(value: unknown, name: string, max: number): unknown {
  const list = z.record(z.string(), z.unknown()).safeParse(value).data?.[name];
  return Array.isArray(list) ? { ...(value as object), [name]: list.slice(0, max + 1) } : value;
}
