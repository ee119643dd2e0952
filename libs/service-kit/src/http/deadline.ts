import type { ApiError } from './api-error.ts';
import { unavailable } from './unavailable.ts';

/**
 * Until when somebody waits for the answer to a call. What cannot be done by then is refused with 503 and nothing done;
 * what was begun to be committed is answered, however late.
 */
export interface WorkDeadline {
  /** Milliseconds left; infinite for a call that nobody has set a time for, and once something is committed. */
  leftMs(): number;
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
export interface Deadline extends WorkDeadline {
  /** Says that the call is answered with a failure now; false while a commit is under way, whose outcome decides. */
  giveUp(): boolean;
}

/** @param timeoutMs from now on; infinite unless told */
export function createDeadline(timeoutMs = Number.POSITIVE_INFINITY): Deadline {
  let endsAt = performance.now() + timeoutMs;
  let state: 'open' | 'committing' | 'committed' = 'open';

  function leftMs(): number {
    return state === 'committed' ? Number.POSITIVE_INFINITY : endsAt - performance.now();
  }

  function refuseIfLate(): void {
    if (leftMs() <= 0) throw unavailable();
  }

  function move(to: 'open' | 'committing'): void {
    refuseIfLate();
    if (state !== 'committed') state = to;
  }

  return {
    leftMs,
    beginAttempt: () => move('open'),
    beginCommit: () => move('committing'),
    committed() {
      state = 'committed';
    },
    giveUp() {
      if (state === 'committing') return false;
      endsAt = Number.NEGATIVE_INFINITY;
      return true;
    },
  };
}

/** Why a call is not begun any more: 503; undefined as long as there is time. */
export function refusalOf(deadline: WorkDeadline | undefined): ApiError | undefined {
  return deadline && deadline.leftMs() <= 0 ? unavailable() : undefined;
}

/** The deadline of a transaction that several calls share: it is refused when it is too late for any of them. */
export function sharedDeadline(deadlines: readonly WorkDeadline[]): WorkDeadline {
  const all = (step: 'beginAttempt' | 'beginCommit' | 'committed') => () => {
    for (const deadline of deadlines) deadline[step]();
  };
  return {
    leftMs: () => Math.min(...deadlines.map((deadline) => deadline.leftMs())),
    beginAttempt: all('beginAttempt'),
    beginCommit: all('beginCommit'),
    committed: all('committed'),
  };
}
