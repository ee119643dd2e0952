/** A field that the API refused. */
export interface FieldError {
  readonly path: string;
  readonly message: string;
}

export interface ApiErrorFields {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details?: readonly FieldError[];
  readonly retryAfter?: number | undefined;
  readonly requestId?: string | undefined;
  readonly cause?: unknown;
}

/** Why a call failed. */
export class KhmerLearningApiError extends Error {
  /** The response's status; 0 when there was no response. */
  readonly status: number;
  /**
   * Compare it, not the message: the API's code, such as `not_found` or `locked`; `network` or `timed_out` without a
   * response; `invalid_response` when the response is not the API's, such as a page of a hotel's network.
   */
  readonly code: string;
  /** The refused fields of an account call; otherwise empty. */
  readonly details: readonly FieldError[];
  /** Seconds to wait before another call, if the API said so. */
  readonly retryAfter: number | undefined;
  /** Quote it when you ask for support. */
  readonly requestId: string | undefined;

  constructor({ status, code, message, details = [], retryAfter, requestId, cause }: ApiErrorFields) {
    super(message);
    this.name = 'KhmerLearningApiError';
    this.status = status;
    this.code = code;
    this.details = details;
    this.retryAfter = retryAfter;
    this.requestId = requestId;
    // Older engines ignore the option of the same name.
    if (cause !== undefined) Object.defineProperty(this, 'cause', { value: cause });
  }
}
