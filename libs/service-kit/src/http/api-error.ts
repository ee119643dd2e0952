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

/**
 * Parses an `If-Match` header: `"3"`, `W/"3"` and `3` are version 3.
 *
 * @returns undefined without a header, and for `*`
 * @throws ApiError 400 when it is not a version
 */
export function parseIfMatch(header: string | undefined): number | undefined {
  const text = header?.trim();
  if (!text || text === '*') return undefined;
  const digits = /^(?:W\/)?"?(\d{1,15})"?$/.exec(text)?.[1];
  if (digits === undefined) throw new ApiError(400, 'If-Match must be a version in quotes');
  return Number(digits);
}

const pollIntervalMs = 250;

/** 503 with `Retry-After: 1`: a dependency is unavailable. */
export function serviceUnavailable(): ApiError {
  return new ApiError(503, 'The service is not available right now', { retryAfter: 1 });
}

/**
 * Waits for `work`, but fails early when MongoDB is unresponsive. The driver's time-outs add up (a retry, a second
 * call, a restarted transaction), so after `timeoutMs` the function polls whether MongoDB still responds.
 *
 * @param timeoutMs time before the first check; with the default setting, requests fail within 2 s when MongoDB is
 * unavailable
 * @param cancel prevents a later commit; returns false when the result must be awaited
 * @throws ApiError 503 when MongoDB is unresponsive; the result of `work` is then discarded
 */
export async function rejectWhenUnresponsive<T>(
  work: Promise<T>,
  timeoutMs: number,
  isUnresponsive: () => boolean,
  cancel: () => boolean,
): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const unresponsive = new Promise<never>((_resolve, reject) => {
    function poll(): void {
      if (isUnresponsive() && cancel()) reject(serviceUnavailable());
      else timer = setTimeout(poll, pollIntervalMs);
    }
    timer = setTimeout(poll, timeoutMs);
  });
  try {
    return await Promise.race([work, unresponsive]);
  } finally {
    clearTimeout(timer);
  }
}
