import type { Actor, EntityEvent } from '@khmer-learning/contracts';
import type { TransactionDeadline } from '../http/deadline.ts';

/** Who causes a change, and in which request. A handler's context is one. */
export interface RequestContext {
  /** null when the system itself acts. */
  readonly actor: Actor | null;
  readonly requestId: string | null;
  /** From where: the person's network address as the gateway saw it; absent when the system itself acts. */
  readonly address?: string | null;
  /** Until when somebody waits for it; absent for work that no call waits for. */
  readonly deadline?: TransactionDeadline;
  /** Told the events of a committed unit of work; `mount` makes the header `X-Event` of the first. */
  readonly onCommitted?: (events: readonly EntityEvent[]) => void;
}
