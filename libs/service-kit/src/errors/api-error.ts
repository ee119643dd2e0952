import {
  type ErrorStatus,
  errorCodeByStatus,
  type Issue,
  specificErrorCodes,
} from '@khmer-learning/contracts';

/** An error that is sent to the caller with its status, message and code. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: ErrorStatus;
  readonly code: string;
  readonly issues: readonly Issue[] | undefined;
  /** Seconds, sent as `Retry-After`. */
  readonly retryAfter: number | undefined;

  constructor(
    status: ErrorStatus,
    message: string,
    details: { code?: string; issues?: readonly Issue[]; retryAfter?: number } = {},
  ) {
    super(message);
    this.status = status;
    this.code = details.code ?? errorCodeByStatus[status];
    this.issues = details.issues;
    this.retryAfter = details.retryAfter;
  }
}

/** The error of one field of a request, 400 by default. @param path such as `questions.2.options` */
export function fieldError(path: string, message: string, status: ErrorStatus = 400): ApiError {
  return new ApiError(status, message, { issues: [{ path, message }] });
}

/** 404 `<Thing> not found`: `notFound('Lesson')`. */
export function notFound(entity: string): ApiError {
  return new ApiError(404, `${entity} not found`);
}

/** 409 with a message for users. */
export function conflict(message: string): ApiError {
  return new ApiError(409, message);
}

/** 409 `This <thing> was changed by someone else`: the `If-Match` version is not the stored one. */
export function staleVersion(entity: string): ApiError {
  return new ApiError(409, `This ${entity} was changed by someone else`, {
    code: specificErrorCodes.staleVersion,
  });
}

/** 503 with `Retry-After: 1`: a dependency is unavailable. */
export function serviceUnavailable(): ApiError {
  return new ApiError(503, 'The service is not available right now', { retryAfter: 1 });
}
