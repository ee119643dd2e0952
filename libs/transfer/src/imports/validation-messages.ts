import { z } from 'zod';

/** Maximum number of messages per item, or per field. */
const maxMessages = 10;

/** The validation messages of a refused item, without duplicates. */
export function validationMessages(error: z.core.$ZodError): string[] {
  return [...new Set(error.issues.map(({ message }) => message))].slice(0, maxMessages);
}

/** The validation messages of a refused item by the names of its fields, without duplicates. */
export function validationMessagesByField(error: z.core.$ZodError): Record<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { path, message } of error.issues) {
    const field = String(path[0] ?? '');
    const known = found.get(field) ?? [];
    if (!known.includes(message) && known.length < maxMessages) found.set(field, [...known, message]);
  }
  return Object.fromEntries(found);
}

/** Cuts the list `name` to one item above `max`: validation reports the same as for a million, but fast. */
export function truncateList(value: unknown, name: string, max: number): unknown {
  const list = z.record(z.string(), z.unknown()).safeParse(value).data?.[name];
  return Array.isArray(list) ? { ...(value as object), [name]: list.slice(0, max + 1) } : value;
}
