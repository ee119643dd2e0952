import type { ApiError } from './api-error.ts';
import { serviceUnavailable } from './service-unavailable.ts';

/**
 * Until when somebody waits for the answer to a call. What cannot be done by then is refused with 503 and nothing done;
 * what was begun to be committed is answered, however late.
 */
export interface TransactionDeadline {
  /** Milliseconds left; infinite for a call that nobody has set a time for, and once something is committed. */
  remainingMs(): number;
  /**
   * Before each attempt at a transaction: one that is made again has committed nothing.
   *
   * @throws ApiError 503 when it is too late
   */
  beginAttempt(): void;
  /**
   * Right before the commit.
   *
   * @throws ApiError 503 when it is too late: then nothing must be committed
   */
  beginCommit(): void;
  /** Something is committed: the rest of the call is finished, whatever the time. */
  committed(): void;
}

/** The deadline of one call, for whoever answers it. */
export interface RequestDeadline extends TransactionDeadline {
  /** Says that the call is answered with a failure now; false while a commit is under way, whose outcome decides. */
  cancel(): boolean;
}

/** @param timeoutMs from now on; infinite unless told */
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

/** Why a call is not begun any more: 503; undefined as long as there is time. */
export function deadlineExceededError(deadline: TransactionDeadline | undefined): ApiError | undefined {
  return deadline && deadline.remainingMs() <= 0 ? serviceUnavailable() : undefined;
}

/** The deadline of a transaction that several calls share: it is refused when it is too late for any of them. */
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
