import type { Actor, EntityEvent, Rights } from '@khmer-learning/contracts';

/** A version of an entity, as `X-Event` and `X-After` name it. */
export interface EventReference {
  readonly entity: string;
  readonly id: string;
  readonly version: number;
}

/** The user and the request behind a change. A handler's context is one. */
export interface RequestContext {
  /** null for the system. */
  readonly actor: Actor | null;
  readonly requestId: string | null;
  /** What an admin has taken from the user; absent for who may publish everything, and for the system. */
  readonly rights?: Rights | undefined;
  /** The client's network address as seen by the gateway; absent for the system. */
  readonly address?: string | null;
  /** The caller's deadline; absent for background work. */
  readonly deadline?: TransactionDeadline;
  /** The caller's last write, from `X-After`: its event may not have arrived yet. */
  readonly after?: EventReference | undefined;
  /** Called with the events of the committed transaction; `mountEndpoint` sets `X-Event` from the first. */
  readonly onCommitted?: (events: readonly EntityEvent[]) => void;
}

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
