import type { z } from 'zod';

/** Maximum number of messages per item, or per field. */
const maxMessages = 10;

/** The validation messages of a refused item, without duplicates. */
export function validationMessages(error: z.core.$ZodError): string[] {
  return [...new Set(error.issues.map(({ message }) => message))].slice(0, maxMessages);
}

/** Why the fields of an item are refused, by name. */
export type Problems = Record<string, string[]>;

/** Adds a reason to those of a field, once. */
export function addProblem(problems: Problems, field: string, message: string): void {
  if (!problems[field]?.includes(message)) problems[field] = [...(problems[field] ?? []), message];
}

/** The validation messages of a refused item by the names of its fields, without duplicates. */
export function validationMessagesByField(error: z.core.$ZodError): Problems {
  const found: Problems = {};
  for (const { path, message } of error.issues) {
    const field = String(path[0] ?? '');
    if ((found[field]?.length ?? 0) < maxMessages) addProblem(found, field, message);
  }
  return found;
}

/** Cuts the list `name` to one item above `max`: validation reports the same as for a million, but fast. */
export function truncateList(value: unknown, name: string, max: number): unknown {
  const { [name]: list, ...others } = Object(value);
  return Array.isArray(list) ? { ...others, [name]: list.slice(0, max + 1) } : value;
}
