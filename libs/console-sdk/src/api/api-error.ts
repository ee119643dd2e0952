import { errorBodySchema, type Issue, specificErrorCodes } from '@khmer-learning/contracts';

/** The fields of an error response that can be parsed; an empty object when the body is not in the error format. */
function parseErrorBody(text: string) {
  try {
    return errorBodySchema.partial().safeParse(JSON.parse(text)).data ?? {};
  } catch {
    return {};
  }
}

/** A non-OK response. `message` is `"<status>: <body text>"`, or the status text when the body is empty. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The machine-readable code, such as `conflict`. `unknown` when the body is not in the error format. */
  readonly code: string;
  /** Validation errors of the request, by field. */
  readonly issues: readonly Issue[];
  /** The server's message for the user, if it sent one. */
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

/** There was no usable response: the network or the server is down, or the call timed out. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError';
  readonly userMessage: string = 'The server cannot be reached. Check your connection and try again.';

  constructor(cause: unknown) {
    super('The server cannot be reached. Check your connection and try again.', { cause });
  }
}

/** Whether a call was refused because the user must prove again who it is. */
export const isProofRequired = (error: unknown) =>
  error instanceof ApiError && error.code === specificErrorCodes.proofRequired;

/** Whether a call was refused because the user must set up a second factor first. */
export const isSecondFactorMissing = (error: unknown) =>
  error instanceof ApiError && error.code === specificErrorCodes.secondFactorMissing;

/** Why the session is over: no user is signed in any more (`ended`), or a different one is (`otherUser`). */
export type SessionEndReason = 'ended' | 'otherUser';

/** The session end that an error indicates, or null. A wrong current password is a 401 but does not end the session. */
export function sessionEndReasonOf(error: unknown): SessionEndReason | null {
  if (!(error instanceof ApiError)) return null;
  if (error.code === specificErrorCodes.otherUser) return 'otherUser';
  return error.status === 401 && error.code !== specificErrorCodes.wrongPassword ? 'ended' : null;
}

/** Whether an error means that the user is no longer signed in. The console shows its own dialog for it. */
export function isSessionEndError(error: unknown): boolean {
  return sessionEndReasonOf(error) !== null;
}
