import {
  type ErrorStatus,
  errorCodeByStatus,
  type Issue,
  specificErrorCodes,
} from '@khmer-learning/contracts';

/** A failure that the caller is told about: status, message and code go out as they are. */
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

/** 404 `<Thing> not found`: `notFound('Lesson')`. */
export function notFound(entity: string): ApiError {
  return new ApiError(404, `${entity} not found`);
}

/** 409 with the reason, for people. */
export function conflict(message: string): ApiError {
  return new ApiError(409, message);
}

/** 409 `This <thing> was changed by someone else`: the caller's version is not the stored one. */
export function staleVersion(entity: string): ApiError {
  return new ApiError(409, `This ${entity} was changed by someone else`, {
    code: specificErrorCodes.staleVersion,
  });
}

/**
 * The version in an `If-Match` header: `"3"` (also `W/"3"` and bare `3`) is 3.
 *
 * @returns undefined when there is no header, or `*`
 * @throws ApiError 400 when it is not a version
 */
export function parseIfMatch(header: string | undefined): number | undefined {
  const text = header?.trim();
  if (!text || text === '*') return undefined;
  const digits = /^(?:W\/)?"?(\d{1,15})"?$/.exec(text)?.[1];
  if (digits === undefined) throw new ApiError(400, 'If-Match must be a version in quotes');
  return Number(digits);
}
