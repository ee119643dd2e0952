import { errorBodySchema, type Issue, specificErrorCodes } from '@khmer-learning/contracts';

/** What a failed answer's body says, as far as it can be read. */
function parseErrorBody(text: string) {
  try {
    return errorBodySchema.partial().safeParse(JSON.parse(text)).data ?? {};
  } catch {
    return {};
  }
}

/** A non-OK answer. `message` is `"<status>: <body text>"`, or the status text when the body is empty (spec 8). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** What programs compare: `conflict`. `unknown` when the body is not in the error format. */
  readonly code: string;
  /** Failed checks of the request, by field. */
  readonly issues: readonly Issue[];
  /** What to tell the person, when the server said it. */
  readonly userMessage: string | undefined;
  readonly requestId: string | undefined;

  constructor(status: number, bodyText: string, statusText = '') {
    super(`${status}: ${bodyText || statusText}`);
    const body = parseErrorBody(bodyText);
    this.status = status;
    this.code = body.code ?? 'unknown';
    this.issues = body.issues ?? [];
    this.userMessage = body.message;
    this.requestId = body.requestId;
  }
}

/** No answer came: the network is down, the server is gone or took too long. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  readonly userMessage = 'The server cannot be reached. Check your connection and try again.';

  constructor(cause: unknown) {
    super('The server cannot be reached. Check your connection and try again.', { cause });
  }
}

/** Why the person whose page this is cannot go on: nobody is signed in any more, or somebody else is. */
export type SessionEndReason = 'ended' | 'otherUser';

/** What a failure says of the session; null when it says nothing. A wrong current password is a 401, too. */
export function sessionEndReasonOf(error: unknown): SessionEndReason | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === specificErrorCodes.otherUser) return 'otherUser';
  return error.status === 401 && error.code !== specificErrorCodes.wrongPassword ? 'ended' : null;
}

/** Whether a failure means that this person is no longer signed in. The console has a dialog of its own for it. */
export function isSessionEndError(error: unknown): boolean {
  return sessionEndReasonOf(error) !== null;
}

/** What to tell the person about a failure: the server's own words, or `fallback`. */
export function userMessageOf(error: unknown, fallback: string): string {
  if (error instanceof ApiError || error instanceof NetworkError) return error.userMessage ?? fallback;
  return fallback;
}

/** The id under which the logs tell of a failure on our side: what people can quote. Undefined for any other error. */
export function serverErrorRequestId(error: unknown): string | undefined {
  return error instanceof ApiError && error.status >= 500 ? error.requestId : undefined;
}
