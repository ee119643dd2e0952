import { z } from 'zod';

/** More of them help nobody. */
const maxMessages = 10;

/** Why something of a file is refused: the messages of its form, each once. */
export function validationMessages(error: z.core.$ZodError): string[] {
  return [...new Set(error.issues.map(({ message }) => message))].slice(0, maxMessages);
}

/**
 * An item of a file whose list has at most one too many: its refusal says the same as that of a million too many, and
 * takes no time.
 *
 * @param name the list's; an item without it is given as it is
 */
export function truncateList(value: unknown, name: string, max: number): unknown {
  const list = z.record(z.string(), z.unknown()).safeParse(value).data?.[name];
  return Array.isArray(list) ? { ...(value as object), [name]: list.slice(0, max + 1) } : value;
}
