import type { z } from 'zod';

/** More of them help nobody. */
const mostReasons = 10;

/** Why something of a file is refused: the messages of its form, each once. */
export function reasonsOf(error: z.core.$ZodError): string[] {
  return [...new Set(error.issues.map(({ message }) => message))].slice(0, mostReasons);
}
