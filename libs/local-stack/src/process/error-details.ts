/** The message of an error; also works across realms, as in Jest. */
export function errorMessage(error: unknown): string {
  const message = (error as { message?: unknown } | null | undefined)?.message;
  return typeof message === 'string' ? message.trim() : String(error);
}

/** The system error code, such as `ENOENT`. */
export function errorCode(error: unknown): unknown {
  return (error as { code?: unknown } | null | undefined)?.code;
}
