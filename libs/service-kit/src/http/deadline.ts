import { type ApiError, serviceUnavailable } from './api-error.ts';

/**
 * The time until which a caller waits for the response. A call that cannot finish by then fails with 503 and changes
 * nothing; a call whose commit has started is always answered, however late.
 */
export interface TransactionDeadline {
  /** Remaining milliseconds; infinite without a deadline, and after a commit. */
  remainingMs(): number;
  /**
   * Call it before each attempt at a transaction; an attempt that is retried has committed nothing.
   *
   * @throws ApiError 503 when the deadline has passed
   */
  beginAttempt(): void;
  /**
   * Call it directly before the commit.
   *
   * @throws ApiError 503 when the deadline has passed; the transaction must not commit then
   */
  beginCommit(): void;
  /** Call it after the commit: the rest of the call runs to its end, whatever the time. */
  committed(): void;
}

/** The deadline of one request. */
export interface RequestDeadline extends TransactionDeadline {
  /**
   * Cancels the request, which is answered with an error. False while a commit is in progress, whose outcome decides.
   */
  cancel(): boolean;
}

/**
 * Creates the deadline of a request.
 *
 * @param timeoutMs from now; default infinite
 */
export function createRequestDeadline(timeoutMs = Number.POSITIVE_INFINITY): RequestDeadline {
  let expiresAt = performance.now() + timeoutMs;
  let state: 'open' | 'committing' | 'committed' = 'open';

  function remainingMs(): number {
    return state === 'committed' ? Number.POSITIVE_INFINITY : expiresAt - performance.now();
  }

  function throwIfExceeded(): void {
    if (remainingMs() <= 0) throw serviceUnavailable();
  }

  function transition(to: 'open' | 'committing'): void {
    throwIfExceeded();
    if (state !== 'committed') state = to;
  }

  return {
    remainingMs,
    beginAttempt: () => transition('open'),
    beginCommit: () => transition('committing'),
    committed() {
      state = 'committed';
    },
    cancel() {
      if (state === 'committing') return false;
      expiresAt = Number.NEGATIVE_INFINITY;
      return true;
    },
  };
}

/** 503 when the deadline has passed, otherwise undefined. */
export function deadlineExceededError(deadline: TransactionDeadline | undefined): ApiError | undefined {
  return deadline && deadline.remainingMs() <= 0 ? serviceUnavailable() : undefined;
}

/** The deadline of a transaction shared by several requests: it fails when any of their deadlines has passed. */
export function combineDeadlines(deadlines: readonly TransactionDeadline[]): TransactionDeadline {
  const all = (step: 'beginAttempt' | 'beginCommit' | 'committed') => () => {
    for (const deadline of deadlines) deadline[step]();
  };
  return {
    remainingMs: () => Math.min(...deadlines.map((deadline) => deadline.remainingMs())),
    beginAttempt: all('beginAttempt'),
    beginCommit: all('beginCommit'),
    committed: all('committed'),
  };
}
