import type { Actor, EntityEvent } from '@khmer-learning/contracts';
import type { TransactionDeadline } from '../http/deadline.ts';

/** The user and the request behind a change. A handler's context is one. */
export interface RequestContext {
  /** null for the system. */
  readonly actor: Actor | null;
  readonly requestId: string | null;
  /** The client's network address as seen by the gateway; absent for the system. */
  readonly address?: string | null;
  /** The caller's deadline; absent for background work. */
  readonly deadline?: TransactionDeadline;
  /** Called with the events of the committed transaction; `mountEndpoint` sets `X-Event` from the first. */
  readonly onCommitted?: (events: readonly EntityEvent[]) => void;
}
