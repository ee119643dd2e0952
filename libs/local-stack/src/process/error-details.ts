/** What an error says, without its stack; works for errors of another realm, as in Jest, too. */
export function errorMessage(error: unknown): string {
  const message = (error as { message?: unknown } | null | undefined)?.message;
  return typeof message === 'string' ? message.trim() : String(error);
}

/** The system's code of an error, such as `ENOENT`. */
export function errorCode(error: unknown): unknown {
  return (error as { code?: unknown } | null | undefined)?.code;
}
