import type { Actor, EntityEvent } from '@khmer-learning/contracts';
import type { WorkDeadline } from '../http/deadline.ts';

/** Who causes a change, and in which request. A handler's context is one. */
export interface ChangeContext {
  /** null when the system itself acts. */
  readonly actor: Actor | null;
  readonly requestId: string | null;
  /** From where: the person's network address as the gateway saw it; absent when the system itself acts. */
  readonly address?: string | null;
  /** Until when somebody waits for it; absent for work that no call waits for. */
  readonly deadline?: WorkDeadline;
  /** Told the events of a committed unit of work; `mount` makes the header `X-Event` of the first. */
  readonly emitted?: (events: readonly EntityEvent[]) => void;
}
